import {
  isPlainObject,
  own,
  placesMeet,
  slotsOf,
  type JsonObject,
  type ProviderDefinition,
} from "@sdkwright/runtime/config";
import type { Api, Operation } from "../openapi/api.js";

/** What an operation asks for, in the definition's schemes. */
export interface OperationSecurity {
  /** Applied where a request names none, because it is not what the definition applies. */
  readonly applied?: readonly string[] | undefined;
  /** Alternatives that can be carried over, each a list of schemes that apply together; empty where there are fewer than two. */
  readonly alternatives: readonly (readonly string[])[];
  /** Whether calls have to name one of the alternatives. */
  readonly isDemanded: boolean;
  /** Whether the document asks for schemes, and none of its alternatives can be carried over. */
  readonly isLost: boolean;
}

/** The schemes of a document, as its provider's definition has them. */
export type SchemeIds = (id: string) => string | undefined;

const NOTHING: OperationSecurity = { alternatives: [], isDemanded: false, isLost: false };

/** The definition's default where the operation says nothing else, or has it among its alternatives. */
export function securityOf(
  { security }: Pick<Operation, "security">,
  definition: ProviderDefinition,
  idOf: SchemeIds,
): OperationSecurity {
  if (security === undefined) return NOTHING;
  const [only, ...others] = alternativesOf(security, definition, idOf);
  if (only === undefined) return { ...NOTHING, isLost: true };
  const standard = keyOf(definition.security ?? []);
  const isStandard = [only, ...others].some((schemes) => keyOf(schemes) === standard);
  if (others.length > 0) return { ...NOTHING, alternatives: [only, ...others], isDemanded: !isStandard };
  return isStandard ? NOTHING : { ...NOTHING, applied: only };
}

/** Schemes that an operation asks for in one way or another, and where it asks for none, those of the default. */
export function schemesFor(
  { security }: Operation,
  definition: ProviderDefinition,
  idOf: SchemeIds,
): ReadonlySet<string> {
  const alternatives = security === undefined ? [] : alternativesOf(security, definition, idOf);
  return new Set(alternatives.length === 0 ? definition.security : alternatives.flat());
}

function alternativesOf(
  security: NonNullable<Operation["security"]>,
  definition: ProviderDefinition,
  idOf: SchemeIds,
): readonly (readonly string[])[] {
  return security.length === 0 ? [[]] : distinct(security.flatMap((each) => carriedOver(each, definition, idOf)));
}

/** Schemes that write to the same place cannot apply together. */
function carriedOver(
  schemes: readonly string[],
  { securitySchemes }: ProviderDefinition,
  idOf: SchemeIds,
): readonly (readonly string[])[] {
  const ids = schemes.flatMap((scheme) => idOf(scheme) ?? []);
  const places = ids.flatMap((id) => own(securitySchemes, id) ?? []).flatMap(slotsOf);
  return ids.length === schemes.length && !placesMeet(places) ? [ids] : [];
}

function distinct(alternatives: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(alternatives.map((schemes) => [keyOf(schemes), schemes])).values()];
}

function keyOf(schemes: readonly string[]): string {
  return [...schemes].sort().join("\n");
}

/**
 * A scheme is called as in the document, or is the only one of the definition that is the same. What the document calls
 * by its id is that alone: its credential is not sent where the document asks for another.
 */
export function schemeIds({ document }: Api, { securitySchemes }: ProviderDefinition): SchemeIds {
  const found = new Map<string, string | undefined>();
  const written = recordIn(recordIn(document.root, "components"), "securitySchemes");
  const unclaimed = Object.entries(securitySchemes).filter(([id]) => !Object.hasOwn(written, id));
  return (id) => {
    if (Object.hasOwn(securitySchemes, id)) return id;
    if (!found.has(id)) {
      const scheme = recordIn(written, id);
      const reference = own(scheme, "$ref");
      const target = typeof reference === "string" ? document.resolve(reference)?.value : scheme;
      found.set(id, isPlainObject(target) ? sameScheme(target, unclaimed) : undefined);
    }
    return found.get(id);
  };
}

type Schemes = ProviderDefinition["securitySchemes"];

/** Of OAuth 2 the one that is that too; else the one that is sent alike, as a bearer token. */
function sameScheme(
  written: JsonObject,
  schemes: readonly (readonly [id: string, scheme: Schemes[string]])[],
): string | undefined {
  const place = placeOf(written);
  const alike = schemes.filter(([, each]) => kindOf(each) === place);
  const exact = alike.filter(([, each]) => each.type === own(written, "type"));
  const [only, ...others] = exact.length > 0 ? exact : alike;
  return others.length === 0 ? only?.[0] : undefined;
}

function kindOf(scheme: Schemes[string]): string {
  if (scheme.type === "http") return `http ${scheme.scheme}`;
  return scheme.type === "oauth2" ? "http bearer" : slotsOf(scheme).join(" ");
}

/** The same of a scheme of OpenAPI; tokens of OAuth and OpenID are sent as bearer tokens. */
function placeOf(scheme: JsonObject): string | undefined {
  const [type, name, place] = [own(scheme, "type"), own(scheme, "name"), own(scheme, "in")];
  const http = own(scheme, "scheme");
  if (type === "oauth2" || type === "openIdConnect") return "http bearer";
  if (type === "http") return typeof http === "string" ? `http ${http.toLowerCase()}` : undefined;
  if (type !== "apiKey" || typeof name !== "string" || typeof place !== "string") return undefined;
  return place === "header" ? name.toLowerCase() : `${place} ${name}`;
}

function recordIn(record: JsonObject, key: string): JsonObject {
  const value = own(record, key);
  return isPlainObject(value) ? value : {};
}
