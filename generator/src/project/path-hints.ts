import { nearest } from "@sdkwright/runtime/config";
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, extname, relative, resolve, sep } from "node:path";

/** What a file is by its ending, where a JSON document is wanted: the end of a sentence, and what to do. */
export function wrongEnding(path: string): { readonly reason: string; readonly hint?: string } {
  switch (extname(path).toLowerCase()) {
    case ".yaml":
    case ".yml":
      return {
        reason: "is YAML",
        hint: "definitions and configuration are JSON; `npx sdkwright add` makes a provider from an OpenAPI document",
      };
    case ".ts":
    case ".mts":
    case ".js":
    case ".mjs":
      return {
        reason: "is code, and not a .json file",
        hint: 'client.json names a map: profiles.<profile>.providers.<provider>: { "file": "<path>" }',
      };
    default:
      return { reason: "is not a .json file" };
  }
}

/**
 * What was probably meant by a path to nothing, written from `folder`: another separator, or a path from the project
 * root or the working directory.
 */
export function meantPath(path: string, folder: string, others: readonly string[]): string | undefined {
  const slashed = path.replaceAll("\\", "/");
  if (sep === "/" && slashed !== path && existsSync(slashed)) {
    return `did you mean ${shown(folder, slashed)}? paths are written with "/" on every system`;
  }
  const way = relative(folder, slashed);
  const found = others.map((other) => resolve(other, way)).find((other) => other !== path && existsSync(other));
  return found && `did you mean ${shown(folder, found)}? the path is relative to ${JSON.stringify(folder)}`;
}

/** A file in the same folder whose name differs by a slip, and that client.json does not name for something else. */
export function nearestFile(path: string, client: string): string | undefined {
  const name = basename(path);
  const near = nearest(
    name,
    namesIn(dirname(path)).filter((each) => extname(each) === extname(name) && !client.includes(each)),
  );
  return near === undefined ? undefined : `did you mean ${JSON.stringify(near)}, which is in that folder?`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function shown(folder: string, path: string): string {
  return JSON.stringify(relative(folder, path).replaceAll(sep, "/"));
}
