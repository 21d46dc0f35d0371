/** Ending of relative imports in emitted files; without one where a bundler reads them. */
export type ImportExtension = ".js" | ".ts" | "";

/** The same as it is written in package.json. */
export type ImportEndings = ".js" | ".ts" | "none";

/** What a project without a tsconfig gets: Next.js compiles what is emitted, and finds no `x.ts` as `x.js`. */
export function endingWithoutTsconfig({
  isNextApp = false,
}: {
  readonly isNextApp?: boolean | undefined;
}): ImportExtension {
  return isNextApp ? "" : ".js";
}
