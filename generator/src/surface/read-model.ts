import type { PublicModel } from "./public-model.js";

/**
 * The model in a lock, when it has the form that this version writes. A lock comes from a repository, so from strangers:
 * nothing in it is believed before.
 */
export function readModel(json: unknown): PublicModel | undefined {
  return isModel(json) ? (json as PublicModel) : undefined;
}

type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === "string";
const isNumber: Is = (value) => typeof value === "number";
const isBoolean: Is = (value) => typeof value === "boolean";
const isRecord: Is = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts: Is = (value) => Array.isArray(value) && value.every(isText);
const either =
  (...all: Is[]): Is =>
  (value) =>
    all.some((is) => is(value));
const exactly =
  (...texts: string[]): Is =>
  (value) =>
    texts.includes(String(value)) && isText(value);
const record =
  (is: Is): Is =>
  (value) =>
    isRecord(value) && Object.values(value as object).every(is);

/** With these keys and no others. */
const object =
  (required: { readonly [key: string]: Is }, optional: { readonly [key: string]: Is } = {}): Is =>
  (value) => {
    if (!isRecord(value)) return false;
    const forms = new Map(Object.entries({ ...required, ...optional }));
    const entries = Object.entries(value as object);
    const isComplete = Object.keys(required).every((key) => Object.hasOwn(value as object, key));
    return isComplete && entries.every(([key, entry]) => forms.get(key)?.(entry) === true);
  };

const isHttpScheme = object({ type: exactly("http"), scheme: exactly("basic", "bearer") }, { bearerFormat: isText });
const isApiKeyScheme = object({
  type: exactly("apiKey"),
  in: exactly("header", "query", "body", "path"),
  name: isText,
});
const isDigestScheme = object({
  type: exactly("http"),
  scheme: exactly("digest"),
  statusCode: isNumber,
  challengeHeader: isText,
  authorizationHeader: isText,
});
const isProvider = object({
  file: isText,
  defaultService: isText,
  services: record(isText),
  securitySchemes: record(either(isApiKeyScheme, isHttpScheme, isDigestScheme)),
  parameters: record(object({}, { default: isText, description: isText })),
  credentials: record(record(isText)),
  values: record(isText),
  certain: isTexts,
});
const isBackoff = object({ kind: exactly("exponential"), start: isNumber, factor: isNumber });
const isRetryPolicy = either(
  object({ kind: exactly("none"), requestTimeout: isNumber }),
  object({
    kind: exactly("circuit-breaker"),
    maxContiguousRetries: isNumber,
    requestTimeout: isNumber,
    openTime: isNumber,
    backoff: isBackoff,
  }),
);
const isDocument = object(
  { input: isRecord, result: isRecord },
  { title: isText, description: isText, error: isRecord },
);
const isUseCase = object(
  {
    providerFailover: isBoolean,
    input: isRecord,
    types: object({}, { input: isTexts, result: isTexts, error: isTexts }),
    defaulted: isTexts,
  },
  { document: isDocument },
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
        { useCases: record(object({ input: isRecord, retryPolicy: isRetryPolicy })) },
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
