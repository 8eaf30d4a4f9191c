/** `npm run build:kernel`: compiles the AssemblyScript of the tree's kernel into kernel-code.ts. */
import { writeFileSync } from "node:fs";
import { compileKernel, KERNEL_CODE_FILE } from "./kernel-compiler.ts";

writeFileSync(KERNEL_CODE_FILE, await compileKernel());
