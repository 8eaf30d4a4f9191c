/**
 * Why a process makes no more rooms. Colyseus brings what a room of another process throws as its text alone, without the code:
 * so these are known by their text.
 */
import { JoinStatus } from "../../shared/close-codes.ts";
import { refusalText } from "./limit-names.ts";

export function tooManyRooms(most: number): string {
  const what = `all rooms of this mode are full, and no more than ${most} rooms may be open here`;
  return refusalText(what, "KRILL_MAX_ROOMS", "try again later");
}

export function tooManySandboxes(most: number): string {
  return `all ${most} sandboxes are in use: share one of them, or come back later`;
}

const STATUSES: readonly [text: RegExp, status: number][] = [
  [/^all rooms of this mode are full, and no more than \d+ /, JoinStatus.full],
  [/^all \d+ sandboxes are in use: /, JoinStatus.unavailable],
];

/** The status of a refusal of which there is only the text; undefined for any other text. */
export function statusOfRoomRefusal(text: string): number | undefined {
  return STATUSES.find(([known]) => known.test(text))?.[1];
}
