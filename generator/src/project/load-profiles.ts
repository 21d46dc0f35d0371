import { fileKind, isShownName } from "@sdkwright/runtime/config";
import { dirname, resolve } from "node:path";
import { readNamedDefinition } from "./load-definitions.js";
import { readText } from "../files/read-file.js";
import { meantPath, nearestFile } from "./path-hints.js";
import { reasonText, type Reader } from "./reader.js";
import { readDocument } from "./profile-document.js";
import { unreadNote, type UnreadFile } from "./unread-files.js";
import type { ProfileReference, ProviderReference } from "./references.js";
import type { MapFile, ProfileSource, Source } from "../diagnostics/source.js";

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
