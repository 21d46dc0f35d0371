import type { JsonValue, SecurityScheme } from "../config/definition.js";
import { isPublicCredential } from "../config/variables.js";
import { pointerSegments, toPointer, valueAt } from "../config/pointers.js";
import { readEnvText } from "../config/env.js";
import { isPlainObject, own } from "../config/options.js";
import { CREDENTIAL_FIELDS, isOptionalField } from "../config/scheme-places.js";
import { fieldsOfScheme } from "../config/schemes.js";
import { nearest } from "../config/text.js";
import type { ClientJson, SecurityValues, WebhookSecrets } from "./client-json.generated.js";
import type { Explained } from "./format.js";
import { error, isShownName, type Issue, quoted, repeated, warning } from "./issue.js";
import { definitionsOf, type Known } from "./known.js";
import { credentialVariable, namesIn, type VariableNames } from "./proposed-variable.js";
import type { SchemaError } from "./schema-issues.js";

const ENTRY = /^\/providers\/[^/]+\/security\/\d+$/;

/** Fields of an entry, its id apart. */
export function credentialFields(values: object): string[] {
  return Object.keys(values).filter((key) => key !== "id");
}

/** Checks credentials, parameters and base URLs beyond the schema (rules C16–C18). No message shows a value. */
export function checkCredentials(client: ClientJson): Issue[] {
  let names: VariableNames | undefined;
  return Object.entries(client.providers ?? {}).flatMap(([name, provider]) => {
    if (typeof provider === "string") return [];
    const { security = [], parameters = {}, services = {}, webhooks } = provider;
    const pointer = toPointer("providers", name);
    const schemes = security.map((entry) => ({ id: entry.id, fields: credentialFields(entry) }));
    /** A variable that nobody else reads; none if a key may be written in place of a name. */
    const propose: Propose = (id, field) =>
      [name, id, field].every(isShownName)
        ? `"$${credentialVariable(name, { id, field }, schemes, (names ??= namesIn(client)))}"`
        : 'the name of a variable after a "$"';
    return [
      ...checkSecurity(security, `${pointer}/security`, propose),
      ...checkTexts(parameters, `${pointer}/parameters`),
      ...checkTexts(services, `${pointer}/services`),
      ...(webhooks === undefined ? [] : checkSecrets(webhooks, `${pointer}/webhooks`, propose)),
    ];
  });
}

type Propose = (id: string, field: string) => string;

/** Secrets of webhooks are credentials: whoever has one can speak for the provider. */
function checkSecrets(webhooks: WebhookSecrets, pointer: string, propose: Propose): Issue[] {
  const secrets = "secret" in webhooks ? { secret: webhooks.secret } : webhooks.secrets;
  return Object.entries(secrets).flatMap(([key, text]) => {
    const place = "secret" in webhooks ? `${pointer}/secret` : `${pointer}/secrets/${key}`;
    return checkSecretText("secret", text, place, () => propose("webhooks", "webhookSecret"));
  });
}

function checkSecurity(entries: readonly SecurityValues[], pointer: string, propose: Propose): Issue[] {
  const twice = repeated(entries.map(({ id }) => id)).map(([index, first]) => {
    const related = { pointer: `${pointer}/${first}/id`, message: "the first" };
    const message = `credentials for ${quoted(entries[index]?.id ?? "")} already exist`;
    return error("SW1312", `${pointer}/${index}/id`, message, { related });
  });
  const wrong = entries.flatMap(({ id, ...fields }, index) =>
    Object.entries(fields).flatMap(([field, text]) => {
      return checkSecretText(field, text, `${pointer}/${index}/${field}`, () => propose(id, field));
    }),
  );
  return [...twice, ...wrong];
}

function checkSecretText(field: string, text: string, place: string, propose: () => string): Issue[] {
  if (readEnvText(text).kind === "malformed") return [malformed(field, place)];
  if (isPublicCredential(text)) return [];
  const message = `"${field}" is a literal, which is not emitted: your code has to give it`;
  return [warning("SW1310", place, message, { hint: `write ${propose()} and set that variable` })];
}

function checkTexts(texts: { readonly [name: string]: string }, pointer: string): Issue[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    readEnvText(text).kind === "malformed" ? [malformed(name, `${pointer}${toPointer(name)}`)] : [],
  );
}

function malformed(name: string, pointer: string): Issue {
  const hint = 'write "$NAME", without braces, for an environment variable, or "$$" for a literal "$"';
  return error("SW1309", pointer, `${quoted(name)} starts with "$" and is not "$NAME"`, { hint });
}

/** An entry with wrong fields fails the schema in several ways: one issue says which fields it has, and which make sense. */
export function explainCredentials(errors: readonly SchemaError[], document: JsonValue): Explained {
  const isShape = ({ pointer, keyword, detail }: SchemaError): boolean =>
    ENTRY.test(pointer) && (keyword === "additionalProperties" || (keyword === "required" && detail !== "id"));
  const pointers = new Set(errors.filter(isShape).map(({ pointer }) => pointer));
  // The fields of a wrong shape are not examined.
  const isField = (pointer: string): boolean =>
    pointers.has(pointer.slice(0, pointer.lastIndexOf("/"))) && !pointer.endsWith("/id");
  return {
    issues: [...pointers].map((pointer) => {
      const entry = valueAt(document, pointerSegments(pointer));
      const id = isPlainObject(entry) && Object.hasOwn(entry, "id") ? "" : '"id" with ';
      const expected = `expected ${id}"apikey", or "username" and "password", or "token", or "clientId" with "clientSecret" or "refreshToken"`;
      return wrongEntry(pointer, entry, expected, CREDENTIAL_FIELDS);
    }),
    rest: errors.filter(({ pointer }) => !pointers.has(pointer) && !isField(pointer)),
  };
}

/** The same issues, with the fields of the very scheme that an entry names if a definition of it is known. */
export function withSchemeFields(issues: readonly Issue[], document: JsonValue, known: Known): readonly Issue[] {
  return issues.map((issue) => {
    if (issue.code !== "SW1311") return issue;
    const keys = pointerSegments(issue.pointer);
    const entry = valueAt(document, keys);
    const id = isPlainObject(entry) ? own(entry, "id") : undefined;
    if (typeof id !== "string") return issue;
    const schemes = definitionsOf(keys[1] ?? "", known).flatMap(
      (definition) => own(definition.securitySchemes, id) ?? [],
    );
    if (schemes.length === 0) return issue;
    const expected = `security scheme ${quoted(id)} ${takenFields(schemes)}`;
    return wrongEntry(issue.pointer, entry, expected, schemes.flatMap(fieldsOfScheme));
  });
}

/** Says what an entry has, and what is expected of it. */
function wrongEntry(pointer: string, entry: JsonValue | undefined, expected: string, fields: readonly string[]): Issue {
  const given = isPlainObject(entry) ? credentialFields(entry) : [];
  const has = given.length === 0 ? "no credentials" : given.map(quoted).join(", ");
  return error("SW1311", pointer, `the entry has ${has}; ${expected}`, { hint: fieldHint(given, fields) });
}

function fieldHint(given: readonly string[], names: readonly string[]): string | undefined {
  if (given.includes("digest")) return 'a digest scheme takes "username" and "password"';
  if (given.includes("sign") && names.length > 0)
    return "a signature has no credentials in client.json: give its function `sign` in code";
  const near = given.filter((field) => !names.includes(field)).map((field) => nearest(field, names));
  return near[0] === undefined ? undefined : `did you mean "${near[0]}"?`;
}

/** Tells if an entry with these fields, its id apart, is what a scheme takes in client.json (rules C18). */
export function takesFields(scheme: SecurityScheme, given: readonly string[]): boolean {
  const fields: readonly string[] = fieldsOfScheme(scheme);
  if (fields.length === 0) return false;
  const isComplete = fields.every((field) => given.includes(field) || isOptionalField(scheme, field));
  return isComplete && given.every((field) => fields.includes(field));
}

/** The fields that a scheme takes, for messages; of several if a profile has a definition of its own. */
export function takenFields(schemes: readonly SecurityScheme[]): string {
  const fields = [...new Set(schemes.flatMap(fieldsOfScheme))];
  if (fields.length === 0) return "takes nothing here: it is a signature, so give its function `sign` in code";
  const isOptional = (field: string) => schemes.some((scheme) => isOptionalField(scheme, field));
  const needed = fields.filter((field) => !isOptional(field)).map((field) => `"${field}"`);
  const optional = fields.filter(isOptional).map((field) => `, and may have "${field}"`);
  return `takes ${needed.join(" and ")}${optional.join("")}`;
}
