/**
 * A competitor in a process of its own, as it would be in a program that uses it: the others neither make its code slower (a
 * function that many have called in as many ways is compiled for none of them) nor fill its heap. The parent asks, this
 * process answers; only the one that was asked is at work.
 *
 * Run as `node --expose-gc runner-process.ts SCENE COMPETITOR` with an IPC channel.
 */
import process from "node:process";
import type { Plan } from "./plan.ts";
import { createRunner, type Start } from "./runner.ts";
import { entriesOf, SCENE_NAMES } from "./scene-catalog.ts";

export type Request =
  | { readonly do: "prepare" }
  | { readonly do: "start"; readonly plan: Plan }
  | { readonly do: "takeTurn"; readonly plan: Plan }
  | { readonly do: "judge" }
  | { readonly do: "close" };

/** `value` is what the runner's method of the same name gave; `error` the stack of what it threw. */
export type Answer = { readonly value: Value } | { readonly error: string };
type Value = Start | number[] | boolean | null;

if (import.meta.main) serve(process.argv[2], process.argv[3]);

function serve(sceneName: string, competitor: string): void {
  const scene = SCENE_NAMES.find((name) => name === sceneName);
  const entry = scene && entriesOf(scene).find(({ name }) => name === competitor);
  if (entry === undefined) throw new Error(`there is no competitor ${competitor} in a scene ${sceneName}`);
  const runner = createRunner(entry);

  async function answer(request: Request): Promise<Value> {
    if (request.do === "prepare") return null;
    if (request.do === "start") return runner.start(request.plan);
    if (request.do === "takeTurn") return runner.takeTurn(request.plan);
    if (request.do === "judge") return runner.judge();
    await runner.close();
    return null;
  }

  process.on("message", async (request: Request) => {
    try {
      process.send?.({ value: await answer(request) });
    } catch (error) {
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    if (request.do === "close") process.disconnect();
  });
}
