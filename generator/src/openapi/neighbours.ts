import { isPlainObject, type JsonValue } from "@sdkwright/runtime/config";
import { dirname } from "node:path";
import type { DocumentSource, Source } from "../diagnostics/source.js";
import { isInside, realPathOf } from "../files/output-folder.js";
import { hasParts, isPartPath } from "./file-parts.js";
import { fileIn, forEachReference } from "./file-references.js";

/** A file that was read, or why it was not, as the end of a sentence. */
export type NeighbourReading = { readonly source: Source } | { readonly reason: string };

/** Reads the files of a document's own folder that it refers to, and those that these refer to. */
export async function readNeighbours(
  document: Source,
  read: (path: string) => Promise<NeighbourReading>,
): Promise<Pick<DocumentSource, "neighbours" | "refused">> {
  const neighbours = new Map<string, Source>();
  const refused = new Map<string, string>();
  const folder = dirname(document.path);
  const waiting: Source[] = [document];
  for (const source of waiting) {
    for (const path of filesNamedIn(source)) {
      if (path === document.path || neighbours.has(path) || refused.has(path)) continue;
      const reading = await readInside(folder, path, read);
      if ("reason" in reading) refused.set(path, reading.reason);
      else {
        const source = withParts(reading.source);
        neighbours.set(path, source);
        if (source.json === undefined) refused.set(path, flawText(source));
        else waiting.push(source);
      }
    }
  }
  return { neighbours, refused };
}

const NO_PART = "leads to a file that is hidden, or not called .json, .yaml or .yml, and is not read";

/** A link that leads out of the folder is no way out of it. */
async function readInside(
  folder: string,
  path: string,
  read: (path: string) => Promise<NeighbourReading>,
): Promise<NeighbourReading> {
  const [real, realFolder] = [realPathOf(path), realPathOf(folder)];
  const isOurs = isInside(path, folder) && isInside(real, realFolder);
  if (!isOurs) return { reason: "leads out of the document's folder, and is not followed" };
  if (!isPartPath(path, folder) || !isPartPath(real, realFolder)) return { reason: NO_PART };
  return read(path);
}

/** Without what it says, where that is nothing of OpenAPI. */
function withParts(source: Source): Source {
  if (source.json === undefined || hasParts(source.json as JsonValue)) return source;
  return { ...source, json: undefined, flaws: [] };
}

function flawText({ flaws = [], text }: Source): string {
  const isEmpty = text.trim() === "";
  if (flaws.length === 0 && !isEmpty) return "leads to a file that has nothing of OpenAPI in it";
  return `leads to a file that cannot be read: ${flaws[0]?.message ?? "it is empty"}`;
}

/** Files that a document refers to, itself included where it does so by name. */
export function filesNamedIn(source: Source): ReadonlySet<string> {
  const paths = new Set<string>();
  if (!isPlainObject(source.json) || !mayNameFiles(source.text)) return paths;
  forEachReference(source.json, (reference) => {
    const file = fileIn(reference, source.path);
    if (file !== undefined) paths.add(file.path);
    return undefined;
  });
  return paths;
}

/** Most documents refer to nothing outside of them: that shows without a walk. */
function mayNameFiles(text: string): boolean {
  if (/\$ref["']?\s*:\s*(?:["'](?!#)|[^\s"'#])/.test(text)) return true;
  return /\bmapping["']?\s*:/.test(text) && /\.(?:json|ya?ml)\b/i.test(text);
}
