import type { Issue, ProviderJson } from "@sdkwright/runtime/config";

export type SchemeJson = NonNullable<ProviderJson["securitySchemes"]>[number];

/** What becomes of one scheme of a document. */
export interface ReadScheme {
  readonly scheme?: SchemeJson;
  readonly issues: readonly Issue[];
}
