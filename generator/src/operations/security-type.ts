import { own, type ProviderDefinition } from "@sdkwright/runtime/config";
import { stringLiteral } from "../names/quoting.js";
import type { Operation } from "../openapi/api.js";
import { objectNode, STRING_NODE, textNode, unionNode, type PropertyNode, type TypeNode } from "./type-node.js";
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
  return [
    {
      name: "security",
      isOptional: !isDemanded,
      type: unionNode(alternatives.map((each) => alternativeNode(each, definition))),
    },
  ];
}

function alternativeNode(schemes: readonly string[], definition: ProviderDefinition): TypeNode {
  const nodes = schemes.map((scheme) => schemeNode(scheme, definition));
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return only;
  return { kind: "tuple", items: nodes, least: nodes.length, isReadonly: true };
}

/** By its id; of OAuth 2 also with scopes. */
function schemeNode(scheme: string, { securitySchemes }: ProviderDefinition): TypeNode {
  const id = textNode(stringLiteral(scheme));
  if (own(securitySchemes, scheme)?.type !== "oauth2") return id;
  const scopes: TypeNode = { kind: "array", items: STRING_NODE, isReadonly: true };
  return unionNode([id, objectNode([property("id", id), property("scopes", scopes)])]);
}

function property(name: string, type: TypeNode): PropertyNode {
  return { name, isOptional: false, type };
}
