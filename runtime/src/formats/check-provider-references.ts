import { baseUrlParameters, fillBaseUrl, knownBaseUrl, LONGEST_BASE_URL, standInsFor } from "../config/base-url.js";
import type { ProviderDefinition, SecurityScheme } from "../config/definition.js";
import { readEnvText, toPointer } from "../config/env.js";
import { has, own } from "../config/options.js";
import { fillTokenUrl, tokenUrlsOf } from "../config/token-url.js";
import { checkServices } from "./check-services.js";
import type { ProviderSettings, SecurityValues } from "./client-json.generated.js";
import { error, type Issue, warning } from "./issue.js";
import { definitionsOf, type Known } from "./known.js";
import { listed, suggestion } from "./nearest.js";
import { takenFields, takesFields } from "./scheme-fields.js";
import { isShownName, quoted } from "./shown.js";

/** Checks one provider of a client configuration against its definitions. */
export function checkProviderReferences(name: string, provider: string | ProviderSettings, known: Known): Issue[] {
  const pointer = toPointer("providers", name);
  const definition = own(known.providers, name);
  if (definition === undefined && known.isComplete === true) return [notGenerated(name, pointer, known)];
  if (definition !== undefined && definition.name !== name) return [otherName(name, definition.name, pointer)];
  const definitions = definitionsOf(name, known).filter((other) => other.name === name);
  if (typeof provider === "string" || definition === undefined) return [];
  return [
    ...checkSecurity(name, provider, definitions),
    ...checkParameters(name, provider, definitions),
    ...checkServices(name, provider, definitions),
  ];
}

function notGenerated(name: string, pointer: string, { providers }: Known): Issue {
  const hint = suggestion(name, Object.keys(providers), "generated");
  return error("SW1319", pointer, `provider ${quoted(name)} was not generated`, { target: "key", hint });
}

/** A definition that calls itself by another name than its key. */
export function otherName(key: string, name: string, pointer: string): Issue {
  const message = `the provider is called ${quoted(key)} here and ${quoted(name)} in its definition`;
  return error("SW1316", pointer, message, { target: "key", hint: "use one name in both places" });
}

function checkSecurity(
  provider: string,
  { security = [] }: ProviderSettings,
  definitions: readonly ProviderDefinition[],
): Issue[] {
  const ids = namesOf(definitions, ({ securitySchemes }) => securitySchemes);
  return security.flatMap((entry, index) => {
    const pointer = toPointer("providers", provider, "security", String(index));
    const schemes = definitions.flatMap((definition) => own(definition.securitySchemes, entry.id) ?? []);
    return schemes.length === 0
      ? [unknownScheme(entry.id, `${pointer}/id`, provider, ids)]
      : checkEntry(entry, pointer, schemes);
  });
}

function checkEntry(entry: SecurityValues, pointer: string, schemes: readonly SecurityScheme[]): Issue[] {
  const given = Object.keys(entry).filter((key) => key !== "id");
  if (schemes.some((scheme) => takesFields(scheme, given))) return [];
  const message = `${quoted(entry.id)} has ${listed(given)}; its security scheme ${takenFields(schemes)}`;
  return [error("SW1314", pointer, message)];
}

function unknownScheme(id: string, pointer: string, provider: string, ids: readonly string[]): Issue {
  const none = "the definition declares no security schemes";
  const message = `provider ${quoted(provider)} has no security scheme ${quoted(id)}`;
  return error("SW1313", pointer, message, { hint: suggestion(id, ids, "security schemes") ?? none });
}

function checkParameters(
  provider: string,
  settings: ProviderSettings,
  definitions: readonly ProviderDefinition[],
): Issue[] {
  const names = namesOf(definitions, ({ parameters = {} }) => parameters);
  const declared = new Set(names);
  const urls = urlsOf(definitions, settings);
  return Object.entries(settings.parameters ?? {}).flatMap(([name, text]) => {
    const pointer = toPointer("providers", provider, "parameters", name);
    if (!declared.has(name)) return [undeclaredParameter(name, pointer, provider, names)];
    const read = readEnvText(text);
    const problem = read.kind === "literal" ? valueProblem(name, read.text, urls.get(name) ?? []) : undefined;
    return problem === undefined ? [] : [error("SW1205", pointer, problem)];
  });
}

/** Names in any definition, each once. */
function namesOf(
  definitions: readonly ProviderDefinition[],
  part: (definition: ProviderDefinition) => object,
): readonly string[] {
  return [...new Set(definitions.flatMap((definition) => Object.keys(part(definition))))];
}

/** A value for a name of its own fills paths, and may have been meant for another name (rules P9). */
function undeclaredParameter(name: string, pointer: string, provider: string, declared: readonly string[]): Issue {
  const placeholder = isShownName(name) ? `{${name}}` : "the placeholder of that name";
  const message = `the definition of provider ${quoted(provider)} declares no parameter ${quoted(name)}; the value fills ${placeholder} in paths and nothing else`;
  const hint = suggestion(name, declared, "declared") ?? 'declare it in "parameters" of the definition, or remove it';
  return warning("SW1315", pointer, message, { target: "key", hint });
}

/** Why a literal value cannot stand in the URLs that use it. The message holds no value. */
function valueProblem(name: string, value: string, urls: readonly FillableUrl[]): string | undefined {
  const problems = urls.flatMap(({ text, fill, standIn }) => {
    const filled = fill(text, (parameter) => (parameter === name ? value : standIn(parameter)));
    return has(filled, "problem") && filled.problem.parameter === name ? [filled.problem.message] : [];
  });
  return problems[0];
}

interface FillableUrl {
  readonly text: string;
  readonly fill: typeof fillBaseUrl | typeof fillTokenUrl;
  /** The text is looked at once, though each of its names may have a value. */
  readonly standIn: (name: string) => string;
}

/** Base URLs as they are known before the program runs, and where tokens come from, by the parameters in them. */
function urlsOf(
  definitions: readonly ProviderDefinition[],
  settings: ProviderSettings,
): ReadonlyMap<string, readonly FillableUrl[]> {
  const found = new Map<string, FillableUrl[]>();
  const note = (text: string, fill: FillableUrl["fill"]): void => {
    if (text.length > LONGEST_BASE_URL) return;
    const standIn = standInsFor(text);
    for (const name of baseUrlParameters(text)) {
      const urls = found.get(name) ?? [];
      found.set(name, urls);
      urls.push({ text, fill, standIn });
    }
  };
  for (const { services, securitySchemes } of definitions) {
    for (const [id, { baseUrl }] of Object.entries(services))
      note(knownBaseUrl(baseUrl, own(settings.services, id)), fillBaseUrl);
    for (const text of tokenUrlsOf(Object.values<SecurityScheme>(securitySchemes))) note(text, fillTokenUrl);
  }
  return found;
}
