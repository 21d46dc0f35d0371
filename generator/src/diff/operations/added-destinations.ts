import { own } from "@sdkwright/runtime/config";
import type { OperationEntry, OperationsModel } from "../../operations/operations-model.js";
import type { PublicProvider } from "../../surface/public-model.js";
import { typeText } from "../../surface/type-text.js";
import { citedService, originOf } from "../base-urls.js";
import { quoted } from "../change.js";
import { schemeDetails } from "../destinations.js";
import { placesIn } from "./compare-options.js";
import type { ProviderSides } from "./compare-wire.js";

const WITH_DEFAULTS: Pick<OperationEntry, "options" | "wire"> = { options: "{}" };

/** Where calls send credentials that say nothing of it: what an operation that is added brings is new beside these. */
export class KnownDestinations {
  readonly #next: PublicProvider;
  readonly #known: ReadonlySet<string>;

  /** What the provider newly does by default, and where a service went that was there, is told by itself. */
  constructor(operations: OperationsModel["operations"], { base, next }: ProviderSides) {
    this.#next = next;
    const before = [WITH_DEFAULTS, ...Object.values(operations)].flatMap((entry) => {
      const service = serviceOf(entry, base);
      const providers = own(next.services, service) === undefined ? [base] : [base, next];
      return providers.flatMap((provider) => pairsOf(waysOf(entry, base), originOf(provider, service)));
    });
    this.#known = new Set([...before, ...this.#pairs(WITH_DEFAULTS)]);
  }

  /** The credentials that an operation sends somewhere for the first time; none where it sends none. */
  newIn(entry: OperationEntry): readonly string[] {
    const service = serviceOf(entry, this.#next);
    const origin = originOf(this.#next, service);
    const isNew = (scheme: string) => !this.#known.has(pair(scheme, origin));
    const schemes = schemesOf(entry, this.#next).filter(isNew);
    const at = `service ${quoted(service)} at ${citedService(this.#next, service)}`;
    // The place once: base URLs may be long, and schemes many.
    const of = `scheme${schemes.length === 1 ? "" : "s"} ${schemes.map(quoted).join(" and ")}`;
    if (schemes.length > 0) return [`credentials of ${of} go to ${at}`, ...schemeDetails(this.#next, schemes)];
    const isByCode = isLeftToCode(entry) && isNew(BY_CODE) && Object.keys(this.#next.securitySchemes).some(isNew);
    return isByCode ? [`credentials of \`security\` that \`create…\` gives go to ${at}`] : [];
  }

  #pairs(entry: typeof WITH_DEFAULTS): readonly string[] {
    return pairsOf(waysOf(entry, this.#next), originOf(this.#next, serviceOf(entry, this.#next)));
  }
}

function pairsOf(schemes: readonly string[], origin: string): readonly string[] {
  return schemes.map((scheme) => pair(scheme, origin));
}

function pair(scheme: string, origin: string): string {
  return JSON.stringify([scheme, origin]);
}

function serviceOf({ wire }: Pick<OperationEntry, "wire">, { defaultService }: PublicProvider): string {
  return wire?.service ?? defaultService;
}

/** In place of a scheme: `security` of `create<Provider>` goes over the definition's default. */
const BY_CODE = "";

function isLeftToCode({ wire }: typeof WITH_DEFAULTS): boolean {
  return wire?.security === undefined;
}

function waysOf(entry: typeof WITH_DEFAULTS, provider: PublicProvider): readonly string[] {
  return [...schemesOf(entry, provider), ...(isLeftToCode(entry) ? [BY_CODE] : [])];
}

/** Those that apply, and those of which calls may name one. */
function schemesOf({ options, wire }: typeof WITH_DEFAULTS, provider: PublicProvider): readonly string[] {
  const applied = wire?.security ?? provider.security ?? [];
  const places = placesIn(options);
  const security = places?.get("security");
  const text = places === undefined ? options : security === undefined ? "" : typeText(security.type);
  const named = Object.keys(provider.securitySchemes).filter((scheme) => text.includes(quoted(scheme)));
  return [...new Set([...applied, ...named])];
}
