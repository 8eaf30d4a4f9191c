/** Compiling the kernel from its AssemblyScript: for build.ts, and for the test that its result is up to date. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const ASSEMBLY = fileURLToPath(new URL("assembly/", import.meta.url));
/** Memory is the caller's; nothing of a runtime is needed, since the code makes no objects. */
const OPTIONS = [
  "index.ts",
  "--outFile",
  "kernel.wasm",
  "-O3",
  "--noAssert",
  "--runtime",
  "stub",
  "--importMemory",
  "--noExportMemory",
  "--enable",
  "simd,bulk-memory,nontrapping-f2i",
];

/** @returns the text of kernel-code.ts */
export async function compileKernel(): Promise<string> {
  let code: Uint8Array | undefined;
  const { error, stderr } = await asc.main(OPTIONS, {
    readFile: (name, folder) => read(name, folder),
    writeFile(_name, contents) {
      if (typeof contents !== "string") code = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || code === undefined) throw new Error(`the kernel does not compile: ${stderr.toString()}`);
  const text = Buffer.from(code).toString("base64");
  return `/** Made from the folder \`assembly\` by \`npm run build:kernel\`: a WebAssembly module, in base64. */\nexport const KERNEL_CODE =\n  "${text}";\n`;
}

function read(name: string, _folder: string): string | null {
  try {
    return readFileSync(new URL(name, `file://${ASSEMBLY}`), "utf8");
  } catch {
    return null;
  }
}
