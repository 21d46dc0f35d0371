import type { OperationWire, ParameterWire } from "@sdkwright/runtime/config";
import type { SourceIssue } from "../../diagnostics/source.js";
import type { Api, Operation, Parameter } from "../../openapi/api.js";
import type { LoadedProvider } from "../../project/project.js";
import type { ApiSchemas } from "./api-schemas.js";
import { isReadAsJson, sentType, successes } from "../../openapi/media-types.js";
import { lineTypes, parsedEvents, streamsOf } from "./streams.js";
import { type BodyReading, bodyWires } from "./wire-bodies.js";
import { givenParameters, otherDefault, type SchemeIds, schemeIds, securityOf } from "./wire-security.js";
import { type ServiceIds, serviceIds, serviceOf } from "./wire-service.js";
import { valuesOf, WireNotes, type WireValues } from "./wire-values.js";

type Places = Pick<OperationWire, "params" | "query" | "headers">;

/** Parameters that are written otherwise than untyped requests write them, or that take what those refuse. */
function parameterWires(path: string, parameters: readonly Parameter[], { schemas }: Reading): Places {
  const operators = operatorsIn(path);
  const wiresOf = (place: Parameter["in"]): { readonly [name: string]: ParameterWire } | undefined => {
    const wires = parameters.flatMap((parameter) => {
      const values = valuesOf(schemas.typeOf(parameter.schema), schemas.parts);
      const wire = parameter.in === place ? wireOf(parameter, values, operators.get(parameter.name)) : undefined;
      return wire === undefined ? [] : [[parameter.name, wire] as const];
    });
    return wires.length === 0 ? undefined : Object.fromEntries(wires);
  };
  return { params: wiresOf("path"), query: wiresOf("query"), headers: wiresOf("header") };
}

/** What RFC 6570 has around a name in a path. */
interface Operator {
  readonly sign: string;
  readonly isExploded: boolean;
}

/** Of names that have something around them. */
function operatorsIn(path: string): ReadonlyMap<string, Operator> {
  const found = new Map<string, Operator>();
  for (const [, sign = "", list = ""] of path.matchAll(/\{([+#./;?&]?)([^{}]*)\}/g)) {
    const names = list.split(",");
    for (const name of names) {
      const [plain = ""] = name.split(/\*$|:\d+$/);
      if (sign !== "" || plain !== name || names.length > 1) found.set(plain, { sign, isExploded: name.endsWith("*") });
    }
  }
  return found;
}

function wireOf(parameter: Parameter, values: WireValues, operator: Operator | undefined): ParameterWire | undefined {
  const { contentType, delimiters, explode } = parameter;
  if (contentType !== undefined) return { content: contentType };
  if (delimiters !== undefined && values.isList)
    return { ...(parameter.in === "query" && { style: parameter.style, explode }), delimiters };
  switch (parameter.in) {
    case "query":
      return queryWire(parameter, values);
    case "path":
      return pathWire(parameter, values, operator);
    case "header":
      return hasParts(values) || values.isNumber || values.isNull
        ? explodedIf(parameter.explode && values.isRecord)
        : undefined;
  }
}

function queryWire({ style, explode, allowReserved }: Parameter, values: WireValues): ParameterWire | undefined {
  const reserved = allowReserved && (values.isText || hasParts(values)) ? { allowReserved } : undefined;
  if (!hasParts(values)) return reserved;
  if (style === "deepObject") return { style, ...reserved };
  if (style !== "form") return { style, ...explodedIf(explode), ...reserved };
  if (!explode) return { explode, ...reserved };
  return values.isRecord || values.hasNested ? { ...reserved } : reserved;
}

/** The document's own style goes before an operator of RFC 6570, which says the same in other words, or nothing. */
function pathWire(
  { style, explode }: Parameter,
  values: WireValues,
  operator: Operator | undefined,
): ParameterWire | undefined {
  const meant = style === "simple" ? STYLES[operator?.sign ?? ""] : style;
  const isExploded = hasParts(values) && (explode || (style === "simple" && operator?.isExploded === true));
  if (meant !== undefined) return { style: meant, ...explodedIf(isExploded) };
  if (operator?.sign === "+") return { ...explodedIf(isExploded), allowReserved: true };
  return hasParts(values) || operator !== undefined ? explodedIf(isExploded && values.isRecord) : undefined;
}

const STYLES: { readonly [operator: string]: "label" | "matrix" | undefined } = { ".": "label", ";": "matrix" };

function hasParts({ isList, isRecord }: WireValues): boolean {
  return isList || isRecord;
}

function explodedIf(isExploded: boolean): ParameterWire {
  return isExploded ? { explode: true } : {};
}

/** What goes over the wire otherwise than the runtime's defaults have it. */
export interface WireFormat {
  /** By method and path; most operations have none. */
  readonly operations: { readonly [operation: string]: OperationWire };
  /** Notes on what cannot be carried over. */
  readonly issues: readonly SourceIssue[];
}

/** Derives the wire format of a provider's operations; `schemas` were read. */
export function wireFormat(
  { definition, api }: LoadedProvider & { readonly api: Api },
  schemas: ApiSchemas,
): WireFormat {
  const notes = new WireNotes(api.document);
  const ids = { idOf: schemeIds(api, definition), serviceIdOf: serviceIds(definition) };
  const reading: Reading = { document: api.document, definition, schemas, notes, parts: new Map(), ...ids };
  const other = otherDefault(api, definition, ids.idOf, false);
  if (other !== undefined) notes.note("SW1640", other.pointer, other.message, { hint: other.hint });
  const keyOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;
  const wires = new Map(api.operations.map((operation) => [keyOf(operation), operationWire(operation, reading)]));
  const isSaid = (key: string): boolean => Object.keys(wires.get(key) ?? {}).length > 0;
  // A HEAD without an entry goes like its GET.
  const operations = [...wires].filter(([key]) => isSaid(key) || isSaid(key.replace(/^HEAD /, "GET ")));
  return { operations: Object.fromEntries(operations), issues: notes.issues };
}

interface Reading extends BodyReading {
  readonly definition: LoadedProvider["definition"];
  readonly idOf: SchemeIds;
  readonly serviceIdOf: ServiceIds;
}

function operationWire(operation: Operation, reading: Reading): OperationWire {
  const { definition, notes } = reading;
  const given = givenParameters(operation, definition, reading.idOf);
  const wire: OperationWire = {
    service: serviceOf(operation, definition, reading.serviceIdOf, notes),
    security: appliedSecurity(operation, reading),
    accept: acceptOf(operation),
    events: parsedEvents(streamsOf(operation, reading.document, definition), reading.document),
    lines: lineTypes(operation),
    ...parameterWires(operation.path, given, reading),
    ...bodyWires(operation, reading),
  };
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined));
}

function appliedSecurity(operation: Operation, { definition, idOf, notes }: Reading): readonly string[] | undefined {
  // `security` of `create<Provider>` goes over a default, and never to what is open to everybody.
  if (operation.security?.length === 0) return [];
  const { applied, isLost } = securityOf(operation, definition, idOf);
  if (!isLost) return applied;
  const names = [...new Set((operation.security ?? []).flat())].map((name) => JSON.stringify(name)).join(", ");
  const message = `${names} is not a security scheme of the definition, or cannot apply: requests use its default`;
  notes.note("SW1640", `${operation.pointer}/security`, message);
  return undefined;
}

/** The JSON types of what is an answer, where none of them is the usual one; where there are none, the other types. */
function acceptOf({ answers }: Operation): string | undefined {
  const contents = successes(answers).flatMap(({ contents: all }) => all);
  const json = contents.filter(isReadAsJson);
  const types = [...new Set((json.length > 0 ? json : contents).map(sentType))];
  if (types.length === 0 || types.some((type) => type === "application/json" || type.includes("*"))) return undefined;
  return types.join(", ");
}
