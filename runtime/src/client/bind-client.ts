import type { ProviderPart } from "../config/definition.js";
import { mapValues, own, readOptions, type TableOf, withoutPrototype } from "../config/options.js";
import { bindProfile } from "../failover/bind-profile.js";
import {
  badOption,
  bind,
  type BoundProvider,
  type CallDefaults,
  COMMON_OPTIONS,
  type GivenValues,
  policyContext,
} from "../http/bound-provider.js";
import { createProviderClient } from "../http/client.js";
import type { ProviderOptions } from "../http/provider-client.js";
import type { ExportedCircuits } from "../policy/circuit-table.js";
import { Circuits } from "../policy/circuits.js";
import { dispatchRequests } from "../policy/first-attempt.js";
import { circuitControls } from "./circuit-controls.js";
import {
  type ClientJson,
  type ClientParts,
  definitionsOf,
  profilesOf,
  readGivenByProvider,
  readMaps,
} from "./parts.js";

/** The common form of emitted option types of `createClient`; credentials, parameters, base URLs and headers by provider name. */
export interface ClientOptions extends ProvidersOptions {
  readonly maps?: object | undefined;
}

/** The same without profiles. */
export interface ProvidersOptions extends CommonClientOptions {
  readonly credentials?: object | undefined;
  readonly parameters?: object | undefined;
  readonly services?: object | undefined;
  readonly headers?: object | undefined;
}

/**
 * Binds everything that client.json names: providers, and the use-cases of profiles. Two clients share nothing. `Client`
 * is the emitted type of what comes out. Throws a ConfigurationError if `clientJson` is not valid, or if client.json
 * selects a map that was not given.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- emitted code says what it gets
export function bindClient<Client>(generated: ClientParts, options: ClientOptions): Client {
  const read = readOptions(options, "", CLIENT_OPTIONS, badOption());
  const maps = readMaps(generated, read.maps);
  const { parts, context, circuits, bindPart, providers, client } = bindParts(generated, read);
  const profiles = mapValues(profilesOf(parts), (profile) => {
    const ownProviders = mapValues(definitionsOf(profile), bindPart);
    return bindProfile(profile, {
      context,
      circuits,
      providers: { ...providers, ...ownProviders },
      maps,
      configuredMaps: parts.maps ?? {},
    });
  });
  return { profiles, ...client } as Client;
}

/** Binds the providers of a client.json without profiles: it needs nothing of use-cases. */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- emitted code says what it gets
export function bindProviders<Client>(generated: ClientParts, options: ProvidersOptions): Client {
  return bindParts(generated, readOptions(options, "", PROVIDERS_OPTIONS, badOption())).client as Client;
}

function bindParts(generated: ClientParts, options: ProvidersOptions) {
  const parts = withoutPrototype(configureParts(generated, options.clientJson));
  const context = policyContext(options);
  const circuits = new Circuits(context);
  const given = readGivenByProvider(parts, options);
  // Profiles have definitions of their own; their providers share sessions and tokens with the others.
  const digest = parts.digest?.();
  const oauth2 = parts.oauth2?.(options.tokens, badOption());
  const shared = { digest: digest && (() => digest), oauth2: oauth2 && (() => oauth2), signature: parts.signature };
  const bindPart = (part: ProviderPart, name: string): BoundProvider => {
    const { definition, configured = {} } = withoutPrototype(part);
    return bind(definition, configured, options, given.get(name) ?? NOTHING, { ...shared, context });
  };
  const providers = mapValues(parts.providers, bindPart);
  const clients = mapValues(providers, (bound) =>
    createProviderClient(bound, dispatchRequests(bound, { run: undefined, circuits, caller: undefined })),
  );
  const client = { providers: clients, ...circuitControls(circuits, parts, options.circuits) };
  return { parts, context, circuits, bindPart, providers, client };
}

const NOTHING: GivenValues = { credentials: {}, parameters: {}, services: {}, headers: undefined };

/** The code that reads a client.json is not in every client: the caller brings it along with the configuration. */
function configureParts(generated: ClientParts, clientJson: unknown): ClientParts {
  if (clientJson === undefined) return generated;
  const configure = own(clientJson as object, "configure");
  if (typeof configure === "function") return (configure as ClientJson["configure"])(generated);
  const how =
    'write `clientJson: clientJson(parsed)`, with `import { clientJson } from "@sdkwright/runtime/client-json"`';
  throw badOption()("`clientJson`", `was not made by \`clientJson()\`: ${how}`);
}

/** The options of `createClient` if there are no profiles. */
const PROVIDERS_OPTIONS: TableOf<ProvidersOptions> = { ...COMMON_OPTIONS, clientJson: "", circuits: "" };

/** The options of `createClient`. */
export const CLIENT_OPTIONS: TableOf<ClientOptions> = { ...PROVIDERS_OPTIONS, maps: "an object" };

/** Options of every emitted client; emitted interfaces add `maps`, `credentials`, `parameters`, `services` and `headers`. */
export interface CommonClientOptions extends Omit<ProviderOptions, keyof CallDefaults | "services" | "headers"> {
  /** Replaces what client.json said when the client was generated: `clientJson(parsed)` of `@sdkwright/runtime/client-json`. */
  clientJson?: ClientJson | undefined;
  /** The result of `exportCircuits()` of another process. Parts that cannot be used are ignored, and an event says so. */
  circuits?: ExportedCircuits | undefined;
}
