/** Door for the generator: the formats, how they are parsed and normalized. */
export type * from "../config/definition.js";
export type { IssueCode, IssueCodes } from "./issue-codes.js";
export type { Issue, Parsed } from "./issue.js";
export type * from "../config/definition.js";
export type * from "../config/definition.js";
export type { ClientJson } from "./client-json.generated.js";
export type { ProfileJson, UseCaseJson } from "./profile-json.generated.js";
export type { ProviderJson } from "./provider-json.generated.js";
export * from "../config/base-url.js";
export * from "../config/base-url.js";
export { defaultInputs } from "./check-profile-references.js";
export { withSchemeFields } from "./check-credentials.js";
export { credentialVariable, namesIn, proposedVariable, type VariableNames } from "./proposed-variable.js";
export { checkReferences } from "./check-references.js";
export { copyJson, MAX_DEPTH } from "./copy-json.js";
export {
  CREDENTIAL_FIELDS,
  type CredentialField,
  fieldsFromCode,
  fieldsOfScheme,
  isOptionalField,
} from "../config/schemes.js";
export * from "../config/env.js";
export { fileKind, type FileValue, isAddress, readFileValue } from "./file-value.js";
export { foreignDocument } from "./foreign-document.js";
export type { Known, KnownProfile } from "./known.js";
export * from "../config/merge-defaults.js";
export { looksSecret } from "../config/text.js";
export { nearest } from "../config/text.js";
export { listed, suggestion } from "./nearest.js";
export { isShownKey, isShownName, isShownText, PROFILE_NAME, PROVIDER_NAME, quoted, shownPointer } from "./shown.js";
export { normalizeClient } from "./normalize-client.js";
export { normalizeProvider } from "./normalize-provider.js";
export { parseClient } from "./parse-client.js";
export { parseProfile } from "./parse-profile.js";
export { parseProvider } from "./parse-provider.js";
export { type OperationPattern, operationPattern, type PathPattern, pathPattern } from "../config/path-pattern.js";
export * from "../config/env.js";
export { DEFAULT_RETRIES } from "../config/retries.js";
export * from "../config/retry-option.js";
export { whyUnsent } from "./unsent-path.js";
export { isPlainObject, mapValues, own, valueAt, withoutPrototypes } from "../config/options.js";
export * from "../config/retries.js";
export * from "../schema/schema-reference.js";
export { placesMeet, slotsOf, writesHeader } from "../config/schemes.js";
export * from "../config/token-url.js";
