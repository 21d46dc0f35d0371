import type { OperationsModel } from "../operations/operations-model.js";
import { isRecord } from "../files/is-record.js";
import { isText, isTexts, keyed, object, record, type Is } from "./form.js";

/** Raised when an older sdkwright could not read what we write, or we not what it wrote. */
export const OPERATIONS_FORMAT = 2;

/** The operations in a file that an earlier run wrote. It comes from a repository: nothing in it is believed before. */
export function readOperations(text: string): OperationsModel | undefined {
  const json = parsed(text);
  return isFile(json) ? (json as OperationsModel) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isTrue: Is = (value) => value === true;
const isFacts = record(isRecord);
const bodies = keyed(/^(?:[1-5](?:\d\d|XX)|default)$/, isText);

const isWire = object(
  {},
  {
    service: isText,
    security: isTexts,
    accept: isText,
    contentTypes: record(isText),
    params: record(isRecord),
    query: record(isRecord),
    headers: record(isRecord),
    form: record(isRecord),
    multipart: record(isRecord),
  },
);
const isOperation = object(
  { options: isText, answers: bodies, errors: bodies },
  {
    bodies: object({}, { json: isText, form: isText, multipart: isText, body: isText }),
    optionalBody: isTrue,
    media: keyed(/^(?:[1-5](?:\d\d|XX)|default)$/, isTexts),
    wire: isWire,
    facts: isFacts,
    cookies: isTexts,
    headers: record(isTexts),
    sunset: isText,
    deprecated: isTrue,
    name: isText,
    text: isText,
    at: isText,
  },
);
const isSchema = object(
  {},
  { at: isText, interface: isText, type: isText, facts: isFacts, deprecated: isTrue, text: isText },
);
const isFile = object({
  generated: isText,
  format: (value) => value === OPERATIONS_FORMAT,
  operations: keyed(/^[A-Z]+ /, isOperation),
  schemas: record(isSchema),
  document: object({
    schemes: record(record(isText)),
    servers: isTexts,
    security: (value) => Array.isArray(value) && value.every(isTexts),
  }),
});
