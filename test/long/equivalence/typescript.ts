import { createRequire } from "node:module";
import type * as TypeScript from "typescript-5.9";

/** The judge: the version of TypeScript whose compiler can be used from within. */
export const typescript: typeof TypeScript = createRequire(import.meta.url)("typescript-5.9") as typeof TypeScript;
