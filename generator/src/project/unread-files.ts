import { extname } from "node:path";
import type { Source, SourceIssue } from "../diagnostics/source.js";
import type { Reader } from "./reader.js";

/** A profile or map in a format that is not read: it is left alone, and may be absent (rules F5). */
export interface UnreadFile {
  readonly kind: "profile" | "map";
  readonly path: string;
  /** Where client.json names it. */
  readonly pointer: string;
}

const HINTS = {
  profile: "its use-cases are those named in defaults, with open inputs and results",
  map: "give the map in code: createClient({ maps })",
} as const;

/** One note for all of them: a configuration of another tool's names dozens. */
export function unreadNote(files: readonly UnreadFile[], client: Source, reader: Reader): readonly SourceIssue[] {
  const [first] = files;
  if (first === undefined) return [];
  const { kind, path, pointer } = first;
  const note = { severity: "note", pointer, source: client } as const;
  if (files.length > 1) return [{ ...note, code: "SW0216", message: summary(files), hint: hintFor(files) }];
  const what = kind === "profile" ? "a .json profile document" : "a TypeScript or JavaScript module";
  const message = `the ${kind} ${reader.named(path)} is not ${what} and was not read`;
  return [{ ...note, code: kind === "profile" ? "SW0212" : "SW0222", message, hint: HINTS[kind] }];
}

function summary(files: readonly UnreadFile[]): string {
  const parts = (["profile", "map"] as const).flatMap((kind) => {
    const ofKind = files.filter((file) => file.kind === kind);
    const endings = [...new Set(ofKind.map(({ path }) => extname(path) || "no ending"))].sort().join(", ");
    return ofKind.length === 0 ? [] : [`${ofKind.length} ${kind}${ofKind.length === 1 ? "" : "s"} (${endings})`];
  });
  return `${files.length} files are in formats that are not read and were left alone: ${parts.join(" and ")}`;
}

function hintFor(files: readonly UnreadFile[]): string {
  const has = (kind: UnreadFile["kind"]) => files.some((file) => file.kind === kind);
  return [
    ...(has("profile") ? ["such a profile has the use-cases that defaults name"] : []),
    ...(has("map") ? ["give such maps in code: createClient({ maps })"] : []),
  ].join("; ");
}
