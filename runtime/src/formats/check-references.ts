import {
  baseUrlParameters,
  type BaseUrlProblem,
  checkBaseUrl,
  CLEAR_TEXT,
  fillBaseUrl,
  isClearText,
  isHttp,
  knownBaseUrl,
  standInsFor,
} from "../config/base-url.js";
import type { JsonObject, ProviderDefinition, SecurityScheme } from "../config/definition.js";
import { readEnvText } from "../config/env.js";
import { toPointer } from "../config/pointers.js";
import { isArray, isPlainObject, mapValues, own } from "../config/options.js";
import { fillTokenUrl, tokenUrlsOf } from "../config/token-url.js";
import { credentialFields, takenFields, takesFields } from "./check-credentials.js";
import type { ClientJson, Profile, ProfileSettings, Provider, ProviderSettings } from "./client-json.generated.js";
import { error, hostLetters, isShownName, type Issue, listed, quoted, suggestion, warning } from "./issue.js";
import { definitionsOf, type Known, type KnownProfile } from "./known.js";

/**
 * Checks a client configuration against what it refers to: credentials, parameters and base URLs against provider definitions,
 * names against documents, use-cases and inputs against profiles (rules C3, C4, C7, C11, C18, C19, C20, P9).
 */
export function checkReferences({ profiles = {}, providers = {} }: ClientJson, known: Known): Issue[] {
  return [
    ...Object.entries(providers).flatMap(([name, provider]) => checkProvider(name, provider, known)),
    ...Object.entries(profiles).flatMap(([name, profile]) => checkProfile(name, profile, known)),
  ];
}

function notGenerated(what: "profile" | "provider", name: string, pointer: string, names: object): Issue {
  const hint = suggestion(name, Object.keys(names), "generated");
  return error("SW1319", pointer, `${what} ${quoted(name)} was not generated`, { target: "key", hint });
}

/** A document or definition that calls itself by another name than its key. */
function otherName(what: "profile" | "provider", key: string, name: string, pointer: string): Issue {
  const where = what === "profile" ? "document" : "definition";
  const message = `the ${what} is called ${quoted(key)} here and ${quoted(name)} in its ${where}`;
  return error("SW1316", pointer, message, { target: "key", hint: "use one name in both places" });
}

function checkProvider(name: string, provider: Provider, known: Known): Issue[] {
  const pointer = toPointer("providers", name);
  const definition = own(known.providers, name);
  if (definition === undefined)
    return known.isComplete === true ? [notGenerated("provider", name, pointer, known.providers)] : [];
  if (definition.name !== name) return [otherName("provider", name, definition.name, pointer)];
  if (typeof provider === "string") return [];
  const definitions = definitionsOf(name, known).filter((other) => other.name === name);
  const configured = { name, settings: provider, pointer, definitions };
  return [
    ...checkSecurity(configured),
    ...checkParameters(configured),
    ...checkServices(configured),
    ...(known.isComplete === true ? [] : checkWebhooks(configured)),
  ];
}

/** A provider of client.json, and its definitions. */
interface Configured {
  readonly name: string;
  readonly settings: ProviderSettings;
  readonly pointer: string;
  readonly definitions: readonly ProviderDefinition[];
}

/** Names in any definition, each once. */
function namesOf(
  definitions: readonly ProviderDefinition[],
  part: "parameters" | "securitySchemes" | "services",
): readonly string[] {
  return [...new Set(definitions.flatMap((definition) => Object.keys(definition[part] ?? {})))];
}

function checkSecurity({ name, settings, pointer: outer, definitions }: Configured): Issue[] {
  return (settings.security ?? []).flatMap((entry, index) => {
    const pointer = `${outer}/security/${index}`;
    const schemes = definitions.flatMap((definition) => own(definition.securitySchemes, entry.id) ?? []);
    if (schemes.length === 0) {
      const none = "the definition declares no security schemes";
      const hint = suggestion(entry.id, namesOf(definitions, "securitySchemes"), "security schemes") ?? none;
      const message = `provider ${quoted(name)} has no security scheme ${quoted(entry.id)}`;
      return [error("SW1313", `${pointer}/id`, message, { hint })];
    }
    const given = credentialFields(entry);
    if (schemes.some((scheme) => takesFields(scheme, given))) return [];
    const message = `${quoted(entry.id)} has ${listed(given)}; its security scheme ${takenFields(schemes)}`;
    return [error("SW1314", pointer, message)];
  });
}

/** Nothing is known of webhooks in generated code. */
function checkWebhooks({ name, settings, pointer, definitions }: Configured): Issue[] {
  if (settings.webhooks === undefined || definitions.some(({ webhooks }) => webhooks !== undefined)) return [];
  const message = `the definition of provider ${quoted(name)} has no "webhooks", so this has no effect`;
  const hint = 'add "webhooks": { "signature": "standard" } to the definition, or the signature of the vendor';
  return [warning("SW1341", `${pointer}/webhooks`, message, { target: "key", hint })];
}

/** A value for a name of its own fills paths, and may have been meant for another name (rules P9). */
function checkParameters(configured: Configured): Issue[] {
  const { name: provider, settings, pointer: outer, definitions } = configured;
  const [declared, urls] = [namesOf(definitions, "parameters"), urlsOf(configured)];
  return Object.entries(settings.parameters ?? {}).flatMap(([name, text]) => {
    const pointer = `${outer}/parameters${toPointer(name)}`;
    if (!declared.includes(name)) {
      const placeholder = isShownName(name) ? `{${name}}` : "the placeholder of that name";
      const message = `the definition of provider ${quoted(provider)} declares no parameter ${quoted(name)}; the value only fills ${placeholder} in paths`;
      const hint =
        suggestion(name, declared, "declared") ?? 'declare it in "parameters" of the definition, or remove it';
      return [warning("SW1315", pointer, message, { target: "key", hint })];
    }
    const read = readEnvText(text);
    const problem = read.kind === "literal" ? valueProblem(name, read.text, urls) : undefined;
    return problem === undefined ? [] : [error("SW1205", pointer, problem)];
  });
}

type FillableUrl = readonly [text: string, fill: typeof fillBaseUrl | typeof fillTokenUrl];

/** Base URLs as they are known before the program runs, and where tokens come from. */
function urlsOf({ definitions, settings }: Configured): readonly FillableUrl[] {
  return definitions.flatMap(({ services, securitySchemes }): FillableUrl[] => [
    ...Object.entries(services).map(
      ([id, { baseUrl }]) => [knownBaseUrl(baseUrl, own(settings.services, id)), fillBaseUrl] as const,
    ),
    ...tokenUrlsOf(Object.values<SecurityScheme>(securitySchemes)).map((text) => [text, fillTokenUrl] as const),
  ]);
}

/** Why a literal value cannot stand in a URL that uses it. The message holds no value. */
function valueProblem(name: string, value: string, urls: readonly FillableUrl[]): string | undefined {
  for (const [text, fill] of urls) {
    if (!baseUrlParameters(text).includes(name)) continue;
    const standIn = standInsFor(text);
    const filled = fill(text, (parameter) => (parameter === name ? value : standIn(parameter)));
    if ("problem" in filled && filled.problem.parameter === name) return filled.problem.message;
  }
  return undefined;
}

/** Checks base URLs of client.json against the definitions of their provider (rules C20). No message shows one. */
function checkServices({ name: provider, settings, pointer: outer, definitions }: Configured): Issue[] {
  const { parameters: given = {}, services = {} } = settings;
  return Object.entries(services).flatMap(([id, text]) => {
    const pointer = `${outer}/services${toPointer(id)}`;
    const having = definitions.filter((definition) => Object.hasOwn(definition.services, id));
    if (having.length === 0) {
      const hint = suggestion(id, namesOf(definitions, "services"), "services");
      const message = `provider ${quoted(provider)} has no service ${quoted(id)}`;
      return [error("SW1331", pointer, message, { target: "key", hint })];
    }
    const read = readEnvText(text);
    if (read.kind !== "literal") return [];
    const issues = having.flatMap((definition) => {
      // A value of client.json that does not fit is told at its own place.
      const declared = mapValues(definition.parameters ?? {}, (parameter, name) =>
        Object.hasOwn(given, name) ? {} : parameter,
      );
      const checked = checkBaseUrl(read.text, declared);
      if ("problem" in checked) return problemIssue(checked.problem, pointer, Object.keys(declared));
      const isHostKnown = !/^[^/]*\/\/[^/]*\{|^\{/.test(read.text);
      if (!isHostKnown || !isClearText(checked.url) || isHttp(own(definition.services, id)?.baseUrl ?? ""))
        return hostLetters(read.text, pointer, checked.url.origin);
      return error("SW1332", pointer, CLEAR_TEXT, {
        hint: "write https://, or use a server on this machine",
      });
    });
    return issues.slice(0, 1);
  });
}

function problemIssue({ kind, message }: BaseUrlProblem, pointer: string, names: readonly string[]): Issue {
  const variable = kind === "bare" ? 'if a variable has it, write "$NAME"' : undefined;
  if (kind !== "undeclared") return error("SW1205", pointer, message, { hint: variable });
  const hint = names.length === 0 ? "the definition declares no parameters" : `declared: ${listed(names)}`;
  return error("SW1207", pointer, "the base URL has a {parameter} that is not declared", { hint });
}

function checkProfile(name: string, profile: Profile, known: Known): Issue[] {
  const pointer = toPointer("profiles", name);
  const found = own(known.profiles, name);
  if (found === undefined)
    return known.isComplete === true ? [notGenerated("profile", name, pointer, known.profiles)] : [];
  const mismatch = checkDocument(name, profile, pointer, found);
  if (mismatch.length > 0 || typeof profile === "string") return mismatch;
  return [
    ...Object.keys(profile.providers ?? {}).flatMap((provider) => {
      const definition = own(found.definitions, provider);
      if (definition === undefined || definition.name === provider) return [];
      return [otherName("provider", provider, definition.name, `${pointer}/providers${toPointer(provider)}`)];
    }),
    // Rules C21.
    ...Object.entries(found.hasSchemas === false ? (profile.defaults ?? {}) : {}).flatMap(([useCase, { validate }]) => {
      if (validate === undefined) return [];
      const hint = 'give the profile a document, or remove "validate"';
      const place = `${pointer}/defaults${toPointer(useCase)}/validate`;
      return error("SW1321", place, "the profile has no document, so there is nothing to validate against", { hint });
    }),
    ...defaultInputs(profile, pointer).flatMap((defaults) => checkUseCase(defaults, name, found, known.isComplete)),
  ];
}

function checkDocument(name: string, profile: Profile, pointer: string, { document }: KnownProfile): Issue[] {
  if (document === undefined) return [];
  if (document.name !== name) return [otherName("profile", name, document.name, pointer)];
  const isText = typeof profile === "string";
  const version = isText ? profile : profile.version;
  if (version === undefined || version.startsWith("file:") || version === document.version) return [];
  const message = `the document has version ${document.version}, not ${version}`;
  return [error("SW1316", isText ? pointer : `${pointer}/version`, message)];
}

/** The default input of one use-case at one level. */
export interface Defaults {
  readonly useCase: string;
  readonly input: JsonObject;
  readonly pointer: string;
}

/** The default inputs of a profile, at both levels. */
export function defaultInputs({ defaults = {}, providers = {} }: ProfileSettings, pointer: string): Defaults[] {
  const levels = Object.entries(providers).map(([name, settings]) => ({
    defaults: typeof settings === "string" ? {} : (settings.defaults ?? {}),
    pointer: `${pointer}/providers${toPointer(name)}`,
  }));
  return [{ defaults, pointer }, ...levels].flatMap((level) =>
    Object.entries(level.defaults).map(([useCase, { input = {} }]) => ({
      useCase,
      input,
      pointer: `${level.pointer}/defaults${toPointer(useCase)}`,
    })),
  );
}

function checkUseCase(
  { useCase, input, pointer }: Defaults,
  profile: string,
  { useCases, inputs }: KnownProfile,
  isComplete = false,
): Issue[] {
  if (useCases?.includes(useCase) === false) {
    const hint = suggestion(useCase, useCases, "use-cases");
    const message = isComplete
      ? `use-case ${quoted(useCase)} of profile ${quoted(profile)} was not generated`
      : `profile ${quoted(profile)} has no use-case ${quoted(useCase)}`;
    return [error(isComplete ? "SW1319" : "SW1317", pointer, message, { target: "key", hint })];
  }
  const schema = own(inputs, useCase);
  return isPlainObject(schema) ? checkInput(input, schema, `${pointer}/input`) : [];
}

/** Keywords beside which `properties` alone does not say which keys there are. */
const COMPOSED = "$ref allOf anyOf oneOf if patternProperties additionalProperties unevaluatedProperties".split(" ");

/** Keys that the schema of the input does not have, if it lists them all: in silence an object is closed. */
function checkInput(input: JsonObject, schema: JsonObject, pointer: string): Issue[] {
  const { properties, required } = schema;
  if (!isPlainObject(properties) || COMPOSED.some((keyword) => (own(schema, keyword) ?? false) !== false)) return [];
  return Object.entries(input).flatMap(([key, value]) => {
    const place = pointer + toPointer(key);
    const property = own(properties, key);
    if (property !== undefined)
      return isPlainObject(value) && isPlainObject(property) ? checkInput(value, property, place) : [];
    if (isArray(required) && required.includes(key)) return [];
    const hint = suggestion(key, Object.keys(properties), "input keys");
    return [error("SW1318", place, `the input has no ${quoted(key)}`, { target: "key", hint })];
  });
}
