import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";

/** The code that a first call stands in. */
export interface Caller {
  /** From the root. */
  readonly file: string;
  /** The output folder from its own: `./generated`. */
  readonly sdk: string;
  /** A module that runs, or a handler that Next.js runs for a request. */
  readonly kind: "module" | "route";
}

/** A module beside the output folder; in a Next.js app, which runs no such module, a route. */
export function callerOf({ root, out, isNextApp = false }: InputPlaces): Caller {
  if (!isNextApp)
    return { file: relativePath(root, join(dirname(out), "main.ts")), sdk: `./${basename(out)}`, kind: "module" };
  const app = existsSync(join(root, "src/app")) ? "src/app" : "app";
  const folder = `${app}/first-call`;
  return { file: `${folder}/route.ts`, sdk: relativePath(join(root, folder), out), kind: "route" };
}
