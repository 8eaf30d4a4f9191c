/**
 * Fields that not everyone may see: `t.uint16().view(Audience.owner)` in the body class. Their bytes are written to nobody else.
 */
export const Audience = {
  /** Viewers whose `owner` is the body's. */
  owner: 1,
  /** Viewers whose `team` is the body's, and its owner. */
  team: 2,
} as const;

/** Which bodies' fields a viewer may see beyond those for all. 0 is no one. */
export interface ViewerAudience {
  readonly owner: number;
  readonly team: number;
}

/** The audience of a viewer that may see nothing beyond what all may. */
export const NO_AUDIENCE: ViewerAudience = { owner: 0, team: 0 };

/** Which audiences of a body a viewer belongs to, as bits of `Audience`. */
export function audiencesOf(bodyOwner: number, bodyTeam: number, { owner, team }: ViewerAudience): number {
  if (owner !== 0 && bodyOwner === owner) return Audience.owner | Audience.team;
  return team !== 0 && bodyTeam === team ? Audience.team : 0;
}
