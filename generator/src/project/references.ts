import { readFileValue, toPointer } from "@sdkwright/runtime/config";
import { isRecord } from "../files/is-record.js";

/** Files that a client.json names, before anything in it has been checked: what has another form is left out. */
export interface References {
  readonly providers: readonly ProviderReference[];
  readonly profiles: readonly ProfileReference[];
}

export interface ProviderReference {
  readonly name: string;
  /** Where client.json names it. */
  readonly pointer: string;
  /** Path as written, relative to the folder of client.json. */
  readonly file?: string | undefined;
}

export interface ProfileReference {
  readonly name: string;
  readonly pointer: string;
  readonly file?: string | undefined;
  readonly version?: string | undefined;
  /** Whether defaults, at either level, name a use-case. */
  readonly namesUseCases: boolean;
  readonly providers: readonly ProviderReference[];
}

const PROVIDER_NAME = /^(unverified\/)?[a-z][_\-a-z]*$/;
const PROFILE_NAME = /^([a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*$/;
/** A semantic version, loosely. */
export const VERSION: RegExp = /^\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$/;

type JsonRecord = { readonly [key: string]: unknown };

/** Reads the references out of a parsed client.json of any form. */
export function referencesIn(json: unknown): References {
  const { providers, profiles } = recordOf(json);
  return {
    providers: entriesOf(providers).flatMap(([name, value]) => providerReference(name, value, ["providers", name])),
    profiles: entriesOf(profiles).flatMap(([name, value]) => profileReference(name, value)),
  };
}

function providerReference(name: string, value: unknown, path: readonly string[]): readonly ProviderReference[] {
  if (!PROVIDER_NAME.test(name)) return [];
  if (typeof value === "string") {
    const file = filePath(value, "required");
    return file === undefined ? [] : [{ name, pointer: toPointer(...path), file }];
  }
  if (!isRecord(value)) return [];
  if (!Object.hasOwn(value, "file")) return [{ name, pointer: toPointer(...path) }];
  if (Object.hasOwn(value, "mapVariant") || Object.hasOwn(value, "mapRevision")) return [];
  const file = filePath(value["file"], "optional");
  return file === undefined ? [] : [{ name, pointer: toPointer(...path, "file"), file }];
}

function profileReference(name: string, value: unknown): readonly ProfileReference[] {
  if (!PROFILE_NAME.test(name)) return [];
  const path = ["profiles", name];
  const record = recordOf(value);
  const providers = entriesOf(record["providers"]).flatMap(([provider, settings]) =>
    providerReference(provider, settings, [...path, "providers", provider]),
  );
  const from = typeof value === "string" ? sourceInString(value, path) : sourceInRecord(record, path);
  const levels = [record, ...entriesOf(record["providers"]).map(([, settings]) => recordOf(settings))];
  const namesUseCases = levels.some(({ defaults }) => entriesOf(defaults).length > 0);
  return [{ name, providers, namesUseCases, ...from }];
}

function sourceInString(
  value: string,
  path: readonly string[],
): Pick<ProfileReference, "pointer" | "file" | "version"> {
  const version = VERSION.test(value) ? value : undefined;
  return { pointer: toPointer(...path), version, file: filePath(value, "required") };
}

function sourceInRecord(
  record: JsonRecord,
  path: readonly string[],
): Pick<ProfileReference, "pointer" | "file" | "version"> {
  const { file, version } = record;
  if (file !== undefined && version !== undefined) return { pointer: toPointer(...path) };
  if (Object.hasOwn(record, "file")) return { pointer: toPointer(...path, "file"), file: filePath(file, "optional") };
  const isVersion = typeof version === "string" && VERSION.test(version);
  return { pointer: toPointer(...path, "version"), version: isVersion ? version : undefined };
}

/** The path in a `file:` value, or in a value where the prefix may be left out (rules F5). */
function filePath(value: unknown, prefix: "required" | "optional"): string | undefined {
  if (typeof value !== "string" || (prefix === "required" && !value.startsWith("file:"))) return undefined;
  const read = readFileValue(value);
  return "path" in read ? read.path : undefined;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(recordOf(value));
}

function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}
