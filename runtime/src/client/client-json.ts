import type {
  ClientConfig,
  ProfileConfig,
  ProfileDefinition,
  ProviderConfig,
  ProviderPart,
  ProviderUseCase,
  UseCaseDefaults,
  UseCaseDefinition,
} from "../config/definition.js";
import { mapValues, own, withoutPrototype } from "../config/options.js";
import { ConfigurationError } from "../errors/errors.js";
import type { MapsOption } from "../failover/bind-profile.js";
import { withSchemeFields } from "../formats/check-credentials.js";
import { checkReferences } from "../formats/check-references.js";
import { copyJson } from "../formats/format.js";
import { type Issue, shownPointer } from "../formats/issue.js";
import type { Known } from "../formats/known.js";
import { normalizeClient } from "../formats/normalize-client.js";
import { parseClient } from "../formats/parse-client.js";
import type { RuntimeParts } from "../http/bound-provider.js";

/**
 * What was generated, configured by `clientJson` instead of the client.json of the generator's run (rules C19):
 * credentials, parameters, base URLs, priorities, defaults and policies are its own; definitions and maps stay the generated ones.
 */
export function applyClientJson(parts: ClientParts, clientJson: unknown): ClientParts {
  const config = readClientJson(parts, clientJson);
  return {
    ...parts,
    providers: mapValues(parts.providers, (part, name) => configureProvider(part, name, config)),
    profiles: mapValues(parts.profiles ?? {}, (profile, name) => ({
      ...configureProfile(profile, own(config.profiles, name)),
      definitions: mapValues(definitionsOf(profile), (part, provider) => configureProvider(part, provider, config)),
    })),
  };
}

function readClientJson(parts: ClientParts, clientJson: unknown): ClientConfig {
  const { value, sound, issues } = parseClient(clientJson);
  const explained = issues.length === 0 ? issues : withSchemeFields(issues, copyJson(clientJson).value, knownOf(parts));
  const found = [...explained, ...(sound === undefined ? [] : checkReferences(sound, knownOf(parts)))];
  if (value === undefined || found.some(({ severity }) => severity === "error")) throw invalid(found);
  return normalizeClient(value);
}

/** Everything that was generated; what is not among it is an error. */
function knownOf({ providers, profiles = {} }: ClientParts): Known {
  return {
    providers: mapValues(providers, ({ definition }) => definition),
    profiles: mapValues(profiles, (profile) => ({
      useCases: Object.keys(profile.useCases),
      hasSchemas: own(profile, "schemas") !== undefined,
      definitions: mapValues(definitionsOf(profile), ({ definition }) => definition),
    })),
    isComplete: true,
  };
}

function definitionsOf(profile: ProfileDefinition): NonNullable<ProfileDefinition["definitions"]> {
  return withoutPrototype(profile).definitions ?? {};
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
  const { providerFailover = false, input = {}, validate } = withoutPrototype<Partial<UseCaseDefaults>>(defaults ?? {});
  return { providerFailover, validate, input, providers: Object.fromEntries(settings) };
}

function configureProviderUseCase(
  config: ProfileConfig | undefined,
  provider: string,
  useCase: string,
): ProviderUseCase {
  const settings = own(config?.providers, provider);
  const defaults = own(settings?.defaults, useCase);
  return { input: defaults?.input ?? {}, retryPolicy: defaults?.retryPolicy };
}

/** What an emitted `client.ts` binds together. */
export interface ClientParts extends RuntimeParts {
  /** By provider name. */
  readonly providers: { readonly [provider: string]: ProviderPart };
  /** By profile name. */
  readonly profiles?: { readonly [profile: string]: ProfileDefinition } | undefined;
  /** The maps that client.json names. */
  readonly maps?: MapsOption | undefined;
}
