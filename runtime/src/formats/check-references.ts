import { checkProfileReferences } from "./check-profile-references.js";
import { checkProviderReferences } from "./check-provider-references.js";
import type { ClientJson } from "./client-json.generated.js";
import type { Issue } from "./issue.js";
import type { Known } from "./known.js";

/**
 * Checks a client configuration against what it refers to: credentials, parameters and base URLs against provider definitions,
 * names against documents, use-cases and inputs against profiles (rules C3, C4, C7, C11, C18, C19, C20, P9).
 */
export function checkReferences({ profiles = {}, providers = {} }: ClientJson, known: Known): Issue[] {
  return [
    ...Object.entries(providers).flatMap(([name, provider]) => checkProviderReferences(name, provider, known)),
    ...Object.entries(profiles).flatMap(([name, profile]) => checkProfileReferences(name, profile, known)),
  ];
}
