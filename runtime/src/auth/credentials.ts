import type { ConfiguredValues, ProviderDefinition, SecurityScheme } from "../config/definition.js";
import { type Environment, readEnvText } from "../config/env.js";
import { lookUpVariable } from "../config/variables.js";
import { toPointer } from "../config/pointers.js";
import { isPlainObject, own } from "../config/options.js";
import { type CredentialField, fieldsOfScheme } from "../config/schemes.js";
import { isOptionalField } from "../config/scheme-places.js";
import { ConfigurationError } from "../errors/errors.js";

/** Where a provider's credentials come from. */
export interface CredentialSources {
  readonly definition: ProviderDefinition;
  /** The values of client.json. */
  readonly configured: ConfiguredValues;
  /** The credentials that code gave, by scheme: fields, or a function that returns them; it goes before client.json. */
  readonly given: { readonly credentials: object; readonly parameters: object };
  readonly env: Environment;
}

/** The fields of one scheme, resolved for one attempt. */
export interface ResolvedCredentials {
  readonly schemeId: string;
  readonly fields: Fields;
  /** The texts that redaction looks for. */
  readonly secrets: readonly string[];
  /** Value of a field. */
  text(field: CredentialField): string;
  /** An error that names provider, scheme, field and where the value comes from; never the value. */
  error(field: CredentialField, problem: string): ConfigurationError;
}

/** Texts by the names of fields. */
export type Fields = Readonly<Record<string, string>>;

/** The subject of a message: a field, or all fields of a scheme. */
interface CredentialPlace {
  readonly sources: CredentialSources;
  readonly schemeId: string;
  readonly field: string | readonly string[];
}

type FieldPlace = CredentialPlace & { readonly field: string };

interface Resolved {
  readonly value: string;
  /** The variable that the value comes from, when it is one. */
  readonly variable?: string | undefined;
}

/**
 * Gets the values of a scheme's fields: from code, else as client.json says. Functions are called each time. `requireUnmoved` is called
 * when variables are read, and throws where these are not for the place that was meant. `refused`: the server did not accept
 * what there was.
 */
export async function resolveCredentials(
  sources: CredentialSources,
  schemeId: string,
  scheme: SecurityScheme,
  requireUnmoved: () => void,
  refused = false,
): Promise<ResolvedCredentials> {
  const fields = fieldsOfScheme(scheme);
  const given = await givenFields(sources, schemeId, fields, scheme, refused);
  const coded = await Promise.all(
    fields.map((field) => codedValue({ sources, schemeId, field }, own(given, field), refused)),
  );
  // Variables all at once, and after functions that may take long: they may change together.
  requireUnmoved();
  const values = fields.map((field, index) => {
    const value = coded[index];
    return value === undefined
      ? configuredValue({ sources, schemeId, field }, isOptionalField(scheme, field))
      : { value };
  });
  const resolved = (field: CredentialField): Resolved => values[fields.indexOf(field)] ?? { value: "" };
  const error = (field: CredentialField, problem: string): ConfigurationError =>
    credentialError({ sources, schemeId, field }, problem, "bad-credential", resolved(field).variable);
  for (const field of fields) {
    const { value } = resolved(field);
    if (value === "" && (field === "apikey" || field === "token")) throw error(field, "is empty");
    if (/\p{Cc}/u.test(value)) throw error(field, "contains a control character, such as a line break at its end");
    if (/\p{Cs}/u.test(value)) throw error(field, "is not well-formed Unicode");
  }
  const secrets = values.map(({ value }) => value);
  const texts = Object.fromEntries(fields.map((field, index) => [field, secrets[index] ?? ""]));
  // Basic sends both in one piece, whose base64 holds neither by itself.
  if (fields.length > 1) secrets.push(secrets.join(":"));
  return { schemeId, fields: texts, secrets, text: (field) => resolved(field).value, error };
}

/** Reads the credentials that code gives for a scheme; of the object that a function returns, the scheme's fields are read and nothing else. */
export async function givenFields(
  sources: CredentialSources,
  schemeId: string,
  fields: readonly string[],
  scheme: SecurityScheme,
  refused = false,
): Promise<object | undefined> {
  const given = own(sources.given.credentials, schemeId);
  if (typeof given !== "function") return given as object | undefined;
  const found = await callSource({ sources, schemeId, field: fields }, async () => {
    const returned: unknown = await (given as Source)({ refused });
    const record = isPlainObject(returned) ? returned : {};
    const read = new Map<string | symbol, unknown>(fields.map((field) => [field, own(record, field)]));
    // Another name may be meant for the field that is absent.
    const isBare = Reflect.ownKeys(record).every((name) => read.has(name) && read.get(name) !== null);
    const absent = (field: string): unknown => (isBare && isOptionalField(scheme, field) ? "" : undefined);
    return Object.fromEntries(fields.map((field) => [field, read.get(field) ?? absent(field)]));
  });
  const field = fields.filter((each) => found[each] === undefined);
  // All of them: what client.json has for one would be of another identity.
  if (field.length === 0) return found;
  const problem = "is missing: the function must return a plain object with it";
  throw credentialError({ sources, schemeId, field }, problem, "bad-credential");
}

function configuredValue(place: FieldPlace, isOptional: boolean): Resolved {
  const { sources, schemeId, field } = place;
  const configured: unknown = own(own(sources.configured.credentials, schemeId) as object | undefined, field);
  if (configured === undefined && isOptional) return { value: "" };
  if (typeof configured !== "string") throw credentialError(place, "is missing", "missing-credential");
  const text = readEnvText(configured);
  if (text.kind === "literal") return { value: text.text };
  if (text.kind === "malformed")
    throw credentialError(place, "starts with `$` but is not $NAME: write $NAME, or $$ for a `$`", "bad-credential");
  const value = lookUpVariable(text.name, sources.env);
  if (value !== undefined) return { value, variable: text.name };
  throw credentialError(place, "is missing: the variable is unset or empty", "missing-credential", text.name);
}

/** `undefined` where code gives none. */
async function codedValue(place: FieldPlace, given: unknown, refused: boolean): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const value = typeof given === "function" ? await callSource(place, () => (given as Source)({ refused })) : given;
  if (typeof value === "string") return value;
  throw credentialError(place, "is not a string", "bad-credential");
}

type Source = (asked: { readonly refused: boolean }) => unknown;

/** Calls a function of the application. Its errors are not passed on: they may hold the secrets. */
async function callSource<Value>(place: CredentialPlace, source: () => Value): Promise<Awaited<Value>> {
  try {
    return await source();
  } catch {
    throw credentialError(place, "could not be read: its function threw", "credential-source-failed");
  }
}

export function credentialError(
  place: CredentialPlace,
  problem: string,
  code: string,
  variable?: string,
): ConfigurationError {
  const { sources, schemeId, field } = place;
  const source = variable === undefined ? "" : ` (from $${variable})`;
  const message = `credential "${[field].flat().join('", "')}" of scheme "${schemeId}" of ${sources.definition.name}${source} ${problem}`;
  // Entries keep their order from client.json; the pointer is that of a field, or of the entry of a whole scheme.
  const index = Object.keys(sources.configured.credentials ?? {}).indexOf(schemeId);
  const keys = ["providers", sources.definition.name, "security", index, ...(typeof field === "string" ? [field] : [])];
  const issue = { message, pointer: index < 0 ? undefined : toPointer(...keys) };
  return new ConfigurationError(message, { code, provider: sources.definition.name, issues: [issue] });
}
