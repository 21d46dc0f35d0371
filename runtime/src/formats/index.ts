/** Entry point for the generator: the formats, and how they are parsed, checked and normalised. */
export type * from "../config/definition.js";
export {
  baseUrlParameters,
  checkBaseUrl,
  type FilledBaseUrl,
  fillBaseUrl,
  isClearText,
  isHttp,
  knownBaseUrl,
  type ParameterValues,
  standInsFor,
} from "../config/base-url.js";
export * from "../config/env.js";
export * from "../config/pointers.js";
export * from "../config/variables.js";
export { mergeDefaults, mergeInput, resolveValue } from "../config/merge-defaults.js";
export { parseUrl } from "../config/parse-url.js";
export { isPlainObject, mapValues, own, withoutPrototypes } from "../config/options.js";
export { valueAt } from "../config/pointers.js";
export { type OperationPattern, operationPattern, pathPattern } from "../config/path-pattern.js";
export {
  type CircuitBreakerPolicy,
  DEFAULT_RETRIES,
  type ExponentialBackoff,
  type RetryPolicy,
} from "../config/retries.js";
export { DEFAULT_CIRCUIT_BREAKER, NO_RETRY, QUICK_REPEAT } from "../config/circuit-defaults.js";
export { normalizeRetryPolicy } from "../config/retry-option.js";
export { CREDENTIAL_FIELDS, fieldsFromCode, isOptionalField, placesMeet, slotsOf } from "../config/scheme-places.js";
export { fieldsOfScheme } from "../config/schemes.js";
export { looksSecret, nearest } from "../config/text.js";
export { WEBHOOK_SCHEMES, webhookForms, type WebhookPlace, type WebhookSettings } from "../config/webhooks.js";
export { checkTokenUrl, fillTokenUrl, tokenUrlsOf } from "../config/token-url.js";
export { matchesPattern } from "../schema/patterns.js";
export * from "../schema/schema-reference.js";
export { withSchemeFields } from "./check-credentials.js";
export { checkReferences, defaultInputs } from "./check-references.js";
export type { ClientJson } from "./client-json.generated.js";
export { fileKind, isAddress, readFileValue } from "./file-value.js";
export { copyJson } from "./format.js";
export {
  type Issue,
  type IssueCode,
  type IssueCodes,
  isShownName,
  isShownText,
  listed,
  type Parsed,
  PROFILE_NAME,
  PROVIDER_NAME,
  quoted,
  shownPointer,
  suggestion,
} from "./issue.js";
export type { Known, KnownProfile } from "./known.js";
export { normalizeClient } from "./normalize-client.js";
export { normalizeProvider } from "./normalize-provider.js";
export { parseClient } from "./parse-client.js";
export { parseProfile } from "./parse-profile.js";
export { foreignDocument, parseProvider } from "./parse-provider.js";
export type { ProfileJson, UseCaseJson } from "./profile-json.generated.js";
export { credentialVariable, namesIn, proposedVariable, type VariableNames } from "./proposed-variable.js";
export type { ProviderJson } from "./provider-json.generated.js";
export { whyUnsent } from "./unsent-path.js";
