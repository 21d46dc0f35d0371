import { slotsOf, type ProviderDefinition } from "@sdkwright/runtime/config";
import type { Operation, Parameter } from "../openapi/api.js";
import { schemesFor, type SchemeIds } from "./wire-security.js";

type Schemes = ProviderDefinition["securitySchemes"];
type Scheme = Schemes[string];

/**
 * The parameters that calls give. What a scheme sets that the operation asks for is none of them; what another scheme
 * would set, which a call may name where nothing says what applies, can be left out.
 */
export function givenParameters(
  operation: Operation,
  { securitySchemes, ...definition }: ProviderDefinition,
  idOf: SchemeIds,
): readonly Parameter[] {
  const applied = schemesFor(operation, { securitySchemes, ...definition }, idOf);
  const isOpen = operation.security === undefined && applied.size === 0;
  return operation.parameters.flatMap((parameter) => {
    const setters = settersOf(parameter, securitySchemes);
    if (setters.some((id) => applied.has(id))) return [];
    return setters.length > 0 && isOpen ? [{ ...parameter, isRequired: false }] : [parameter];
  });
}

/** The schemes that set a parameter, by place and name: each of many operations asks for each of its own. */
const known = new WeakMap<Schemes, ReadonlyMap<string, readonly string[]>>();

function settersOf({ in: place, name }: Parameter, schemes: Schemes): readonly string[] {
  const setters = known.get(schemes) ?? settersByPlace(schemes);
  known.set(schemes, setters);
  return setters.get(`${place} ${place === "header" ? name.toLowerCase() : name}`) ?? [];
}

function settersByPlace(schemes: Schemes): ReadonlyMap<string, readonly string[]> {
  const setters = new Map<string, string[]>();
  for (const [id, scheme] of Object.entries(schemes)) {
    for (const place of new Set(placesOf(scheme))) {
      const known = setters.get(place);
      if (known === undefined) setters.set(place, [id]);
      else known.push(id);
    }
  }
  return setters;
}

/** Keys in cookies share a header. That of a token is none that a document speaks of. */
function placesOf(scheme: Scheme): readonly string[] {
  if (scheme.type === "oauth2") return [];
  const headers = slotsOf(scheme).map((slot) => `header ${slot.replace(/^cookie .*/, "cookie")}`);
  return scheme.type === "apiKey" && scheme.in !== "header" ? [...headers, `${scheme.in} ${scheme.name}`] : headers;
}
