import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Identity } from "./competitor.ts";
import type { Runner, Start } from "./runner.ts";
import type { Answer, Request } from "./runner-process.ts";

const PROGRAM = new URL("./runner-process.ts", import.meta.url);

/** A runner in a process of its own (runner-process.ts), which begins with `prepare` and ends with `close`. */
export function createProcessRunner(scene: string, identity: Identity): Runner {
  let child: ChildProcess | undefined;

  async function ask(request: Request): Promise<unknown> {
    child ??= fork(PROGRAM, [scene, identity.name], { execArgv: ["--expose-gc"] });
    const answered = new Promise<Answer>((resolve, reject) => {
      child?.once("message", resolve);
      child?.once("exit", (code, signal) => reject(new Error(`its process ended (${signal ?? `status ${code}`})`)));
    });
    child.send(request);
    try {
      const answer = await answered;
      if ("error" in answer) throw new Error(answer.error);
      return answer.value;
    } finally {
      child.removeAllListeners("message");
      child.removeAllListeners("exit");
    }
  }

  return {
    identity,
    async prepare() {
      await ask({ do: "prepare" });
    },
    start: (plan) => ask({ do: "start", plan }) as Promise<Start>,
    takeTurn: (plan) => ask({ do: "takeTurn", plan }) as Promise<number[]>,
    judge: () => ask({ do: "judge" }) as Promise<boolean>,
    async close() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      await ask({ do: "close" });
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
