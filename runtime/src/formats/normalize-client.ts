import type { ClientConfig, ProfileConfig, ProfileProviderConfig, ProviderConfig } from "../config/definition.js";
import { mapValues, own } from "../config/options.js";
import { normalizeRetryPolicy } from "../config/retry-option.js";
import type {
  ClientJson,
  Profile,
  ProfileProvider,
  ProfileProviderSettings,
  ProfileSettings,
  Provider,
  ProviderSettings,
} from "./client-json.generated.js";
import { filePath } from "./file-value.js";

/** client.json with shorthands expanded and every default filled in; names keep the order of the file. */
export function normalizeClient({ profiles = {}, providers = {} }: ClientJson): ClientConfig {
  return {
    profiles: mapValues(profiles, (profile) => normalizeProfile(profile, providers)),
    providers: mapValues(providers, normalizeProvider),
  };
}

function normalizeProfile(profile: Profile, topLevel: NonNullable<ClientJson["providers"]>): ProfileConfig {
  const settings: ProfileSettings =
    typeof profile !== "string" ? profile : profile.startsWith("file:") ? { file: profile } : { version: profile };
  const { file, version = "", priority = [], providers = {}, defaults = {} } = settings;
  // The written one wins; else the profile's providers, else all, in the order of the file (rules C9).
  const lists = { written: priority, profile: Object.keys(providers), all: Object.keys(topLevel) };
  const prioritySource = priority.length > 0 ? "written" : lists.profile.length > 0 ? "profile" : "all";
  return {
    source: file === undefined ? { version } : { file: filePath(file) },
    priority: lists[prioritySource],
    prioritySource,
    providers: mapValues(providers, (provider, name) => normalizeProfileProvider(provider, own(topLevel, name))),
    defaults: mapValues(defaults, ({ input = {}, providerFailover = false, failoverAfter, validate }) => ({
      input,
      providerFailover,
      ...(failoverAfter !== undefined && { failoverAfter }),
      ...(validate !== undefined && { validate }),
    })),
  };
}

/** A policy that names no time of its own has the provider's. */
function normalizeProfileProvider(value: ProfileProvider, provider: Provider | undefined): ProfileProviderConfig {
  const settings: ProfileProviderSettings = typeof value === "string" ? { file: value } : value;
  const { file, mapVariant, mapRevision, defaults = {} } = settings;
  const requestTimeout = typeof provider === "object" ? provider.requestTimeout : undefined;
  return {
    ...(file !== undefined && { file: filePath(file) }),
    ...(mapVariant !== undefined && { mapVariant }),
    ...(mapRevision !== undefined && { mapRevision }),
    defaults: mapValues(defaults, ({ input = {}, retryPolicy, failoverOn }) => ({
      input,
      retryPolicy: retryPolicy && normalizeRetryPolicy(retryPolicy, requestTimeout),
      // Their order says nothing.
      ...(failoverOn !== undefined && { failoverOn: [...failoverOn].sort((a, b) => a - b) }),
    })),
  };
}

/** Everything else a provider may have is taken as it is. */
function normalizeProvider(value: Provider): ProviderConfig {
  const settings: ProviderSettings = typeof value === "string" ? { file: value } : value;
  const { file, security = [], parameters = {}, services = {}, limits = {}, webhooks, retries, ...call } = settings;
  return {
    ...(file !== undefined && { file: filePath(file) }),
    security: Object.fromEntries(security.map(({ id, ...credentials }) => [id, credentials])),
    parameters,
    ...(Object.keys(services).length > 0 && { services }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(webhooks !== undefined && {
      webhooks: { secrets: "secret" in webhooks ? [webhooks.secret] : webhooks.secrets },
    }),
    ...(retries !== undefined && { retries: typeof retries === "number" ? { limit: retries } : retries }),
    ...call,
  };
}
