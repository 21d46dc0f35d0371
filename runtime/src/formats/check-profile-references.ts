import type { JsonObject } from "../config/definition.js";
import { escapeSegment, toPointer } from "../config/env.js";
import { isArray, isPlainObject, own } from "../config/options.js";
import { otherName } from "./check-provider-references.js";
import type { ClientJson, ProfileSettings } from "./client-json.generated.js";
import { error, type Issue } from "./issue.js";
import type { Known, KnownProfile } from "./known.js";
import { suggestion } from "./nearest.js";
import { quoted } from "./shown.js";

type Profile = NonNullable<ClientJson["profiles"]>[string];

/** Checks one profile of a client configuration against what is known of it. */
export function checkProfileReferences(name: string, profile: Profile, known: Known): Issue[] {
  const pointer = toPointer("profiles", name);
  const found = own(known.profiles, name);
  if (found === undefined) return known.isComplete === true ? [notGenerated(name, pointer, known)] : [];
  const mismatch = checkDocument(name, profile, pointer, found);
  if (mismatch.length > 0 || typeof profile === "string") return mismatch;
  return [
    ...checkDefinitions(profile, pointer, found),
    ...checkValidation(profile, pointer, found),
    ...defaultInputs(profile, pointer).flatMap((defaults) => checkUseCase(defaults, name, found, known)),
  ];
}

function notGenerated(name: string, pointer: string, { profiles }: Known): Issue {
  const hint = suggestion(name, Object.keys(profiles), "generated");
  return error("SW1319", pointer, `profile ${quoted(name)} was not generated`, { target: "key", hint });
}

function checkDocument(name: string, profile: Profile, pointer: string, { document }: KnownProfile): Issue[] {
  if (document === undefined) return [];
  if (document.name !== name) {
    const message = `the profile is called ${quoted(name)} here and ${quoted(document.name)} in its document`;
    return [error("SW1316", pointer, message, { target: "key", hint: "use one name in both places" })];
  }
  const isVersion = typeof profile === "string" ? !profile.startsWith("file:") : profile.version !== undefined;
  const version = typeof profile === "string" ? profile : profile.version;
  if (!isVersion || version === document.version) return [];
  const place = typeof profile === "string" ? pointer : `${pointer}/version`;
  return [error("SW1316", place, `version ${version} is asked for, and the document has ${document.version}`)];
}

function checkDefinitions(
  { providers = {} }: ProfileSettings,
  pointer: string,
  { definitions = {} }: KnownProfile,
): Issue[] {
  return Object.keys(providers).flatMap((name) => {
    const definition = own(definitions, name);
    if (definition === undefined || definition.name === name) return [];
    return [otherName(name, definition.name, `${pointer}/providers${toPointer(name)}`)];
  });
}

/** Rules C21. */
function checkValidation({ defaults = {} }: ProfileSettings, pointer: string, { hasSchemas }: KnownProfile): Issue[] {
  if (hasSchemas !== false) return [];
  return Object.entries(defaults).flatMap(([useCase, { validate }]) => {
    if (validate === undefined) return [];
    const hint = 'give the profile a document, or remove "validate"';
    const place = `${pointer}/defaults${toPointer(useCase)}/validate`;
    return [error("SW1321", place, "the profile has no document, so there is nothing to validate against", { hint })];
  });
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
  found: KnownProfile,
  known: Known,
): Issue[] {
  const { useCases, inputs = {} } = found;
  if (useCases !== undefined && !useCases.includes(useCase)) {
    const hint = suggestion(useCase, useCases, "use-cases");
    if (known.isComplete !== true) {
      const message = `profile ${quoted(profile)} has no use-case ${quoted(useCase)}`;
      return [error("SW1317", pointer, message, { target: "key", hint })];
    }
    const message = `use-case ${quoted(useCase)} of profile ${quoted(profile)} was not generated`;
    return [error("SW1319", pointer, message, { target: "key", hint })];
  }
  const schema = own(inputs, useCase);
  return isPlainObject(schema) ? checkInput(input, schema, `${pointer}/input`) : [];
}

/** Keywords beside which `properties` alone does not say which keys there are. */
const COMPOSED = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
];

/** Keys that the schema of the input does not have, where it lists them all: in silence an object is closed. */
function checkInput(input: JsonObject, schema: JsonObject, pointer: string): Issue[] {
  const { properties, required } = schema;
  if (
    !isPlainObject(properties) ||
    COMPOSED.some((keyword) => Object.hasOwn(schema, keyword) && schema[keyword] !== false)
  ) {
    return [];
  }
  return Object.entries(input).flatMap(([key, value]) => {
    const place = `${pointer}/${escapeSegment(key)}`;
    const property = own(properties, key);
    if (property === undefined) {
      if (isArray(required) && required.includes(key)) return [];
      const hint = suggestion(key, Object.keys(properties), "input keys");
      return [error("SW1318", place, `the input has no ${quoted(key)}`, { target: "key", hint })];
    }
    return isPlainObject(value) && isPlainObject(property) ? checkInput(value, property, place) : [];
  });
}
