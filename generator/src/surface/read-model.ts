import { isRecord } from "../files/is-record.js";
import { either, exactly, isBoolean, isNumber, isText, isTexts, object, record } from "./form.js";
import type { PublicModel } from "./public-model.js";

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
