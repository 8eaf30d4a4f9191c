/**
 * The tree's hot loops, compiled to WebAssembly, and the memory that they work in.
 *
 * Requirement: the same pairs as ever, in about half the time that V8 needs for the same loops in JavaScript.
 *
 * Idea: a box is four float32, and WebAssembly compares four at once; it also reads memory without asking each time whether a
 * place is within an array. The loops are written in AssemblyScript, TypeScript's syntax over bare memory, in the folder
 * `assembly`. `npm run build:kernel` compiles them into kernel-code.ts, and a test sees to it that the two are alike. So nothing
 * is compiled when Krill is installed, and a bundle for a browser has all that it needs.
 *
 * Cost: one instance and one memory for each broad phase. V8 reserves some 10 GB of addresses for each memory, so that it need
 * not check them, and uses what is written alone: a tool that shows virtual memory shows them, and where the system limits that
 * (`ulimit -v`), Node's `--disable-wasm-trap-handler` does without. The memory begins with a page (64 KiB) and grows as needed, when
 * all that is in it is seen through new arrays: whoever reads `ints` or `floats` keeps them no longer than one function.
 */
import { KERNEL_CODE } from "./kernel-code.ts";

/** What is exported by assembly/index.ts, where each function is described; every `…At` is an address in bytes. */
interface KernelFunctions {
  assignStrips(
    sourcesAt: number,
    count: number,
    cellsAt: number,
    endsAt: number,
    tallAt: number,
    furtherAt: number,
    originX: number,
    slicesPerUnit: number,
    sliceBits: number,
    originY: number,
    stripsPerUnit: number,
    strips: number,
  ): number;
  takeLists(
    endsAt: number,
    strips: number,
    sliceBits: number,
    listsAt: number,
    boxesAt: number,
    entryTagsAt: number,
  ): number;
  writeEntries(
    sourcesAt: number,
    sourceTagsAt: number,
    count: number,
    cellsAt: number,
    endsAt: number,
    boxesAt: number,
    entryTagsAt: number,
  ): void;
  writeFurtherEntries(
    sourcesAt: number,
    sourceTagsAt: number,
    tallAt: number,
    furtherAt: number,
    tall: number,
    sliceBits: number,
    cellsAt: number,
    endsAt: number,
    boxesAt: number,
    entryTagsAt: number,
  ): void;
  insertInOrder(boxesAt: number, tagsAt: number, start: number, end: number, most: number): number;
  sortBySlice(
    boxesAt: number,
    tagsAt: number,
    copy: number,
    copyEnd: number,
    start: number,
    startsAt: number,
    slices: number,
  ): void;
  sampleOverlaps(boxesAt: number, start: number, size: number, samples: number, most: number): number;
  meanTop(boxesAt: number, start: number, end: number): number;
  countParts(boxesAt: number, start: number, end: number, splitX: number, splitY: number, into: number): void;
  fillQuarter(
    boxesAt: number,
    tagsAt: number,
    start: number,
    end: number,
    splitX: number,
    splitY: number,
    quarter: number,
    to: number,
  ): number;
  sweepList(
    boxesAt: number,
    tagsAt: number,
    start: number,
    end: number,
    refusedAt: number,
    firstAt: number,
    secondAt: number,
    count: number,
    room: number,
    reportAt: number,
  ): void;
  searchLayer(
    boxesAt: number,
    tagsAt: number,
    start: number,
    end: number,
    isTransposed: number,
    refusedAt: number,
    startsAt: number,
    stillBoxesAt: number,
    stillTagsAt: number,
    places: number,
    originX: number,
    columnsPerUnit: number,
    columns: number,
    farX: number,
    originY: number,
    rowsPerUnit: number,
    rows: number,
    farY: number,
    firstAt: number,
    secondAt: number,
    count: number,
    room: number,
    reportAt: number,
  ): void;
  queryList(
    boxesAt: number,
    tagsAt: number,
    start: number,
    end: number,
    refused: number,
    minX: number,
    minY: number,
    maxX: number,
    maxY: number,
    intoAt: number,
  ): number;
  queryLayer(
    startsAt: number,
    stillBoxesAt: number,
    stillTagsAt: number,
    originX: number,
    columnsPerUnit: number,
    columns: number,
    farX: number,
    originY: number,
    rowsPerUnit: number,
    rows: number,
    farY: number,
    minX: number,
    minY: number,
    maxX: number,
    maxY: number,
    intoAt: number,
  ): number;
}

export interface Kernel {
  readonly calls: KernelFunctions;
  readonly memory: WebAssembly.Memory;
  /** The whole memory, read as integers and as floats: an address is four times the index. Replaced when it grows. */
  ints: Int32Array;
  floats: Float32Array;
  /** Bytes given out. */
  used: number;
}

/** A piece of a kernel's memory, in bytes. It moves when it grows. */
export interface Block {
  at: number;
  bytes: number;
}

/** Where functions that have several results leave them. */
export const REPORT_AT = 0;
const REPORT_BYTES = 64;
const PAGE_BYTES = 1 << 16;
/** Blocks begin at multiples of this: a box is loaded as a whole. */
const ALIGNMENT = 16;

let compiled: WebAssembly.Module | undefined;

export function createKernel(): Kernel {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL_CODE), (character) => character.charCodeAt(0)));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  return {
    calls: exports as unknown as KernelFunctions,
    memory,
    ints: new Int32Array(memory.buffer),
    floats: new Float32Array(memory.buffer),
    used: REPORT_BYTES,
  };
}

/** A new piece of memory, of zeros. */
export function createBlock(kernel: Kernel, bytes: number): Block {
  const at = kernel.used;
  kernel.used = at + Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
  const missing = kernel.used - kernel.memory.buffer.byteLength;
  if (missing > 0) {
    kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
    kernel.ints = new Int32Array(kernel.memory.buffer);
    kernel.floats = new Float32Array(kernel.memory.buffer);
  }
  return { at, bytes: kernel.used - at };
}

/**
 * Sees to it that a block has room for so many bytes, and keeps what it holds. One that grows at least doubles, so that what it
 * leaves behind, all in all, is no more than what it has.
 */
export function growBlock(kernel: Kernel, block: Block, bytes: number): void {
  if (block.bytes >= bytes) return;
  const { at, bytes: held } = block;
  const longer = createBlock(kernel, Math.max(bytes, 2 * held));
  kernel.ints.copyWithin(longer.at >> 2, at >> 2, (at + held) >> 2);
  block.at = longer.at;
  block.bytes = longer.bytes;
}
