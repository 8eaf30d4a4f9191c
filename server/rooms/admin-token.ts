import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Why `given` does not open what only an admin may see; undefined when it does.
 *
 * @param adminToken the configuration's; undefined when there is none, and nobody is an admin
 */
export function whyNotAdmin(adminToken: string | undefined, given: string | undefined): string | undefined {
  if (adminToken === undefined) {
    return "only an admin may look into a room with players, and this server has no admin: set KRILL_ADMIN_TOKEN";
  }
  if (given === undefined) return "only an admin may look into a room with players: give the admin token";
  if (timingSafeEqual(digest(given), digest(adminToken))) return undefined;
  return "this is not the admin token";
}

/** Digests are of one length, whatever was given: so neither length nor contents of the token show in the time taken. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
