/** Whom limits by address count as one: an IPv4 address, or the 64 bits of an IPv6 address that name a network. */
import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

const GROUPS = 8;
/** A provider gives each customer at least this much, which can then take any of 2^64 addresses within it. */
const NETWORK_GROUPS = 4;
/** IPv4 in IPv6, ::ffff:a.b.c.d (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0xffff];
/** fe80::/10: all neighbours on a line share its network, so that it tells nothing of whom it is. */
const isLinkLocal = (firstGroup: number) => (firstGroup & 0xffc0) === 0xfe80;

/** The key under which an address is counted. What is no address is its own key. */
export function addressKey(address: string): string {
  const [bare] = address.split("%");
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  if (MAPPED_PREFIX.every((group, i) => groups[i] === group)) {
    return groups
      .slice(MAPPED_PREFIX.length)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  }
  const hex = groups.map((group) => group.toString(16));
  if (isLinkLocal(groups[0])) return hex.join(":");
  return `${hex.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** @param address a valid IPv6 address, without a zone */
function groupsOf(address: string): number[] {
  const [head, tail] = address.split("::");
  const [before, after] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":").flatMap(groupsOfPart)));
  if (tail === undefined) return before;
  return [...before, ...Array<number>(GROUPS - before.length - after.length).fill(0), ...after];
}

/** One group, or two when they are written as IPv4. */
function groupsOfPart(part: string): number[] {
  if (!isIPv4(part)) return [Number.parseInt(part, 16)];
  const [a, b, c, d] = part.split(".").map(Number);
  return [(a << 8) | b, (c << 8) | d];
}

/** The key of who sent a request: of who is at the other end, or, with a proxy of the host's own, of whom that has appended. */
export function keyOfRequest(request: IncomingMessage, trustProxy: boolean): string {
  const peer = request.socket.remoteAddress ?? "";
  if (!trustProxy) return addressKey(peer);
  // Node joins several headers of this name by commas.
  const forwarded = String(request.headers["x-forwarded-for"] ?? "");
  return addressKey(forwarded.split(",").at(-1)?.trim() || peer);
}
