import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addJob, createJobTable, MOST_JOBS, nextPlace, resultOf, runJob, runJobs, waitForJob } from "./write-jobs.ts";

const PIECES = [Buffer.from("zero"), Buffer.from("the first piece")];
const pieceOf = (piece: number) => PIECES[piece];
const NO_DESCRIPTOR = -1;

test("a job is done once, by whoever comes first, and writes the bytes it is about", () => {
  const folder = mkdtempSync(join(tmpdir(), "krill-jobs-"));
  const descriptor = openSync(join(folder, "written"), "w");
  const table = createJobTable();
  const place = addJob(table, descriptor, 1, 4, 5);
  expect(resultOf(table, place)).toBeUndefined();
  expect(runJob(table, place, pieceOf)).toBe(false);
  expect(runJob(table, place, pieceOf)).toBe(false);
  expect(resultOf(table, place)).toBe(5);
  // One that is done is not waited for.
  expect(waitForJob(table, place, Number.POSITIVE_INFINITY)).toBe(true);
  closeSync(descriptor);
  expect(readFileSync(join(folder, "written"), "utf8")).toBe("first");
  rmSync(folder, { recursive: true });
});

test("a job that the kernel refuses has taken nothing, and is said to be cut short", () => {
  const table = createJobTable();
  const place = addJob(table, NO_DESCRIPTOR, 0, 0, 4);
  expect(runJob(table, place, pieceOf)).toBe(true);
  expect(resultOf(table, place)).toBe(0);
});

test("places are used again, and a thread that has missed a whole round of them goes on with what is left", () => {
  const table = createJobTable();
  const places = Array.from({ length: MOST_JOBS + 10 }, () => {
    const next = nextPlace(table);
    expect(addJob(table, NO_DESCRIPTOR, 0, 0, 4)).toBe(next);
    return next;
  });
  expect(places.slice(MOST_JOBS)).toEqual(places.slice(0, 10));
  expect(new Set(places).size).toBe(MOST_JOBS);
  const done: number[] = [];
  const stop = new Error("all are done");
  const run = () =>
    runJobs(table, pieceOf, (place) => {
      done.push(place);
      if (done.length === MOST_JOBS) throw stop;
    });
  expect(run).toThrow(stop);
  expect(done).toEqual(places.slice(10));
});
