import type { JsonValue } from "../config/definition.js";
import { isPublicCredential, pointerSegments, readEnvText, toPointer } from "../config/env.js";
import { isPlainObject, own, valueAt } from "../config/options.js";
import { CREDENTIAL_FIELDS, fieldsOfScheme } from "../config/schemes.js";
import { nearest } from "../config/text.js";
import type { ClientJson, SecurityValues } from "./client-json.generated.js";
import type { Explained } from "./format.js";
import { error, type Issue, warning } from "./issue.js";
import { definitionsOf, type Known } from "./known.js";
import { credentialVariable, namesIn, type VariableNames } from "./proposed-variable.js";
import type { SchemaError } from "./schema-error.js";
import { takenFields } from "./scheme-fields.js";
import { isShownName, quoted } from "./shown.js";

const ENTRY = /^\/providers\/[^/]+\/security\/\d+$/;
const HOW = 'write "$NAME", without braces, for an environment variable, or "$$" for a literal "$"';

/** Fields of an entry, its id apart. */
export function credentialFields(values: object): string[] {
  return Object.keys(values).filter((key) => key !== "id");
}

/** Rules about credentials, parameters and base URLs that the schema does not hold (rules C16–C18). No message shows a value. */
export function checkCredentials(client: ClientJson): Issue[] {
  const { providers = {} } = client;
  let names: VariableNames | undefined;
  const propose = (provider: string, { id, field }: CredentialPlace, entries: readonly SecurityValues[]) => {
    if (![provider, id, field].every(isShownName)) return undefined;
    const schemes = entries.map((entry) => ({ id: entry.id, fields: credentialFields(entry) }));
    return credentialVariable(provider, { id, field }, schemes, (names ??= namesIn(client)));
  };
  return Object.entries(providers).flatMap(([name, provider]) => {
    if (typeof provider === "string") return [];
    const { security = [] } = provider;
    const pointer = toPointer("providers", name);
    return [
      ...checkSecurity(security, `${pointer}/security`, (place) => propose(name, place, security)),
      ...checkTexts(provider.parameters ?? {}, `${pointer}/parameters`),
      ...checkTexts(provider.services ?? {}, `${pointer}/services`),
    ];
  });
}

interface CredentialPlace {
  readonly id: string;
  readonly field: string;
}

/** A variable that nobody else reads; none if a key may be written in place of a name. */
type Propose = (place: CredentialPlace) => string | undefined;

function checkSecurity(entries: readonly SecurityValues[], pointer: string, propose: Propose): Issue[] {
  const first = new Map<string, number>();
  return entries.flatMap((entry, index) => {
    const fields = Object.entries(entry).flatMap(([field, text]) => {
      if (field === "id") return [];
      return checkText(text, field, () => propose({ id: entry.id, field }), `${pointer}/${index}/${field}`);
    });
    const earlier = first.get(entry.id);
    if (earlier === undefined) first.set(entry.id, index);
    if (earlier === undefined) return fields;
    const related = { pointer: `${pointer}/${earlier}/id`, message: "the first" };
    const message = `there are credentials for ${quoted(entry.id)} already`;
    return [error("SW1312", `${pointer}/${index}/id`, message, { related }), ...fields];
  });
}

function checkText(text: string, field: string, propose: () => string | undefined, pointer: string): Issue[] {
  if (readEnvText(text).kind === "malformed") return [malformed(field, pointer)];
  if (isPublicCredential(text)) return [];
  const message = `"${field}" is written out; the generator leaves it out of the emitted code, so code has to give it`;
  const variable = propose();
  const named = variable === undefined ? 'the name of a variable behind a "$"' : `"$${variable}"`;
  return [warning("SW1310", pointer, message, { hint: `write ${named} and set that variable` })];
}

function checkTexts(texts: { readonly [name: string]: string }, pointer: string): Issue[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    readEnvText(text).kind === "malformed" ? [malformed(name, `${pointer}${toPointer(name)}`)] : [],
  );
}

function malformed(name: string, pointer: string): Issue {
  return error("SW1309", pointer, `${quoted(name)} starts with "$" and is not "$NAME"`, { hint: HOW });
}

/** An entry with wrong fields fails the schema in several ways: one issue says which fields it has, and which make sense. */
export function explainCredentials(errors: readonly SchemaError[], document: JsonValue): Explained {
  const isShape = ({ pointer, keyword, detail }: SchemaError): boolean =>
    ENTRY.test(pointer) && (keyword === "additionalProperties" || (keyword === "required" && detail !== "id"));
  const pointers = new Set(errors.filter(isShape).map(({ pointer }) => pointer));
  return {
    issues: [...pointers].flatMap((pointer) => wrongFields(pointer, valueAt(document, pointerSegments(pointer)))),
    rest: errors.filter((found) => !pointers.has(found.pointer) && !isWithinEntry(found, pointers)),
  };
}

/** The fields of a wrong shape are not examined. */
function isWithinEntry({ pointer }: SchemaError, entries: ReadonlySet<string>): boolean {
  return entries.has(pointer.slice(0, pointer.lastIndexOf("/"))) && !pointer.endsWith("/id");
}

function wrongFields(pointer: string, entry: JsonValue | undefined): Issue[] {
  const id = isPlainObject(entry) && Object.hasOwn(entry, "id") ? "" : '"id" with ';
  const expected = `expected ${id}"apikey", or "username" and "password", or "token", or "clientId" with "clientSecret" or "refreshToken"`;
  return [wrongEntry(pointer, entry, expected, CREDENTIAL_FIELDS)];
}

/** What an entry has, and what is expected of it: of one security scheme, where that is known. */
function wrongEntry(pointer: string, entry: JsonValue | undefined, expected: string, fields: readonly string[]): Issue {
  const given = isPlainObject(entry) ? credentialFields(entry) : [];
  const has = given.length === 0 ? "no credentials" : given.map(quoted).join(", ");
  return error("SW1311", pointer, `the entry has ${has}; ${expected}`, { hint: fieldHint(given, fields) });
}

/** The same issues, where a definition is known with the fields of the very scheme that an entry names. */
export function withSchemeFields(issues: readonly Issue[], document: JsonValue, known: Known): readonly Issue[] {
  return issues.map((issue) => {
    const keys = pointerSegments(issue.pointer);
    const entry = issue.code === "SW1311" ? valueAt(document, keys) : undefined;
    const id = isPlainObject(entry) && typeof entry["id"] === "string" ? entry["id"] : undefined;
    if (id === undefined) return issue;
    const schemes = definitionsOf(keys[1] ?? "", known).flatMap(
      ({ securitySchemes }) => own(securitySchemes, id) ?? [],
    );
    if (schemes.length === 0) return issue;
    const expected = `security scheme ${quoted(id)} ${takenFields(schemes)}`;
    return wrongEntry(issue.pointer, entry, expected, schemes.flatMap(fieldsOfScheme));
  });
}

function fieldHint(given: readonly string[], names: readonly string[]): string | undefined {
  if (given.includes("digest")) return 'a digest scheme takes "username" and "password"';
  if (given.includes("sign") && names.length > 0)
    return "a signature has no credentials in client.json: code gives its function `sign`";
  const near = given.filter((field) => !names.includes(field)).map((field) => nearest(field, names));
  return near[0] === undefined ? undefined : `did you mean "${near[0]}"?`;
}
