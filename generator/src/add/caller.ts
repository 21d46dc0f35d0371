import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";

/** The code that a first call stands in. */
export interface Caller {
  /** From the root. */
  readonly file: string;
  /** The output folder from its own: `./generated`. */
  readonly sdk: string;
  /** A program, as an ES module or as CommonJS, which has no `await` at its top; or a handler of Next.js. */
  readonly kind: "module" | "commonjs" | "route";
}

/** A program beside the output folder; in a Next.js app, which runs no such program, a route. */
export function callerOf({ root, out, isModule = false, isNextApp = false }: InputPlaces): Caller {
  if (!isNextApp) {
    const file = relativePath(root, join(dirname(out), "main.ts"));
    return { file, sdk: `./${basename(out)}`, kind: isModule ? "module" : "commonjs" };
  }
  const app = existsSync(join(root, "src/app")) ? "src/app" : "app";
  const folder = `${app}/first-call`;
  return { file: `${folder}/route.ts`, sdk: relativePath(join(root, folder), out), kind: "route" };
}
