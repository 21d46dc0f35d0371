import {
  isPlainObject,
  type JsonObject,
  own,
  placesMeet,
  type ProviderDefinition,
  slotsOf,
} from "@sdkwright/runtime/config";
import type { Api, Operation, Parameter } from "../../openapi/api.js";
import { objectIn, resolved } from "./api-schemas.js";

/** What an operation asks for, in the definition's schemes. */
interface OperationSecurity {
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

/**
 * The operations, with those open that say nothing in a document which says of the others, at each, what the definition
 * applies: frameworks write it so. Where fewer than half say it, or the root says something, silence is no statement.
 */
export function withOpenOperations(api: Api, definition: ProviderDefinition): Api {
  const asking = api.operations.filter(({ security = [] }) => security.length > 0);
  const isUsual = asking.length > 0 && asking.length * 2 >= api.operations.length;
  if (!isUsual || (definition.security ?? []).length === 0 || own(api.document.root, "security") !== undefined)
    return api;
  const idOf = schemeIds(api, definition);
  const isOther = ({ applied, isDemanded, isLost }: OperationSecurity) => applied !== undefined || isDemanded || isLost;
  if (asking.some((operation) => isOther(securityOf(operation, definition, idOf)))) return api;
  return { ...api, operations: api.operations.map((each) => ({ ...each, security: each.security ?? [] })) };
}

/** Schemes that write to the same place cannot apply together. */
function alternativesOf(
  security: NonNullable<Operation["security"]>,
  { securitySchemes }: ProviderDefinition,
  idOf: SchemeIds,
): readonly (readonly string[])[] {
  const alternatives = security.flatMap((schemes) => {
    const ids = schemes.flatMap((scheme) => idOf(scheme) ?? []);
    const places = ids.flatMap((id) => own(securitySchemes, id) ?? []).flatMap(slotsOf);
    return ids.length === schemes.length && !placesMeet(places) ? [ids] : [];
  });
  return security.length === 0 ? [[]] : [...new Map(alternatives.map((ids) => [keyOf(ids), ids])).values()];
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
  const written = objectIn(objectIn(document.root, "components"), "securitySchemes");
  const unclaimed = Object.entries(securitySchemes).filter(([id]) => !Object.hasOwn(written, id));
  return (id) => {
    if (Object.hasOwn(securitySchemes, id)) return id;
    if (!found.has(id)) found.set(id, sameScheme(resolved(own(written, id), document), unclaimed));
    return found.get(id);
  };
}

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

type Schemes = ProviderDefinition["securitySchemes"];

/**
 * The parameters that calls give. What a scheme sets that the operation asks for is none of them; what another scheme
 * would set, which a call may name where nothing says what applies, can be left out.
 */
export function givenParameters(
  { security, parameters }: Operation,
  definition: ProviderDefinition,
  idOf: SchemeIds,
): readonly Parameter[] {
  const alternatives = security === undefined ? [] : alternativesOf(security, definition, idOf);
  const applied = new Set(alternatives.length === 0 ? definition.security : alternatives.flat());
  const isOpen = security === undefined && applied.size === 0;
  return parameters.flatMap((parameter) => {
    const setters = settersOf(parameter, definition.securitySchemes);
    if (setters.some((id) => applied.has(id))) return [];
    return setters.length > 0 && isOpen ? [{ ...parameter, isRequired: false }] : [parameter];
  });
}

/** The schemes that set a parameter. */
function settersOf({ in: place, name }: Parameter, schemes: Schemes): readonly string[] {
  const wanted = `${place} ${place === "header" ? name.toLowerCase() : name}`;
  return Object.keys(schemes).filter((id) => schemes[id] !== undefined && placesOf(schemes[id]).includes(wanted));
}

/** Keys in cookies share a header. That of a token is none that a document speaks of. */
function placesOf(scheme: Schemes[string]): readonly string[] {
  if (scheme.type === "oauth2") return [];
  const headers = slotsOf(scheme).map((slot) => `header ${slot.replace(/^cookie .*/, "cookie")}`);
  return scheme.type === "apiKey" && scheme.in !== "header" ? [...headers, `${scheme.in} ${scheme.name}`] : headers;
}

/**
 * What a document asks for by default, if the definition's default is none of it. That stays, whatever a new document says:
 * what is sent is its owner's to decide, and has to be told. A document without `security` says that nothing is needed; it
 * counts if `isSilenceNone`, else as an omission.
 */
export function otherDefault(
  { document: { root }, operations }: Api,
  definition: ProviderDefinition,
  idOf: SchemeIds,
  isSilenceNone: boolean,
): { readonly pointer: string; readonly message: string; readonly hint: string } | undefined {
  const written = own(root, "security");
  const concerned = operations.filter(({ security }) => security === undefined).length;
  if (concerned === 0 || !(Array.isArray(written) || (isSilenceNone && written === undefined))) return undefined;
  const security = (written ?? []).flatMap((each) => (isPlainObject(each) ? [Object.keys(each)] : []));
  const { applied, alternatives, isDemanded, isLost } = securityOf({ security }, definition, idOf);
  if (applied === undefined && !isDemanded && !isLost) return undefined;
  const asked = security.length === 0 ? "no credentials" : listOf(security.map(namesOf), " or ");
  const what = written === undefined ? "does not mention `security`, which means none" : `requires ${asked} by default`;
  const said = concerned === 1 ? "1 operation without its own is" : `${concerned} operations without their own are`;
  const standard = namesOf(definition.security ?? []);
  const message = `the document ${what}; ${said} sent with the definition's default, ${standard}`;
  const pointer = written === undefined ? "" : "/security";
  return { pointer, message, hint: hintOf(applied ?? alternatives[0]) };
}

function hintOf(wanted: readonly string[] | undefined): string {
  if (wanted === undefined) return "declare the scheme in the definition, and name it in its `security`";
  if (wanted.length === 0) return "remove `security` of the definition, if the document is right";
  return `set \`security\` of the definition to ${JSON.stringify(wanted)}, if the document is right`;
}

function namesOf(schemes: readonly string[]): string {
  const names = schemes.map((name) => JSON.stringify(name));
  return names.length === 0 ? "none" : listOf(names, " and ");
}

/** The first five. */
function listOf(texts: readonly string[], between: string): string {
  const more = texts.length > 5 ? [`${texts.length - 5} more`] : [];
  return [...texts.slice(0, 5), ...more].join(between);
}
