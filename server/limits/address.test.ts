import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressKey, keyOfRequest } from "./address.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
  ["fe80::1:2%eth0", "fe80:0:0:0:0:0:1:2"],
  ["", ""],
  ["nonsense", "nonsense"],
])("%s counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test("however it is written, an IPv6 address counts by its first 64 bits", () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, fc.ipV6(), (numbers, other) => {
      fc.pre((numbers[0] & 0xffc0) !== 0xfe80);
      fc.pre(numbers.slice(0, 5).some((group) => group !== 0));
      const long = numbers.map((group) => group.toString(16).padStart(4, "0")).join(":");
      // As the platform shortens it.
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
      expect(addressKey(short)).toBe(addressKey(long));
      const neighbour = [...numbers.slice(0, 4), ...numbers.slice(4).map((group) => group ^ 1)];
      expect(addressKey(neighbour.map((group) => group.toString(16)).join(":"))).toBe(addressKey(long));
      const elsewhere = [...numbers.slice(0, 3), numbers[3] ^ 1, ...numbers.slice(4)];
      expect(addressKey(elsewhere.map((group) => group.toString(16)).join(":"))).not.toBe(addressKey(long));
      expect(addressKey(other)).not.toContain("NaN");
    }),
  );
});

test("what a request says of its address counts only with a proxy, and of that only what the proxy has appended", () => {
  const request = (forwarded?: string) =>
    ({
      headers: { "x-forwarded-for": forwarded },
      socket: { remoteAddress: "10.0.0.1" },
    }) as unknown as IncomingMessage;
  expect(keyOfRequest(request("1.2.3.4"), false)).toBe("10.0.0.1");
  expect(keyOfRequest(request("1.2.3.4, 203.0.113.9"), true)).toBe("203.0.113.9");
  expect(keyOfRequest(request("1.2.3.4, 2001:db8::7"), true)).toBe("2001:db8:0:0::/64");
  expect(keyOfRequest(request(), true)).toBe("10.0.0.1");
  expect(keyOfRequest(request("1.2.3.4,"), true)).toBe("10.0.0.1");
});
