/** `npm run build:kernel`: compiles the folder `assembly` into kernel-code.ts. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileKernel } from "./compiler.ts";

writeFileSync(fileURLToPath(new URL("kernel-code.ts", import.meta.url)), await compileKernel());
