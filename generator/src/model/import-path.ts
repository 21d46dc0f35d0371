import type { ImportExtension } from "../files/import-endings.js";

/** How one emitted file imports another: `./providers/acme-pay.js` from `client.ts`. */
export function importPath(from: string, to: string, extension: ImportExtension): string {
  return relativePath(from.split("/").slice(0, -1), to).replace(/\.ts$/, extension);
}

/** How `client.ts` imports a map module; both paths are relative to the project root. */
export function mapImportPath(outputFolder: string, file: string, extension: ImportExtension): string {
  const from = outputFolder.split("/").filter((segment) => segment !== "" && segment !== ".");
  const path = relativePath(from, file);
  if (extension === ".ts") return path;
  return path.replace(/\.ts$/, extension).replace(/\.mts$/, ".mjs");
}

function relativePath(folder: readonly string[], file: string): string {
  const to = file.split("/");
  let shared = 0;
  while (shared < folder.length && shared < to.length - 1 && folder[shared] === to[shared]) shared += 1;
  const up = "../".repeat(folder.length - shared);
  return `${up === "" ? "./" : up}${to.slice(shared).join("/")}`;
}
