import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../shared/random.ts";
import { httpUrl } from "../server-address.ts";
import type { Bot } from "./bot.ts";
import type { Measurements } from "./measurements.ts";
import { areaToAsk, compareWithTruth, copyHeld, type Held, type TrueBody, type Verdict } from "./truth.ts";

/** How the truth is asked for. */
export interface TruthSource {
  readonly url: string;
  readonly adminToken: string;
  /** Comparisons in a second, of one bot each, drawn at random. */
  readonly perSecond: number;
}

/** Most bodies of one answer, as the server allows. */
const MOST_BODIES = 1000;
const ANSWER_TIMEOUT_MILLISECONDS = 5000;
/** Longest wait for each more patch; a server that sheds load sends one every second tick. */
const PATCH_TIMEOUT_MILLISECONDS = 1000;

interface Answer {
  readonly bodies: readonly TrueBody[];
  readonly truncated: boolean;
}

/** Compares what bots hold with what the server says, `source.perSecond` times a second, until `stop`. */
export async function checkTruth(
  source: TruthSource,
  bots: () => readonly Bot[],
  random: Random,
  measurements: Measurements,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await sleep(1000 / source.perSecond);
    const all = bots();
    if (stop.aborted || all.length === 0) continue;
    const verdict = await checkBot(source, all[random.integer(all.length)]);
    if (stop.aborted) return;
    if (verdict.kind === "right") measurements.counts.right++;
    else if (verdict.kind === "wrong") measurements.untrue(verdict.details);
    else measurements.happened("unchecked", verdict.reason);
  }
}

/** Compares what one bot holds, now and in the next patches, with what the server says. */
export async function checkBot(source: Pick<TruthSource, "url" | "adminToken">, bot: Bot): Promise<Verdict> {
  const { room } = bot;
  const number = room.state.players.get(room.sessionId)?.number;
  const held: Held[] = [copyHeld(room.state)];
  const asked = number === undefined ? undefined : areaToAsk(held[0], number);
  if (number === undefined || asked === undefined) return { kind: "unchecked", reason: "dead" };
  let patched: () => void = () => undefined;
  bot.onPatch = () => {
    held.push(copyHeld(room.state));
    patched();
  };
  try {
    const area = new URLSearchParams(Object.entries({ ...asked, limit: MOST_BODIES }).map(([k, v]) => [k, String(v)]));
    const response = await fetch(
      new URL(`/api/rooms/${room.roomId}/query?shape=rectangle&${area}`, httpUrl(source.url)),
      {
        headers: { authorization: `Bearer ${source.adminToken}` },
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MILLISECONDS),
      },
    );
    if (!response.ok) return { kind: "unchecked", reason: `the query was answered with ${response.status}` };
    const answer = (await response.json()) as Answer;
    if (answer.truncated) return { kind: "unchecked", reason: `more than ${MOST_BODIES} bodies` };
    // The patch of the answer's tick was sent before the answer, and so before this echo.
    await bot.caughtUp();
    // Unless the server sheds load, and left that tick out: the patch after it shows the gap. As many as it takes until each
    // far body has had its turn.
    const { farUpdateTicks } = room.state;
    const awaited = held.length + Math.max(1, farUpdateTicks - 1);
    let isFlowing = true;
    while (held.length < awaited && isFlowing) {
      const next = new Promise<boolean>((resolve) => {
        patched = () => resolve(true);
      });
      isFlowing = await Promise.race([next, sleep(PATCH_TIMEOUT_MILLISECONDS, false)]);
    }
    if (!bot.connected) return { kind: "unchecked", reason: "the line was lost" };
    // What is late may be so rightly still.
    if (held.length < awaited && farUpdateTicks > 1) return { kind: "unchecked", reason: "no patch came" };
    const { positionUnit } = room.state;
    return compareWithTruth({ number, asked, answer: answer.bodies, held, positionUnit, farUpdates: farUpdateTicks });
  } catch (error) {
    return { kind: "unchecked", reason: `no answer: ${(error as Error).message}` };
  } finally {
    bot.onPatch = () => undefined;
  }
}
