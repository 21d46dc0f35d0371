import type { SourceIssue } from "../diagnostics/source.js";
import type { LoadedProject, LoadedProvider } from "./project.js";
import { useCaseNamesOf } from "./use-case-names.js";

/** Each takes about half a ms, and 20 kB of memory; a hundred profiles with as many providers come to a tenth of it. */
const MOST_ENTRIES = 100_000;

/** So many characters of a definition take as long as an entry. */
const PER_ENTRY = 100;

/**
 * Profiles multiply: each has every use-case with every provider that it may be done by, and its own definitions, though
 * client.json says it once. What comes to more than can be emitted is an error.
 */
export function checkExtent({ client, profiles }: LoadedProject): readonly SourceIssue[] {
  if (client === undefined) return [];
  const lengths = new Map<string, number>();
  const entriesOf = (definition: LoadedProvider): number => {
    const length = lengths.get(definition.file) ?? JSON.stringify(definition.json).length;
    lengths.set(definition.file, length);
    return length / PER_ENTRY;
  };
  const counts = profiles.map(({ name, document, definitions }) => {
    const config = client.config.profiles[name];
    const providers = new Set([...(config?.priority ?? []), ...Object.keys(config?.providers ?? {})]);
    const useCases = useCaseNamesOf(document?.profile, config).length;
    const own = Object.values(definitions).map(entriesOf);
    return providers.size * Math.max(1, useCases) + own.reduce((sum, each) => sum + each, 0);
  });
  const entries = Math.round(counts.reduce((sum, count) => sum + count, 0));
  if (entries <= MOST_ENTRIES) return [];
  const message = `the profiles of ${client.file} come to ${entries} entries, one for each use-case with each provider; more than ${MOST_ENTRIES} are not emitted`;
  const hint = "name the providers of a profile in its `priority`, or make several projects";
  return [{ code: "SW0303", severity: "error", pointer: "", message, hint }];
}
