import { baseUrlParameters, own, type ProviderDefinition } from "@sdkwright/runtime/config";
import type { ApiDocument, Content, Operation, Parameter, Part } from "../../openapi/api.js";
import { expandedNames } from "../../openapi/read-parameters.js";
import { stringLiteral } from "../quoting.js";
import type { ApiSchemas } from "./api-schemas.js";
import { describedParameter } from "./comments.js";
import { isDemandedIn, type OperationKey } from "./keys.js";
import { type BodyKind, byKind } from "../../openapi/media-types.js";
import type { ModuleSchemas } from "./module-schemas.js";
import {
  type IndexNode,
  type ObjectNode,
  objectNode,
  orUndefined,
  OTHER_TEXT_NODE,
  type PropertyNode,
  requiredNode,
  STRING_NODE,
  textNode,
  type TypeNode,
  unionNode,
  UNKNOWN_NODE,
} from "./type-node.js";
import { givenParameters, type SchemeIds, securityOf } from "./wire-security.js";
import { valuesOf } from "./wire-values.js";

/**
 * `security` of an operation with several alternatives, of which calls name one. They need not where the definition's
 * default is among them; a single alternative is data of the wire.
 */
function securityProperty(
  operation: Operation,
  definition: ProviderDefinition,
  idOf: SchemeIds,
): readonly PropertyNode[] {
  const { alternatives, isDemanded } = securityOf(operation, definition, idOf);
  if (alternatives.length === 0) return [];
  const type = unionNode(alternatives.map((each) => alternativeNode(each, definition)));
  return [{ name: "security", isOptional: !isDemanded, type }];
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
  return unionNode([id, objectNode([requiredNode("id", id), requiredNode("scopes", scopes)])]);
}

/** What calls of an operation have to and may give. */
export interface RequestTypes {
  /** `params`, `query`, `headers`, `security`. */
  readonly options: ObjectNode;
  /** An `Idempotency-Key` that calls have to give, because none can be made: its header, which `idempotencyKey` stands for as well. */
  readonly keyed?: PropertyNode | undefined;
  readonly bodies: ReadonlyMap<BodyKind, TypeNode>;
  readonly isBodyOptional: boolean;
}

/** What the types of requests are made with. */
interface RequestContext {
  readonly document: ApiDocument;
  readonly keys: ReadonlyMap<Operation, OperationKey>;
  readonly definition: ProviderDefinition;
  /** See `filledIn`. */
  readonly filled: ReadonlySet<string>;
  readonly schemas: ModuleSchemas;
  readonly idOf: SchemeIds;
}

export function requestTypes(operation: Operation, context: RequestContext): RequestTypes {
  const { definition, schemas, idOf } = context;
  const expanded = expandedNames(operation.path);
  const given = givenParameters(operation, definition, idOf);
  const key = madeKey(operation, context);
  const declared = (place: Parameter["in"]) => given.filter((parameter) => parameter.in === place);
  const written = (place: Parameter["in"]) =>
    declared(place).map((parameter) => parameterNode(parameter, expanded, context, key));
  const properties = written("header");
  const headers = grouped("headers", properties, otherHeaders(properties, declared("header"), schemas));
  const isKeyed = properties.some(isRequiredKey);
  return {
    options: objectNode([
      ...grouped("params", written("path")),
      ...grouped("query", written("query")),
      ...(isKeyed ? [] : headers),
      ...securityProperty(operation, definition, idOf),
    ]),
    ...(isKeyed && { keyed: headers[0] }),
    bodies: new Map(
      Array.from(byKind(operation.bodies), ([kind, contents]) => [
        kind,
        kind === "body" ? textNode("RawBody") : bodyNode(kind, contents, context, key),
      ]),
    ),
    isBodyOptional: !operation.isBodyRequired,
  };
}

/** The key of an operation, unless callers have to give it. */
function madeKey(operation: Operation, { keys }: RequestContext): OperationKey | undefined {
  const key = keys.get(operation);
  return key?.form === "own" ? undefined : key;
}

/** Calls need not give a key that is made. */
function bodyNode(
  kind: BodyKind,
  contents: readonly Content[],
  { schemas, document }: RequestContext,
  key: OperationKey | undefined,
): TypeNode {
  const type = schemas.writtenAny(contents, "requests");
  const { body } = key ?? {};
  if (kind !== "json" || body === undefined || !isDemandedIn(contents, body, document)) return type;
  return { kind: "generic", name: "MadeKey", argument: type, more: `, ${stringLiteral(body.slice(1))}` };
}

function isRequiredKey({ name, isOptional }: PropertyNode): boolean {
  return !isOptional && name.toLowerCase() === "idempotency-key";
}

/** Parameters of one place; they can be left out together where none is required. */
function grouped(name: string, properties: readonly PropertyNode[], index?: IndexNode): readonly PropertyNode[] {
  if (properties.length === 0) return [];
  const isOptional = properties.every((property) => property.isOptional);
  return [{ name, isOptional, type: objectNode(properties, index) }];
}

/** Headers that the document does not have can be given too. */
function otherHeaders(
  headers: readonly PropertyNode[],
  parameters: readonly Parameter[],
  { schemas }: ModuleSchemas,
): IndexNode {
  const areTexts = headers.every(({ type }, at) => isTextNode(type) || isText(schemas, parameters[at]?.schema));
  return { name: "name", type: areTexts ? orUndefined(STRING_NODE) : UNKNOWN_NODE, isReadonly: true };
}

/** Whether a schema has texts alone, also by the name of another. */
function isText(schemas: ApiSchemas, schema: Part | undefined): boolean {
  const { isText: isSaid, ...others } = valuesOf(schemas.typeOf(schema), schemas.parts);
  return isSaid && !Object.values(others).includes(true);
}

function isTextNode(type: TypeNode): boolean {
  if (type.kind === "union") return type.members.every(isTextNode);
  return type.kind === "text" && (type.text === "string" || type === OTHER_TEXT_NODE || /^["']/.test(type.text));
}

function parameterNode(
  parameter: Parameter,
  expanded: ReadonlySet<string>,
  { filled, schemas }: RequestContext,
  key: OperationKey | undefined,
): PropertyNode {
  const { name, schema, isRequired, in: place } = parameter;
  const isMade = place === "header" && key?.header?.toLowerCase() === name.toLowerCase();
  const isFilled = isMade || filled.has(`${place} ${place === "header" ? name.toLowerCase() : name}`);
  return {
    name,
    isOptional: !isRequired || isFilled || (place === "path" && expanded.has(name)),
    type: withoutNull(schemas.written(schema, "requests"), parameter),
    comment: describedParameter(parameter),
  };
}

/** A header is text or is left out. */
function withoutNull(type: TypeNode, { in: place }: Parameter): TypeNode {
  if (place !== "header" || type.kind !== "union") return type;
  return unionNode(type.members.filter((member) => member.kind !== "text" || member.text !== "null"));
}

/**
 * What the definition gives where a request does not: its parameters in the path, its constant headers. A variable of a
 * base URL is another thing of the same name: where requests go, and not what they delete there.
 */
export function filledIn({ services, parameters = {}, headers = {} }: ProviderDefinition): ReadonlySet<string> {
  const inBaseUrls = new Set(Object.values(services).flatMap(({ baseUrl }) => baseUrlParameters(baseUrl)));
  return new Set([
    ...Object.keys(parameters).flatMap((name) => (inBaseUrls.has(name) ? [] : [`path ${name}`])),
    ...Object.keys(headers).map((name) => `header ${name.toLowerCase()}`),
  ]);
}

/** The type of `options`: what is given beside a body, and the body. */
export function optionsNode({ options, keyed, bodies, isBodyOptional }: RequestTypes): TypeNode {
  const kinds = [...bodies];
  const bodyNode = (optional: boolean) =>
    objectNode(kinds.map(([name, type]) => ({ name, isOptional: optional, type: orMade(type, name) })));
  const own =
    kinds.length === 1 ? objectNode([...options.properties, ...bodyNode(isBodyOptional).properties]) : options;
  const members: TypeNode[] = own.properties.length === 0 ? [] : [own];
  if (kinds.length > 1) members.push({ kind: "generic", name: "OneBody", argument: bodyNode(isBodyOptional) });
  if (keyed !== undefined) members.push(keyNode(keyed));
  const [only = objectNode([])] = members;
  return members.length > 1 ? { kind: "intersection", members } : only;
}

/** Tells whether a call of it may have no options at all. */
export function isOptionsOptional({ options, keyed, bodies, isBodyOptional }: RequestTypes): boolean {
  const needsNone = keyed === undefined && options.properties.every(({ isOptional }) => isOptional);
  return needsNone && (isBodyOptional || bodies.size === 0);
}

/** The type of a body, or what callers have made of it themselves. */
function orMade(type: TypeNode, kind: BodyKind): TypeNode {
  const name = kind === "form" ? "URLSearchParams" : kind === "multipart" ? "FormData" : undefined;
  return name === undefined ? type : unionNode([type, textNode(name)]);
}

/** The same for `diff`, which compares bodies apart; that a key can be given otherwise is nothing that vendors change. */
export function modelOptionsNode({ options, keyed }: RequestTypes): TypeNode {
  return keyed === undefined ? options : objectNode([...options.properties, keyed]);
}

/** `Idempotency-Key` as a header, or by the option that sends one. */
function keyNode(headers: PropertyNode): TypeNode {
  if (headers.type.kind !== "object") return headers.type;
  const { properties, index } = headers.type;
  const others = properties.filter((property) => !isRequiredKey(property));
  const key = requiredNode("idempotencyKey", STRING_NODE);
  return unionNode([objectNode([headers]), objectNode([key, ...grouped("headers", others, index)])]);
}
