/** Ending of relative imports in emitted files; without one where a bundler reads them. */
export type ImportExtension = ".js" | ".ts" | "";

/** The same as it is written in package.json. */
export type ImportEndings = ".js" | ".ts" | "none";
