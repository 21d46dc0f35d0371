import type { ImportExtension } from "../files/import-endings.js";

/** How one emitted file imports another: `./providers/acme-pay.js` from `client.ts`. */
export function importPath(from: string, to: string, extension: ImportExtension): string {
  const up = "../".repeat(from.split("/").length - 1);
  return `${up === "" ? "./" : up}${to.replace(/\.ts$/, extension)}`;
}

/** How `client.ts` imports a map module; both paths are relative to the project root. */
export function mapImportPath(outputFolder: string, file: string, extension: ImportExtension): string {
  const from = outputFolder.split("/").filter((segment) => segment !== "" && segment !== ".");
  const to = file.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  const up = "../".repeat(from.length - shared);
  const path = `${up === "" ? "./" : up}${to.slice(shared).join("/")}`;
  if (extension === ".ts") return path;
  return path.replace(/\.ts$/, extension).replace(/\.mts$/, ".mjs");
}
