/**
 * Compiles the kernel of the quadtree from its AssemblyScript: for kernel-build.ts, and for the test that what it made is up to
 * date.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const KERNEL = new URL("../broadphase/quadtree-sap/kernel/", import.meta.url);
export const KERNEL_CODE_FILE = fileURLToPath(new URL("kernel-code.ts", KERNEL));

/** The memory is the caller's, and the code makes no objects that a runtime would look after. */
const OPTIONS = [
  "index.ts",
  ...["--outFile", "kernel.wasm", "-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--noExportMemory"],
  ...["--enable", "simd,bulk-memory,nontrapping-f2i"],
];

/**
 * @returns the text of kernel-code.ts
 * @throws Error with what the compiler says
 */
export async function compileKernel(): Promise<string> {
  let code: Uint8Array | undefined;
  const { error, stderr } = await asc.main(OPTIONS, {
    readFile: readSource,
    writeFile(_name, contents) {
      if (typeof contents !== "string") code = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || code === undefined) throw new Error(`the kernel does not compile:\n${stderr.toString()}`);
  const text = Buffer.from(code).toString("base64");
  return `/** Made from the folder \`assembly\` by \`npm run build:kernel\`: a WebAssembly module, in base64. */
export const KERNEL_CODE =
  "${text}";
`;
}

/** The compiler asks for files that there may be, and takes null for those that there are not. */
function readSource(name: string): string | null {
  try {
    return readFileSync(new URL(`assembly/${name}`, KERNEL), "utf8");
  } catch {
    return null;
  }
}
