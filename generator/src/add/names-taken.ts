import { isPlainObject, namesIn, own, parseProvider, type VariableNames } from "@sdkwright/runtime/config";
import type { DefinitionSource, Source } from "../diagnostics/source.js";
import { credentialEntries } from "./credentials.js";

/** A provider that gets variables. */
interface Receiver {
  readonly name: string;
  /** Where its definition stands, or is to stand. */
  readonly definitionPath: string;
}

/** A client.json, with the definitions that it names. */
export interface NamedDefinitions {
  readonly client: Source;
  readonly definitions: readonly DefinitionSource[];
}

/** The client.json that gets an entry, and those of the other projects of package.json. */
interface Clients {
  readonly ours: readonly NamedDefinitions[];
  readonly others: readonly NamedDefinitions[];
}

/**
 * Variables that are read for something else than this provider, or would be as soon as somebody adds an entry: one that
 * two vendors share would bring the key of one to the other. Projects of one package.json have one environment (rules C17).
 */
export function namesTaken(receiver: Receiver, { ours, others }: Clients): VariableNames {
  const names: VariableNames = new Map();
  for (const client of ours) addNames(client, true, receiver, names);
  for (const client of others) addNames(client, false, receiver, names);
  return names;
}

/** The names of one client.json; another project's provider is this one where they share the definition. */
function addNames(
  { client: { json }, definitions }: NamedDefinitions,
  isOwn: boolean,
  { name: ours, definitionPath }: Receiver,
  names: VariableNames,
): void {
  if (!isPlainObject(json)) return;
  const isShared = definitions.some(({ key, source }) => key === ours && source.path === definitionPath);
  const passedOver = isOwn || isShared ? ours : undefined;
  const entries = own(json, "providers");
  const others = Object.entries(isPlainObject(entries) ? entries : {}).filter(([name]) => name !== passedOver);
  const providers = Object.fromEntries(others);
  for (const name of namesIn({ ...json, providers }).keys()) names.set(name, 1);
  for (const definition of definitions) if (definition.key !== passedOver) addProposals(definition, names);
}

/** Names that a definition's schemes would get. */
function addProposals({ key, source }: DefinitionSource, names: VariableNames): void {
  const { value } = parseProvider(source.json);
  if (value === undefined || key === undefined) return;
  const proposed: VariableNames = new Map();
  credentialEntries({ ...value, name: key }, proposed);
  for (const name of proposed.keys()) if (!names.has(name)) names.set(name, 1);
}
