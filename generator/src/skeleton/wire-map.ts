import { dirname, join } from "node:path";
import { isPlainObject, own, PROFILE_NAME, type JsonObject } from "@sdkwright/runtime/config";
import { withValue } from "../add/edit-json.js";
import type { Source } from "../diagnostics/source.js";
import { ANY_VERSION, filesLike } from "../files/any-version.js";
import { readJson } from "../files/read-json.js";
import { readText } from "../files/read-file.js";

/** client.json with a profile that it does not name yet, if the document of one is beside it. */
export function withProfile({ path, text, json }: Source, profile: string): string | undefined {
  const isNamed = entryAt(json as JsonObject, "profiles", profile) !== undefined;
  if (isNamed || !PROFILE_NAME.test(profile)) return undefined;
  const version = versionOf(join(dirname(path), "profiles", profile));
  return version === undefined ? undefined : withValue(text, ["profiles", profile], { version });
}

/** The newest one by the names of files, else what the document says; whoever reads it then reports its mistakes. */
function versionOf(path: string): string | undefined {
  const versions = filesLike(`${path}${ANY_VERSION}`).map((file) => file.slice(file.indexOf("@") + 1, -".json".length));
  const [newest] = versions.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  const read = readText(`${path}.json`);
  if (newest !== undefined || "reason" in read) return newest;
  const document = readJson(read.text);
  const version = "json" in document && isPlainObject(document.json) ? own(document.json, "version") : undefined;
  return typeof version === "string" ? version : "1.0.0";
}

/** client.json with a map for a provider of a profile; what else it says stays as it is written. */
export function withMap(text: string, json: JsonObject, profile: string, provider: string, file: string): string {
  const settings = entryAt(json, "profiles", profile);
  const path = ["profiles", profile, "providers", provider];
  if (!isPlainObject(settings)) return withValue(text, ["profiles", profile], expanded(settings, provider, file));
  const entry = entryAt(settings, "providers", provider);
  return isPlainObject(entry) ? withValue(text, [...path, "file"], file) : withValue(text, path, { file });
}

/** What is written so that the next provider is asked if one fails. */
export interface Failover {
  /** Absent if client.json has one. */
  readonly priority?: readonly string[] | undefined;
  readonly useCases: readonly string[];
}

/** client.json with failover in use-cases of a profile. */
export function withFailover(text: string, profile: string, { priority, useCases }: Failover): string {
  const at = ["profiles", profile];
  return useCases.reduce(
    (edited, useCase) => withValue(edited, [...at, "defaults", useCase, "providerFailover"], true),
    priority === undefined ? text : withValue(text, [...at, "priority"], priority),
  );
}

function entryAt(record: JsonObject, key: string, name: string): JsonObject[string] | undefined {
  const entries = own(record, key);
  return isPlainObject(entries) ? own(entries, name) : undefined;
}

/** A profile that is a version or a file alone has no place for providers. */
function expanded(shorthand: unknown, provider: string, file: string): object {
  const source = String(shorthand);
  const from = source.startsWith("file:") ? { file: source } : { version: source };
  return { ...from, providers: { [provider]: { file } } };
}
