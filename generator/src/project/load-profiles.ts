import { dirname, extname, resolve } from "node:path";
import { fileKind, isShownName, quoted } from "@sdkwright/runtime/config";
import type { MapFile, ProfileSource, Source, SourceIssue } from "../diagnostics/source.js";
import { readText } from "../io/read-file.js";
import { type ProfileReference, type ProviderReference, readNamedDefinition, VERSION } from "./load-definitions.js";
import { meantPath, nearestFile } from "./path-hints.js";
import { type Reader, reasonText } from "./reader.js";

/** A profile or map in a format that is not read: it is left alone, and may be absent (rules F5). */
interface UnreadFile {
  readonly kind: "profile" | "map";
  readonly path: string;
  /** Where client.json names it. */
  readonly pointer: string;
}

const HINTS = {
  profile: "its use-cases are those in defaults, with open inputs and results",
  map: "pass the map in code: createClient({ maps })",
} as const;

/** One note for all of them: a configuration of another tool's names dozens. */
function unreadNote(files: readonly UnreadFile[], client: Source, reader: Reader): readonly SourceIssue[] {
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
  return `${files.length} files are in formats that are not read, and were ignored: ${parts.join(" and ")}`;
}

function hintFor(files: readonly UnreadFile[]): string {
  const has = (kind: UnreadFile["kind"]) => files.some((file) => file.kind === kind);
  return [
    ...(has("profile") ? ["such a profile has the use-cases in defaults"] : []),
    ...(has("map") ? ["pass such maps in code: createClient({ maps })"] : []),
  ].join("; ");
}

/** What became of the document of a profile (rules C4). */
export interface FoundDocument {
  readonly document?: Source | undefined;
  /** A file in a format that is not read. */
  readonly unread?: UnreadFile | undefined;
}

/** Finds the document of a profile: the file that client.json names, or the one of the version that it pins. */
async function readDocument(
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
  const message = `profile ${quoted(name)} has no document of version ${version}, but one of ${versions}`;
  const hint = `pin an existing version, or add ${name}@${version}.json to the folder "profiles" beside client.json`;
  return { code: "SW0215", severity: "error", pointer, message, hint, source: client };
}

function withoutDocument(client: Source, pointer: string, name: string, looked: string): SourceIssue {
  const message = `no document of profile ${quoted(name)} was found; looked at ${looked}`;
  const hint = "its use-cases are those in defaults, with open inputs and results";
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

/** Reads what client.json's profiles name: documents, definitions of their own, and maps, whose text alone is read. */
export async function loadProfiles(
  reader: Reader,
  client: Source,
  references: readonly ProfileReference[],
): Promise<readonly ProfileSource[]> {
  const loaded: ProfileSource[] = [];
  const notRead: UnreadFile[] = [];
  for (const reference of references) {
    const { name, version, providers } = reference;
    const { document, unread } = await readDocument(reader, client, reference);
    const { maps, definitions, unreadMaps } = await loadProviders(reader, client, name, providers);
    loaded.push({ name, version, ...(document && { document }), maps, definitions });
    if (unread !== undefined) notRead.push(unread);
    for (const map of unreadMaps) notRead.push(map);
  }
  for (const issue of unreadNote(notRead, client, reader)) reader.issues.push(issue);
  return loaded;
}

async function loadProviders(
  reader: Reader,
  client: Source,
  profile: string,
  references: readonly ProviderReference[],
): Promise<Pick<ProfileSource, "maps" | "definitions"> & { readonly unreadMaps: readonly UnreadFile[] }> {
  const maps: [string, MapFile][] = [];
  const definitions: [string, Source][] = [];
  const unreadMaps: UnreadFile[] = [];
  for (const reference of references) {
    const { name, file, pointer } = reference;
    if (file === undefined) continue;
    const kind = fileKind(file);
    const path = resolve(dirname(client.path), file);
    if (kind === "other") unreadMaps.push({ kind: "map", path, pointer });
    if (kind === "map") maps.push([name, readMap(reader, client, path, { ...reference, profile })]);
    const definition = kind === "definition" && (await readNamedDefinition(reader, client, file, pointer));
    if (definition) definitions.push([name, definition]);
  }
  return { maps: Object.fromEntries(maps), definitions: Object.fromEntries(definitions), unreadMaps };
}

/** A map that is not there is reported and stops nothing: it is written with the emitted types. */
function readMap(
  reader: Reader,
  client: Source,
  path: string,
  { profile, name, pointer }: ProviderReference & { readonly profile: string },
): MapFile {
  const read = readText(path);
  const file = reader.fileOf(path);
  if ("text" in read) return { file, client, pointer, source: reader.sourceOf(path, "map", read.text) };
  const message = `the map module ${reader.named(path)} ${reasonText(read.reason)}`;
  const meant = meantPath(path, dirname(client.path), [reader.root]) ?? nearestFile(path, client.text);
  const isShown = read.reason === "missing" && isShownName(profile) && isShownName(name);
  const way = isShown ? `npx sdkwright map ${profile} ${name} writes its skeleton` : undefined;
  const hint = meant ?? way ?? "write it with the map type that is emitted for the profile";
  reader.issues.push({ code: "SW0221", severity: "error", stops: false, pointer, message, hint, source: client });
  return { file, client, pointer };
}
