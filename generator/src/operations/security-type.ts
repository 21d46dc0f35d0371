import type { ProviderDefinition } from "@sdkwright/runtime/config";
import { stringLiteral } from "../names/quoting.js";
import type { Operation } from "../openapi/api.js";
import { textNode, unionNode, type PropertyNode, type TypeNode } from "./type-node.js";
import { securityOf, type SchemeIds } from "./wire-security.js";

/**
 * `security` of an operation with several alternatives, of which calls name one. They need not where the definition's
 * default is among them; a single alternative is data of the wire.
 */
export function securityProperty(
  operation: Operation,
  definition: ProviderDefinition,
  idOf: SchemeIds,
): readonly PropertyNode[] {
  const { alternatives, isDemanded } = securityOf(operation, definition, idOf);
  if (alternatives.length === 0) return [];
  return [{ name: "security", isOptional: !isDemanded, type: unionNode(alternatives.map(alternativeNode)) }];
}

function alternativeNode(schemes: readonly string[]): TypeNode {
  const literals = schemes.map((scheme) => textNode(stringLiteral(scheme)));
  const [only] = literals;
  if (literals.length === 1 && only !== undefined) return only;
  return { kind: "tuple", items: literals, least: literals.length, isReadonly: true };
}
