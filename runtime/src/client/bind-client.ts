import type { ConfiguredValues, ProviderPart } from "../config/definition.js";
import { mapValues, own, readOptions, type TableOf } from "../config/options.js";
import { bindProfile, type MapsOption } from "../failover/bind-profile.js";
import {
  badOption,
  bind,
  type BoundProvider,
  type CallDefaults,
  COMMON_OPTIONS,
  type GivenValues,
  type PolicyContext,
  policyContext,
} from "../http/bound-provider.js";
import { createProviderClient } from "../http/client.js";
import type { ProviderClient, ProviderOptions } from "../http/provider-client.js";
import type { ExportedCircuits } from "../policy/circuit-table.js";
import { Circuits } from "../policy/circuits.js";
import { circuitControls } from "./circuit-controls.js";
import { applyClientJson, type ClientParts } from "./client-json.js";
import { definitionsOf, profilesOf, readGivenByProvider, readMaps } from "./given.js";
import { dispatchWithPolicy } from "./standalone-policy.js";
import { dispatchStandalone } from "./standalone.js";

/** What emitted option types of `createClient` come down to; credentials, parameters, base URLs and headers by provider name. */
export interface ClientOptions extends CommonClientOptions {
  readonly maps?: object | undefined;
  readonly credentials?: object | undefined;
  readonly parameters?: object | undefined;
  readonly services?: object | undefined;
  readonly headers?: object | undefined;
}

/**
 * Binds everything that client.json names: providers, and the use-cases of profiles. Two clients share nothing. `Client`
 * is the emitted type of what comes out. Throws a ConfigurationError for a `clientJson` that is not valid, and where
 * client.json selects a map that was not given.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- emitted code says what it gets
export function bindClient<Client>(generated: ClientParts, options: ClientOptions): Client {
  const read = readOptions(options, "", CLIENT_OPTIONS, badOption());
  const { clientJson } = read;
  const parts = clientJson === undefined ? generated : applyClientJson(generated, clientJson);
  const maps = readMaps(generated, read.maps);
  const context = policyContext(read);
  const circuits = new Circuits(context);
  const bindPart = partBinder(parts, read, context);
  const providers = mapValues(parts.providers, bindPart);
  const profiles = mapValues(profilesOf(parts), (profile) => {
    const ownProviders = mapValues(definitionsOf(profile), bindPart);
    return bindProfile(profile, {
      context,
      circuits,
      providers: { ...providers, ...ownProviders },
      maps,
      configuredMaps: (own(parts, "maps") ?? {}) as MapsOption,
    });
  });
  const clients = mapValues(providers, (bound) => clientOf(bound, circuits));
  return { profiles, providers: clients, ...circuitControls(circuits, parts, read.circuits) } as Client;
}

/** Use-cases have brought the policy along, so nothing is loaded late. It refuses what goes to a provider that is isolated. */
function clientOf(bound: BoundProvider, circuits: Circuits): ProviderClient {
  const withPolicy = () => dispatchWithPolicy(bound, circuits);
  const standalone = dispatchStandalone(bound, async () => withPolicy());
  const origin = { provider: bound.definition.name };
  return createProviderClient(bound, async (prepared, attempt) =>
    (circuits.isIsolated(origin) ? withPolicy() : standalone)(prepared, attempt),
  );
}

/** Binds definitions to what client.json and code say of their providers. */
function partBinder(
  parts: ClientParts,
  options: ClientOptions,
  context: PolicyContext,
): (part: ProviderPart, provider: string) => BoundProvider {
  const digest = (own(parts, "digest") as ClientParts["digest"])?.();
  const oauth2 = (own(parts, "oauth2") as ClientParts["oauth2"])?.(options.tokens, badOption());
  const signature = own(parts, "signature") as ClientParts["signature"];
  const given = readGivenByProvider(parts, options);
  return (part, provider) => {
    const configured = (own(part, "configured") ?? {}) as ConfiguredValues;
    const shared = { digest: digest && (() => digest), oauth2: oauth2 && (() => oauth2), signature, context };
    return bind(part.definition, configured, options, given.get(provider) ?? NOTHING, shared);
  };
}

const NOTHING: GivenValues = { credentials: {}, parameters: {}, services: {}, headers: undefined };

/** What `createClient` takes. */
export const CLIENT_OPTIONS: TableOf<ClientOptions> = {
  ...COMMON_OPTIONS,
  maps: "an object",
  clientJson: "",
  circuits: "",
};

/** Options of every emitted client; emitted interfaces add `maps`, `credentials`, `parameters`, `services` and `headers`. */
export interface CommonClientOptions extends Omit<ProviderOptions, keyof CallDefaults | "services" | "headers"> {
  /** Replaces what client.json said when the client was generated: the parsed object, trusted like code. */
  clientJson?: object | undefined;
  /** What `exportCircuits()` of another process gave. What of it cannot be used is ignored, and an event says so. */
  circuits?: ExportedCircuits | undefined;
}
