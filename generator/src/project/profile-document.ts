import { dirname, extname, resolve } from "node:path";
import { quoted } from "@sdkwright/runtime/config";
import type { Source, SourceIssue } from "../diagnostics/source.js";
import { meantPath } from "./path-hints.js";
import { reasonText, type Reader } from "./reader.js";
import { VERSION, type ProfileReference } from "./references.js";
import type { UnreadFile } from "./unread-files.js";

/** What became of the document of a profile (rules C4). */
export interface FoundDocument {
  readonly document?: Source | undefined;
  /** A file in a format that is not read. */
  readonly unread?: UnreadFile | undefined;
}

/** Finds the document of a profile: the file that client.json names, or the one of the version that it pins. */
export async function readDocument(
  reader: Reader,
  client: Source,
  { name, file, version, pointer, namesUseCases }: ProfileReference,
): Promise<FoundDocument> {
  if (file === undefined && version === undefined) return {};
  const profile = { name, pointer, namesUseCases };
  const found =
    file === undefined
      ? await findDocument(reader, client, { ...profile, version: version ?? "" })
      : await readNamedDocument(reader, client, { ...profile, file });
  if (isWithoutUseCases(found.document)) {
    reader.issues.push(
      withoutUseCase(client, pointer, name, '"usecases" of its document is empty', `write ${USE_CASE} there`),
    );
  }
  return found;
}

interface Profile {
  readonly name: string;
  readonly pointer: string;
  readonly namesUseCases: boolean;
}

async function readNamedDocument(
  reader: Reader,
  client: Source,
  { name, file, pointer, namesUseCases }: Profile & { readonly file: string },
): Promise<FoundDocument> {
  const path = resolve(dirname(client.path), file);
  if (extname(path) !== ".json") {
    const unread = { kind: "profile", path, pointer } as const;
    if (namesUseCases) return { unread };
    const why = `${reader.named(path)} is in a format that is not read, and no "defaults" name one`;
    reader.issues.push(withoutUseCase(client, pointer, name, why, howToWrite(name, "1.0.0", " and name it here")));
    return {};
  }
  const found = await reader.read(path, "profile");
  if ("source" in found) return { document: found.source };
  const message = `the profile document ${reader.named(path)} ${reasonText(found.reason)}`;
  const hint = meantPath(path, dirname(client.path), [reader.root]);
  reader.issues.push({ code: "SW0211", severity: "error", pointer, message, hint, source: client, framed: false });
  return {};
}

async function findDocument(
  reader: Reader,
  client: Source,
  { version, ...profile }: Profile & { readonly version: string },
): Promise<FoundDocument> {
  const { name, pointer, namesUseCases } = profile;
  const folder = resolve(dirname(client.path), "profiles");
  const places = [`${name}@${version}.json`, `${name}.json`].map((file) => resolve(folder, file));
  for (const path of places) {
    const reading = await reader.read(path, "profile");
    if ("source" in reading || reading.reason !== "missing")
      return readNamedDocument(reader, client, { ...profile, file: path });
  }
  const looked = places.map((path) => reader.fileOf(path)).join(" and ");
  const others = reader.versionsBeside(resolve(folder, name));
  if (others.length > 0) reader.issues.push(otherVersions(client, pointer, name, version, others));
  else if (namesUseCases) reader.issues.push(withoutDocument(client, pointer, name, looked));
  else {
    const why = `there is no document (looked at ${looked}), and no "defaults" name one`;
    reader.issues.push(withoutUseCase(client, pointer, name, why, howToWrite(name, version)));
  }
  return {};
}

/** Another version lies there: the one that is pinned is missing, and typing nothing would hide it. */
function otherVersions(
  client: Source,
  pointer: string,
  name: string,
  version: string,
  others: readonly string[],
): SourceIssue {
  const versions =
    others
      .filter((other) => VERSION.test(other))
      .slice(0, 10)
      .join(", ") || "another version";
  const message = `no document of version ${version} of profile ${quoted(name)} was found, but one of ${versions}`;
  const hint = `pin a version that is there, or add ${name}@${version}.json to the folder "profiles" beside client.json`;
  return { code: "SW0215", severity: "error", pointer, message, hint, source: client };
}

function withoutDocument(client: Source, pointer: string, name: string, looked: string): SourceIssue {
  const message = `no document of profile ${quoted(name)} was found; looked at ${looked}`;
  const hint = "its use-cases are those named in defaults, with open inputs and results";
  return { code: "SW0213", severity: "note", pointer, message, hint, source: client };
}

function withoutUseCase(client: Source, pointer: string, name: string, why: string, hint: string): SourceIssue {
  const message = `profile ${quoted(name)} has no use-case, so nothing can be called: ${why}`;
  return { code: "SW0214", severity: "warning", pointer, message, hint, source: client };
}

const USE_CASE = '"DoIt": { "input": { "type": "object" }, "result": {} }';

/** The shortest document, and where it goes. */
function howToWrite(name: string, version = "1.0.0", also = ""): string {
  const document = `{ "name": "${name}", "version": "${version}", "usecases": { ${USE_CASE} } }`;
  return `write profiles/${name}.json beside client.json${also}: ${document}`;
}

function isWithoutUseCases(document: Source | undefined): boolean {
  const { usecases } = (document?.json ?? {}) as { readonly usecases?: unknown };
  return typeof usecases === "object" && usecases !== null && Object.keys(usecases).length === 0;
}
