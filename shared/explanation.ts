/** Why a viewer sees a body, or does not: plain data, for tools and the overlay. Whether and why is as of the viewer's last update; figures are of the body as it is now. */
export interface Explanation {
  readonly seen: boolean;
  readonly reason:
    | "gone"
    | "always seen"
    | "in an area"
    | "within the margin to leave"
    | "least stay"
    | "moved since the last update"
    | "not looked for yet"
    | "outside the areas"
    | "behind a wall"
    | "others of its kind are nearer"
    | "waits for the budget";
  /** From the focus to the body's edge, in u. */
  readonly distance?: number;
  /** The number of the area that holds it. */
  readonly area?: number;
  /** Updates for which it stays at least, this one included. */
  readonly staysFor?: number;
  /** The number of the wall that hides it. */
  readonly wall?: number;
  /** Most bodies of its kind that are seen. */
  readonly most?: number;
  /** Updates that it has waited for the budget. */
  readonly waited?: number;
}
