import { isRecord } from "../io/json.js";
import type { OperationsModel } from "./operations/operations-model.js";
import type { PublicModel } from "./public-model.js";

/** What JSON from elsewhere looks like, before anything in it is believed. */
type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === "string";
const isNumber: Is = (value) => typeof value === "number";
const isBoolean: Is = (value) => typeof value === "boolean";
const isNumbers: Is = (value) => Array.isArray(value) && value.every(isNumber);
const isTexts: Is = (value) => Array.isArray(value) && value.every(isText);

function either(...all: readonly Is[]): Is {
  return (value) => all.some((is) => is(value));
}

function exactly(...texts: readonly string[]): Is {
  return (value) => texts.includes(String(value)) && isText(value);
}

function record(is: Is): Is {
  return (value) => isRecord(value) && Object.values(value).every(is);
}

/** A record whose names have a form too. */
function keyed(name: RegExp, is: Is): Is {
  return (value) => record(is)(value) && Object.keys(value as object).every((key) => name.test(key));
}

/** With these keys and no others. */
function object(required: { readonly [key: string]: Is }, optional: { readonly [key: string]: Is } = {}): Is {
  const forms = new Map(Object.entries({ ...required, ...optional }));
  return (value) => {
    if (!isRecord(value)) return false;
    const entries = Object.entries(value);
    const isComplete = Object.keys(required).every((key) => Object.hasOwn(value, key));
    return isComplete && entries.every(([key, entry]) => forms.get(key)?.(entry) === true);
  };
}

/**
 * The model in a lock, when it has the form that this version writes. A lock comes from a repository, so from strangers:
 * nothing in it is believed before.
 */
export function readModel(json: unknown): PublicModel | undefined {
  return isModel(json) ? (json as PublicModel) : undefined;
}

const isHttpScheme = object({ type: exactly("http"), scheme: exactly("basic", "bearer") }, { bearerFormat: isText });
const isApiKeyScheme = object(
  { type: exactly("apiKey"), in: exactly("header", "query", "body", "path", "cookie"), name: isText },
  { prefix: isText },
);
const isOAuth2Scheme = object(
  {
    type: exactly("oauth2"),
    flow: exactly("clientCredentials", "refreshToken"),
    tokenUrl: isText,
    clientAuthentication: exactly("basic", "post"),
  },
  { scopes: isTexts, audience: isText },
);
const isSignatureScheme = object({ type: exactly("signature"), headers: isTexts });
const isDigestScheme = object({
  type: exactly("http"),
  scheme: exactly("digest"),
  statusCode: isNumber,
  challengeHeader: isText,
  authorizationHeader: isText,
});
const isProvider = object(
  {
    file: isText,
    defaultService: isText,
    services: record(isText),
    securitySchemes: record(either(isApiKeyScheme, isHttpScheme, isDigestScheme, isOAuth2Scheme, isSignatureScheme)),
    parameters: record(object({}, { default: isText, description: isText })),
    credentials: record(record(isText)),
    values: record(isText),
    certain: isTexts,
  },
  {
    overrides: record(isText),
    limits: object({}, { concurrency: isNumber, perSecond: isNumber }),
    calls: object(
      {},
      {
        retries: object(
          {},
          { limit: isNumber, start: isNumber, factor: isNumber, max: isNumber, within: isNumber, statuses: isNumbers },
        ),
        requestTimeout: isNumber,
        deadline: isNumber,
        idempotencyKey: isBoolean,
        idempotent: isBoolean,
      },
    ),
    idempotent: record(isBoolean),
    security: isTexts,
    headers: record(isText),
    openapi: object({ file: isText }, { include: isTexts, exclude: isTexts }),
  },
);
const isBackoff = object({ kind: exactly("exponential"), start: isNumber, factor: isNumber });
const isRetryPolicy = either(
  object({ kind: exactly("none"), requestTimeout: isNumber }),
  object(
    {
      kind: exactly("circuit-breaker"),
      maxContiguousRetries: isNumber,
      requestTimeout: isNumber,
      openTime: isNumber,
      backoff: isBackoff,
    },
    // Locks from before these settings do not have them.
    { circuit: isBoolean, maxOpenTime: isNumber, patience: isNumber, authCoolDown: isNumber },
  ),
);
const isSchema = either(isRecord, isBoolean);
const isDocument = object(
  { input: isSchema, result: isSchema },
  { title: isText, description: isText, error: isSchema },
);
const isUseCase = object(
  {
    providerFailover: isBoolean,
    input: isRecord,
    types: object({}, { input: isTexts, result: isTexts, error: isTexts }),
    defaulted: isTexts,
  },
  { document: isDocument, validate: exactly("throw", "report") },
);
const isProfile = object(
  {
    source: either(object({ file: isText }), object({ version: isText })),
    priority: isTexts,
    prioritySource: exactly("written", "profile", "all"),
    useCases: record(isUseCase),
    candidates: isTexts,
    mapped: isTexts,
    providers: record(
      object(
        { useCases: record(object({ input: isRecord }, { retryPolicy: isRetryPolicy })) },
        { file: isText, mapVariant: isText, mapRevision: isText, definition: isProvider },
      ),
    ),
  },
  { document: isText },
);
const isModel = object({
  client: isBoolean,
  providers: record(isProvider),
  profiles: record(isProfile),
  demands: isTexts,
});

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
const isOperationSchema = object(
  {},
  { at: isText, interface: isText, type: isText, facts: isFacts, deprecated: isTrue, text: isText },
);
const isFile = object({
  generated: isText,
  format: (value) => value === OPERATIONS_FORMAT,
  operations: keyed(/^[A-Z]+ /, isOperation),
  schemas: record(isOperationSchema),
  document: object({
    schemes: record(record(isText)),
    servers: isTexts,
    security: (value) => Array.isArray(value) && value.every(isTexts),
  }),
});
