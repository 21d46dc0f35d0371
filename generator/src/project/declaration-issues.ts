import { isPlainObject, own, type JsonObject } from "@sdkwright/runtime/config";
import { findUpward, type InputPlaces } from "../files/find-project.js";
import { readText } from "../files/read-file.js";
import type { SourceIssue } from "../diagnostics/source.js";
import type { Reader } from "./reader.js";

/** Whether the package above the output folder publishes declarations that lack the endings of imports. */
export function declarationIssues({ out }: InputPlaces, reader: Reader): readonly SourceIssue[] {
  const file = findUpward("package.json", out);
  const manifest = file === undefined ? undefined : manifestAt(file);
  if (file === undefined || manifest === undefined || !publishesDeclarations(manifest)) return [];
  const message = `${reader.named(file)} publishes declarations, and imports in emitted files have no ending: who compiles with "moduleResolution": "nodenext" cannot follow them`;
  const hint =
    'write "allowImportingTsExtensions": true into the tsconfig; where one file is made of all declarations, say "importEndings": "none" under "sdkwright" in package.json';
  return [{ code: "SW0245", severity: "warning", pointer: "", message, hint }];
}

/** What is wrong with the file is told where options are read from it. */
function manifestAt(file: string): JsonObject | undefined {
  const read = readText(file);
  if (!("text" in read)) return undefined;
  try {
    const manifest: unknown = JSON.parse(read.text);
    return isPlainObject(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function publishesDeclarations(manifest: JsonObject): boolean {
  if (own(manifest, "private") === true) return false;
  return ["types", "typings", "exports"].some((key) => hasDeclaration(own(manifest, key)));
}

function hasDeclaration(value: unknown): boolean {
  if (typeof value === "string") return /\.d\.[cm]?ts$/.test(value);
  return isPlainObject(value) && Object.values(value).some(hasDeclaration);
}
