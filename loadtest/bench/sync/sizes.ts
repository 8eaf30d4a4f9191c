/** Bodies, viewers, and about how many bodies each of them sees. */
export interface SceneSize {
  readonly n: number;
  readonly m: number;
  readonly v: number;
}

/** At which contestants are compared. */
export const SIZES: readonly SceneSize[] = [
  { n: 2000, m: 50, v: 100 },
  { n: 5000, m: 200, v: 150 },
  { n: 10_000, m: 500, v: 200 },
];
