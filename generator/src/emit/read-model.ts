import { isRecord } from "../io/json.js";
import type { OperationsModel } from "./operations/operations-model.js";
import type { PublicModel } from "./public-model.js";

// A lock and a model of operations come from a repository: nothing in them is believed before they have the form that
// this version writes.

type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === "string";
const isNumber: Is = (value) => typeof value === "number";
const isBoolean: Is = (value) => typeof value === "boolean";
const isTrue: Is = (value) => value === true;
const isNumbers: Is = (value) => Array.isArray(value) && value.every(isNumber);
const isTexts: Is = (value) => Array.isArray(value) && value.every(isText);

function either(...all: readonly Is[]): Is {
  return (value) => all.some((is) => is(value));
}

function exactly(...values: readonly unknown[]): Is {
  return (value) => values.includes(value);
}

function record(is: Is, name = /(?:)/): Is {
  return (value) => isRecord(value) && Object.entries(value).every(([key, entry]) => name.test(key) && is(entry));
}

/** With these keys and no others: `"a b?"` are two of one form, of which the second may be absent. */
function object(fields: { readonly [keys: string]: Is }): Is {
  const all = Object.entries(fields).flatMap(([keys, is]) => keys.split(" ").map((key) => [key, is] as const));
  const forms = new Map(all.map(([key, is]) => [key.replace("?", ""), is]));
  const required = all.flatMap(([key]) => (key.endsWith("?") ? [] : [key]));
  return (value) =>
    isRecord(value) &&
    required.every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, entry]) => forms.get(key)?.(entry) === true);
}

const isScheme = either(
  object({ type: exactly("http"), scheme: exactly("basic", "bearer"), "bearerFormat?": isText }),
  object({
    type: exactly("http"),
    scheme: exactly("digest"),
    statusCode: isNumber,
    "challengeHeader authorizationHeader": isText,
  }),
  object({
    type: exactly("apiKey"),
    in: exactly("header", "query", "body", "path", "cookie"),
    "name prefix?": isText,
  }),
  object({
    type: exactly("oauth2"),
    flow: exactly("clientCredentials", "refreshToken"),
    clientAuthentication: exactly("basic", "post"),
    "tokenUrl audience?": isText,
    "scopes?": isTexts,
  }),
  object({ type: exactly("signature"), headers: isTexts }),
);
const isKeyRule = object({ "header? body? form?": isText, of: isTexts });
const isKeyRules: Is = (value) => Array.isArray(value) && value.every(isKeyRule);
const isPlace = either(object({ header: isText }), object({ body: isText }));
const isWebhooks = object({
  signature: either(
    isText,
    object({
      "algorithm header encoding content value? separator? key? keyPrefix?": isText,
      "timestamp?": object({ header: isText }),
      "tolerance?": either(isNumber, exactly(false)),
    }),
  ),
  "id? name?": isPlace,
  "secrets?": isTexts,
  "documented?": isTrue,
});
const isProvider = object({
  "file defaultService": isText,
  "services values overrides? headers?": record(isText),
  securitySchemes: record(isScheme),
  parameters: record(object({ "default? description?": isText })),
  credentials: record(record(isText)),
  "certain security?": isTexts,
  "limits?": object({ "concurrency? perSecond?": isNumber }),
  "calls?": object({
    "retries?": object({ "limit? start? factor? max? within?": isNumber, "statuses?": isNumbers }),
    "requestTimeout? deadline?": isNumber,
    "idempotencyKey? idempotent?": isBoolean,
  }),
  "idempotent?": record(isBoolean),
  "idempotency?": record(isKeyRules),
  "pages?": record(isRecord),
  "streams?": record(
    object({
      "done?": isText,
      "error?": object({ "event? data?": isText }),
      "format?": exactly("jsonl"),
      "resume?": either(isTrue, object({ "query from": isText })),
    }),
  ),
  "openEnums?": isBoolean,
  "webhooks?": isWebhooks,
  "openapi?": object({ file: isText, "include? exclude?": isTexts }),
});
const isRetryPolicy = either(
  object({ kind: exactly("none"), requestTimeout: isNumber }),
  object({
    kind: exactly("circuit-breaker"),
    // Locks from before some of these settings do not have them.
    "maxContiguousRetries requestTimeout openTime maxOpenTime? patience? authCoolDown?": isNumber,
    "circuit?": isBoolean,
    backoff: object({ kind: exactly("exponential"), "start factor": isNumber }),
  }),
);
const isSchema = either(isRecord, isBoolean);
const isUseCase = object({
  providerFailover: isBoolean,
  input: isRecord,
  types: object({ "input? result? error?": isTexts }),
  defaulted: isTexts,
  "document?": object({ "input result error?": isSchema, "title? description?": isText }),
  "failoverAfter?": exactly("failure", "retries"),
  "validate?": exactly("throw", "report"),
});
const isProfile = object({
  source: either(object({ file: isText }), object({ version: isText })),
  "document?": isText,
  "priority candidates mapped": isTexts,
  prioritySource: exactly("written", "profile", "all"),
  useCases: record(isUseCase),
  providers: record(
    object({
      "file? mapVariant? mapRevision?": isText,
      "definition?": isProvider,
      useCases: record(object({ input: isRecord, "retryPolicy?": isRetryPolicy, "failoverOn?": isNumbers })),
    }),
  ),
});
const isModel = object({
  client: isBoolean,
  providers: record(isProvider),
  profiles: record(isProfile),
  demands: isTexts,
});

/** The model in a lock, if it has the form that this version writes. */
export function readModel(json: unknown): PublicModel | undefined {
  return isModel(json) ? (json as PublicModel) : undefined;
}

/** Raised when an older sdkwright could not read what we write, or we not what it wrote. */
export const OPERATIONS_FORMAT = 3;

const STATUS = /^(?:[1-5](?:\d\d|XX)|default)$/;
const isOperation = object({
  "options name? call? text? at? sunset? key? item? event? line?": isText,
  "pages?": isRecord,
  "answers errors": record(isText, STATUS),
  "bodies?": object({ "json? form? multipart? body?": isText }),
  "optionalBody? deprecated?": isTrue,
  "media?": record(isTexts, STATUS),
  "wire?": object({
    "service? accept? lines?": isText,
    "security?": isTexts,
    "events?": either(exactly("json"), isTexts),
    "contentTypes?": record(isText),
    "params? query? headers? form? multipart?": record(isRecord),
  }),
  "facts?": record(isRecord),
  "cookies?": isTexts,
  "headers?": record(isTexts),
});
const isOperations = object({
  generated: isText,
  format: exactly(OPERATIONS_FORMAT),
  operations: record(isOperation, /^[A-Z]+ /),
  schemas: record(object({ "at? interface? type? text?": isText, "facts?": record(isRecord), "deprecated?": isTrue })),
  document: object({
    schemes: record(record(isText)),
    servers: isTexts,
    security: (value) => Array.isArray(value) && value.every(isTexts),
  }),
});

/** The operations in a file that an earlier run wrote. */
export function readOperations(text: string): OperationsModel | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isOperations(json) ? (json as OperationsModel) : undefined;
  } catch {
    return undefined;
  }
}
