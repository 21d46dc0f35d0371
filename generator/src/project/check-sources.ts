import {
  checkReferences,
  type ClientJson,
  copyJson,
  defaultInputs,
  type Issue,
  type Known,
  type KnownProfile,
  own,
  toPointer,
  withSchemeFields,
} from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { ProfileSource, Source, SourceIssue, Sources } from "../diagnostics/source.js";
import { checkDefault } from "../schema/check-default.js";
import { schemaRemarks, uncheckedParts } from "../schema/read-schema.js";
import { schemaObject } from "../schema/schema-part.js";
import { definedValues, type NormalizedSources, type ParsedSources } from "./parse.js";

/** Default inputs that the schemas of their use-cases do not allow (rules C15). */
function checkDefaults(
  { profiles = {} }: Partial<ClientJson>,
  sources: Sources,
  parsed: ParsedSources,
  budget: Budget,
): readonly Issue[] {
  const spendingOn = (pointer: string) => (steps: number) => {
    const what = "this default input takes too long to check against its schema";
    const hint = "simplify the schema or the input";
    budget.spend(steps, () => ({ what, hint, pointer, source: sources.client }));
  };
  return sources.profiles.flatMap(({ name, document }) => {
    const profile = own(profiles, name);
    const useCases = document && parsed.profiles.get(document)?.value?.usecases;
    if (profile === undefined || typeof profile === "string") return [];
    return defaultInputs(profile, toPointer("profiles", name)).flatMap(({ useCase, input, pointer }) => {
      const schema = own(useCases, useCase)?.input;
      if (schema === undefined) return [];
      return checkDefault(schemaObject(schema), input, `${pointer}/input`, spendingOn(`${pointer}/input`));
    });
  });
}

/** Remarks about the schemas of profile documents in which nothing is wrong. */
function remarksAboutSchemas({ profiles }: ParsedSources): readonly SourceIssue[] {
  return Array.from(profiles).flatMap(([source, { value }]) =>
    Object.entries(value?.usecases ?? {}).flatMap(([name, useCase]) =>
      (["input", "result", "error"] as const).flatMap((part) => {
        const schema = useCase[part];
        if (schema === undefined || typeof schema === "boolean") return [];
        const pointer = toPointer("usecases", name, part);
        const remarks = [
          ...schemaRemarks(schema, pointer),
          ...(part === "error" ? [] : uncheckedParts(schema, pointer)),
        ];
        return remarks.map((issue) => ({ ...issue, source }));
      }),
    ),
  );
}

/** What is wrong between the documents of a project: what one refers to and another does not have. */
export function checkSources(
  sources: Sources,
  parsed: ParsedSources,
  normalized: NormalizedSources,
  budget: Budget,
): readonly SourceIssue[] {
  const { client } = sources;
  const { sound, issues = [] } = parsed.client ?? {};
  const references = sound === undefined ? [] : checkReferences(sound, knownOf(sources, parsed, normalized));
  const defaults = sound === undefined ? [] : checkDefaults(sound, sources, parsed, budget);
  const found = [...references, ...defaults].filter((issue) => !isConsequence(issue, issues));
  return [
    ...found.map((issue) => ({ ...issue, source: client })),
    ...providersTwice(sources, parsed),
    ...remarksAboutSchemas(parsed),
  ];
}

/** Whether a value is short of something only because what it has was found wrong, and so left out. */
function isConsequence({ pointer, target }: Issue, earlier: readonly Issue[]): boolean {
  if (target === "key") return false;
  return earlier.some(({ severity, pointer: inner }) => severity === "error" && parentOf(inner) === pointer);
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** The issues of the documents, each for itself, in the light of the others. */
export function inContext(
  sources: Sources,
  parsed: ParsedSources,
  normalized: NormalizedSources,
): readonly SourceIssue[] {
  const { client } = sources;
  if (client === undefined || !parsed.issues.some(({ code }) => code === "SW1311")) return parsed.issues;
  const known = knownOf(sources, parsed, normalized);
  const document = copyJson(client.json).value;
  return parsed.issues.map((issue) =>
    issue.source === client ? { ...issue, ...withSchemeFields([issue], document, known)[0] } : issue,
  );
}

function knownOf({ definitions, profiles }: Sources, parsed: ParsedSources, normalized: NormalizedSources): Known {
  const providers = definitions.flatMap(({ key, source }) => {
    const loaded = normalized.definitions.get(source);
    return key === undefined || loaded === undefined ? [] : [[key, loaded.definition] as const];
  });
  const known = profiles.map((profile) => [profile.name, knownProfile(profile, parsed, normalized)] as const);
  return { providers: Object.fromEntries(providers), profiles: Object.fromEntries(known) };
}

function knownProfile(
  { document, definitions }: ProfileSource,
  { profiles }: ParsedSources,
  normalized: NormalizedSources,
): KnownProfile {
  const own = definedValues(definitions, (source) => normalized.definitions.get(source)?.definition);
  const profile = document && profiles.get(document)?.value;
  if (profile === undefined) return { hasSchemas: document === undefined ? false : undefined, definitions: own };
  const inputs = definedValues(profile.usecases, ({ input }) => schemaObject(input));
  return { document: profile, useCases: Object.keys(profile.usecases), inputs, definitions: own };
}

/** One provider from two files (rules C1). A definition under another name than its own is a mistake already. */
function providersTwice({ definitions }: Sources, { providers }: ParsedSources): readonly SourceIssue[] {
  const first = new Map<string, Source>();
  return definitions.flatMap(({ key, source }) => {
    const name = providers.get(source)?.sound?.name;
    if (name === undefined || (key !== undefined && key !== name)) return [];
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, source);
    return earlier === undefined ? [] : [twiceIssue(source, earlier, name)];
  });
}

function twiceIssue(source: Source, { file }: Source, name: string): SourceIssue {
  const message = `the provider "${name}" is already defined by ${file}`;
  const hint = "leave out one of the files: a provider has one definition";
  return { code: "SW0204", severity: "error", pointer: "/name", message, hint, source };
}
