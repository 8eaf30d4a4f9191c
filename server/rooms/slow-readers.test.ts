import type { Client } from "@colyseus/core";
import { expect, test, vi } from "vitest";
import { CloseCode } from "../../shared/close-codes.ts";
import { bufferedBytes, giveUpReader, slowReaderOptions, TOO_SLOW } from "./slow-readers.ts";

test("what a slow reader is told names the setting, and fits into a close frame", () => {
  expect(TOO_SLOW).toMatch(/\(KRILL_BUFFERED_BYTES\); /);
  expect(Buffer.byteLength(TOO_SLOW)).toBeLessThanOrEqual(123);
});

test("one that the room and the ping both find is closed and told of once, with the setting that it is of", () => {
  const refused = vi.fn();
  const leave = vi.fn();
  const client = { ref: { bufferedAmount: 70_000 }, sessionId: "s", leave } as unknown as Client;
  const { tooSlow, slowReaders } = slowReaderOptions(65_536, refused);
  expect(slowReaders).toEqual({ softLimit: 8192, hardLimit: 65_536 });
  tooSlow?.(client, "buffer");
  tooSlow?.(client, "patience");
  giveUpReader(client.ref, leave, refused, { reason: "ping" });
  expect(leave.mock.calls).toEqual([[CloseCode.slowReader, TOO_SLOW]]);
  expect(refused.mock.calls).toEqual([["buffered_bytes", { session: "s", reason: "buffer", buffered: 70_000 }]]);
});

test("without the setting, readers are given up by the limits of the sync; on a transport that tells nothing, none is", () => {
  expect(slowReaderOptions(undefined, undefined)).not.toHaveProperty("slowReaders");
  expect(bufferedBytes({ ref: {} } as unknown as Client)).toBe(0);
});
