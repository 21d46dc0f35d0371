import type {
  ClientConfig,
  ProfileConfig,
  ProfileDefinition,
  ProfileProviderDefaults,
  ProviderConfig,
  ProviderPart,
  ProviderUseCase,
  UseCaseDefaults,
  UseCaseDefinition,
} from "../config/definition.js";
import { mapValues, own, withoutPrototype } from "../config/options.js";
import { ConfigurationError } from "../errors/errors.js";
import { withSchemeFields } from "../formats/check-credentials.js";
import { checkReferences } from "../formats/check-references.js";
import { copyJson } from "../formats/format.js";
import { type Issue, shownPointer } from "../formats/issue.js";
import type { Known } from "../formats/known.js";
import { normalizeClient } from "../formats/normalize-client.js";
import { parseClient } from "../formats/parse-client.js";
import { type ClientJson, type ClientParts, definitionsOf, profilesOf } from "./parts.js";

/**
 * Reads a configuration for `createClient({ clientJson })`: the parsed JSON, trusted like code. It replaces the client.json
 * of the generator's run (rules C19): credentials, parameters, base URLs, priorities, defaults and policies are its own;
 * definitions and maps stay the generated ones. `createClient` throws a ConfigurationError if it is not valid. What is done
 * to `value` later changes nothing.
 */
export function clientJson(value: object): ClientJson {
  const parsed = parseClient(value);
  const copy = parsed.issues.length === 0 ? undefined : copyJson(value).value;
  return {
    configure: (parts) => {
      const known = knownOf(parts);
      const { value: json, sound, issues } = parsed;
      const explained = copy === undefined ? issues : withSchemeFields(issues, copy, known);
      const found = [...explained, ...(sound === undefined ? [] : checkReferences(sound, known))];
      if (json === undefined || found.some(({ severity }) => severity === "error")) throw invalid(found);
      return configured(parts, normalizeClient(json));
    },
  };
}

function configured(parts: ClientParts, config: ClientConfig): ClientParts {
  return {
    ...parts,
    providers: mapValues(parts.providers, (part, name) => configureProvider(part, name, config)),
    profiles: mapValues(profilesOf(parts), (profile, name) => ({
      ...configureProfile(profile, own(config.profiles, name)),
      definitions: mapValues(definitionsOf(profile), (part, provider) => configureProvider(part, provider, config)),
    })),
  };
}

/** Everything that was generated; a name that is not among it is an error. */
function knownOf(parts: ClientParts): Known {
  return {
    providers: mapValues(parts.providers, ({ definition }) => definition),
    profiles: mapValues(profilesOf(parts), (profile) => ({
      useCases: Object.keys(profile.useCases),
      hasSchemas: own(profile, "schemas") !== undefined,
      definitions: mapValues(definitionsOf(profile), ({ definition }) => definition),
    })),
    isComplete: true,
  };
}

function invalid(issues: readonly Issue[]): ConfigurationError {
  const errors = issues.filter(({ severity }) => severity === "error");
  const lines = errors.map(({ pointer, message }) => `${pointer === "" ? "" : `${shownPointer(pointer)}: `}${message}`);
  return new ConfigurationError(`clientJson is not valid: ${lines.join("; ")}`, {
    code: "invalid-client-json",
    issues: errors.map(({ code, pointer, message, hint }) => ({ code, pointer: shownPointer(pointer), message, hint })),
  });
}

function configureProvider(part: ProviderPart, name: string, { providers }: ClientConfig): ProviderPart {
  const config = own(providers, name);
  const { security: credentials, file: _, ...settings } = withoutPrototype<Partial<ProviderConfig>>(config ?? {});
  return { ...part, configured: { ...settings, credentials } };
}

/** A profile that `clientJson` does not have stays, and no provider performs it. */
function configureProfile(profile: ProfileDefinition, config: ProfileConfig | undefined): ProfileDefinition {
  const { priority = [], providers = {} } = withoutPrototype<Partial<ProfileConfig>>(config ?? {});
  const names = [...new Set([...priority, ...Object.keys(providers)])];
  return {
    ...profile,
    priority,
    mappedOnly: config?.prioritySource === "all" ? true : undefined,
    useCases: mapValues(profile.useCases, (_, useCase) => configureUseCase(config, names, useCase)),
    maps: mapValues(providers, (settings) => {
      const { mapVariant: variant, mapRevision: revision } = withoutPrototype(settings);
      return { variant, revision };
    }),
  };
}

function configureUseCase(
  config: ProfileConfig | undefined,
  providers: readonly string[],
  useCase: string,
): UseCaseDefinition {
  const defaults = own(config?.defaults, useCase);
  const settings = providers.map((provider) => [provider, configureProviderUseCase(config, provider, useCase)]);
  const given = withoutPrototype<Partial<UseCaseDefaults>>(defaults ?? {});
  const { providerFailover = false, failoverAfter, input = {}, validate } = given;
  return { providerFailover, failoverAfter, validate, input, providers: Object.fromEntries(settings) };
}

function configureProviderUseCase(
  config: ProfileConfig | undefined,
  provider: string,
  useCase: string,
): ProviderUseCase {
  const settings = own(config?.providers, provider);
  const defaults = own(settings?.defaults, useCase);
  const { input = {}, retryPolicy, failoverOn } = withoutPrototype<Partial<ProfileProviderDefaults>>(defaults ?? {});
  return { input, retryPolicy, failoverOn };
}
