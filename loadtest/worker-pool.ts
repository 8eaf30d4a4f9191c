import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Answers, Envelope, Request } from "./bots/orders.ts";

/** A process of bots has ended before it was told to; what it had to say is on the error stream. */
export class WorkerError extends Error {
  readonly code = "LOADTEST_WORKER";
}

/** The processes of bots, asked all at once. */
export interface WorkerPool {
  readonly size: number;
  /** The answers of all, in the order of their numbers. @throws WorkerError when one has ended. */
  ask<Kind extends Request["kind"]>(
    kind: Kind,
    request: (worker: number) => Extract<Request, { kind: Kind }>,
  ): Promise<Answers[Kind][]>;
  stop(): Promise<void>;
}

const WORKER = fileURLToPath(new URL("./bots/worker.ts", import.meta.url));

export function startWorkers(size: number): WorkerPool {
  let nextId = 0;
  const workers = Array.from({ length: size }, () => startWorker());

  function startWorker() {
    const child: ChildProcess = fork(WORKER, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const waiting = new Map<number, PromiseWithResolvers<unknown>>();
    child.on("message", (message) => {
      const { id, body } = message as Envelope<unknown>;
      waiting.get(id)?.resolve(body);
      waiting.delete(id);
    });
    child.on("exit", (status, signal) => {
      const error = new WorkerError(`a process of bots ended with ${signal ?? `status ${status}`}`);
      for (const { reject } of waiting.values()) reject(error);
    });
    return {
      child,
      ask(request: Request): Promise<unknown> {
        const asked = Promise.withResolvers<unknown>();
        const id = nextId++;
        waiting.set(id, asked);
        child.send({ id, body: request } satisfies Envelope<Request>, (error) => {
          if (error) asked.reject(new WorkerError(`a process of bots cannot be reached: ${error.message}`));
        });
        return asked.promise;
      },
    };
  }

  return {
    size,
    ask: <Kind extends Request["kind"]>(_: Kind, request: (worker: number) => Extract<Request, { kind: Kind }>) =>
      Promise.all(workers.map((worker, i) => worker.ask(request(i)))) as Promise<Answers[Kind][]>,
    async stop() {
      await Promise.all(
        workers.map(async ({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, "exit");
          if (child.connected) child.disconnect();
          await ended;
        }),
      );
    },
  };
}
