import type {
  ClientConfig,
  CredentialValues,
  ProfileConfig,
  ProfileProviderConfig,
  ProviderConfig,
  UseCaseDefaults,
} from "../config/definition.js";
import { mapValues, own, withoutPrototype } from "../config/options.js";
import { normalizeRetryPolicy } from "../config/retry-option.js";
import type {
  ClientJson,
  Profile,
  ProfileProvider,
  ProfileSettings,
  Provider,
  ProviderSettings,
  SecurityValues,
  UseCaseDefaultsJson,
} from "./client-json.generated.js";
import { filePath } from "./file-value.js";

/** client.json with shorthands expanded and every default filled in; names keep the order of the file. */
export function normalizeClient(client: ClientJson): ClientConfig {
  const { profiles = {}, providers = {} } = withoutPrototype(client);
  return {
    profiles: mapValues(profiles, (profile) => normalizeProfile(profile, providers)),
    providers: mapValues(providers, normalizeProvider),
  };
}

function normalizeProfile(profile: Profile, topLevel: NonNullable<ClientJson["providers"]>): ProfileConfig {
  const settings = withoutPrototype(typeof profile === "string" ? profileShorthand(profile) : profile);
  const { priority = [], providers = {}, defaults = {} } = settings;
  return {
    source: settings.file === undefined ? { version: settings.version ?? "" } : { file: filePath(settings.file) },
    ...normalizePriority(priority, Object.keys(providers), Object.keys(topLevel)),
    providers: mapValues(providers, (provider, name) => normalizeProfileProvider(provider, own(topLevel, name))),
    defaults: mapValues(defaults, normalizeDefaults),
  };
}

function normalizeDefaults(given: UseCaseDefaultsJson): UseCaseDefaults {
  const { input = {}, providerFailover = false, validate } = withoutPrototype(given);
  return { input, providerFailover, ...(validate !== undefined && { validate }) };
}

function profileShorthand(text: string): ProfileSettings {
  return text.startsWith("file:") ? { file: text } : { version: text };
}

/** What is written wins; else the profile's providers, else all, in the order of the file (rules C9). */
function normalizePriority(
  written: readonly string[],
  own: readonly string[],
  topLevel: readonly string[],
): Pick<ProfileConfig, "priority" | "prioritySource"> {
  if (written.length > 0) return { priority: written, prioritySource: "written" };
  if (own.length > 0) return { priority: own, prioritySource: "profile" };
  return { priority: topLevel, prioritySource: "all" };
}

/** What a policy does not say of time is as the provider has it. */
function normalizeProfileProvider(value: ProfileProvider, provider: Provider | undefined): ProfileProviderConfig {
  const settings: Partial<Exclude<ProfileProvider, string>> = typeof value === "string" ? { file: value } : value;
  const { requestTimeout } = withoutPrototype<ProviderSettings>(typeof provider === "object" ? provider : {});
  const { file, mapVariant, mapRevision, defaults = {} } = withoutPrototype(settings);
  return {
    ...(file !== undefined && { file: filePath(file) }),
    ...(mapVariant !== undefined && { mapVariant }),
    ...(mapRevision !== undefined && { mapRevision }),
    defaults: mapValues(defaults, (given) => {
      const { input = {}, retryPolicy } = withoutPrototype(given);
      return { input, retryPolicy: retryPolicy && normalizeRetryPolicy(retryPolicy, requestTimeout) };
    }),
  };
}

function normalizeProvider(value: Provider): ProviderConfig {
  const settings: Partial<Exclude<Provider, string>> = typeof value === "string" ? { file: value } : value;
  const { file, security = [], parameters = {}, services = {}, limits } = withoutPrototype(settings);
  const { retries, requestTimeout, deadline, idempotencyKey, idempotent } = withoutPrototype(settings);
  return {
    ...(file !== undefined && { file: filePath(file) }),
    security: Object.fromEntries(security.map((entry) => [entry.id, credentialsOf(entry)])),
    parameters,
    ...(Object.keys(services).length > 0 && { services }),
    ...(limits !== undefined && Object.keys(limits).length > 0 && { limits }),
    ...(retries !== undefined && { retries: typeof retries === "number" ? { limit: retries } : retries }),
    ...(requestTimeout !== undefined && { requestTimeout }),
    ...(deadline !== undefined && { deadline }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(idempotent !== undefined && { idempotent }),
  };
}

function credentialsOf(entry: SecurityValues): CredentialValues {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => field !== "id"));
}
