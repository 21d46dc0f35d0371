import { isPlainObject, namesIn, own, parseProvider, valueAt, type VariableNames } from "@sdkwright/runtime/config";
import type { DefinitionSource, Source } from "../diagnostics/source.js";
import { loadReferencedDefinitions } from "../project/load-definitions.js";
import type { Reader } from "../project/reader.js";
import { referencesIn } from "../project/references.js";
import { credentialEntries } from "./credentials.js";

/**
 * Variables that are read for something else than this provider, or would be as soon as somebody adds an entry: one that
 * two vendors share would bring the key of one to the other (rules C17).
 */
export async function namesTaken(provider: string, client: Source | undefined, reader: Reader): Promise<VariableNames> {
  const json = client?.json;
  if (client === undefined || !isPlainObject(json)) return new Map();
  const entries = own(json, "providers");
  const { [provider]: _, ...others } = isPlainObject(entries) ? entries : {};
  const names = namesIn({ ...json, providers: others });
  const references = referencesIn(json).providers.filter(({ name }) => name !== provider);
  for (const definition of await loadReferencedDefinitions(reader, client, references))
    addProposals(definition, valueAt(others, [definition.key ?? "", "security"]), names);
  return names;
}

/** Names that schemes without an entry would get. */
function addProposals({ key, source }: DefinitionSource, entries: unknown, names: VariableNames): void {
  const { value } = parseProvider(source.json);
  if (value === undefined || key === undefined) return;
  const { security: _, securitySchemes = [], ...rest } = value;
  const given = new Set(
    Array.isArray(entries) ? entries.map((entry) => (isPlainObject(entry) ? entry["id"] : "")) : [],
  );
  credentialEntries({ ...rest, name: key, securitySchemes: securitySchemes.filter(({ id }) => !given.has(id)) }, names);
}
