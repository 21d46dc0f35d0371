import { isPlainObject, own, type JsonObject } from "@sdkwright/runtime/config";
import { withValue } from "../add/edit-json.js";

/** client.json with a map for a provider of a profile; what else it says stays as it is written. */
export function withMap(text: string, json: JsonObject, profile: string, provider: string, file: string): string {
  const settings = entryAt(json, "profiles", profile);
  const path = ["profiles", profile, "providers", provider];
  if (!isPlainObject(settings)) return withValue(text, ["profiles", profile], expanded(settings, provider, file));
  const entry = entryAt(settings, "providers", provider);
  return isPlainObject(entry) ? withValue(text, [...path, "file"], file) : withValue(text, path, { file });
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
