import { type ProviderDefinition, writesHeader } from "@sdkwright/runtime/config";
import type { Operation, Parameter } from "../openapi/api.js";
import { schemesFor, type SchemeIds } from "./wire-security.js";

type Scheme = ProviderDefinition["securitySchemes"][string];

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
    const setters = Object.entries(securitySchemes).filter(([, scheme]) => sets(scheme, parameter));
    if (setters.some(([id]) => applied.has(id))) return [];
    return setters.length > 0 && isOpen ? [{ ...parameter, isRequired: false }] : [parameter];
  });
}

function sets(scheme: Scheme, { in: place, name }: Parameter): boolean {
  if (scheme.type === "apiKey" && scheme.in === place) {
    return place === "header" ? scheme.name.toLowerCase() === name.toLowerCase() : scheme.name === name;
  }
  return place === "header" && scheme.type !== "oauth2" && writesHeader(scheme, name.toLowerCase());
}
