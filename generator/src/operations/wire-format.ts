import type { OperationWire } from "@sdkwright/runtime/config";
import type { SourceIssue } from "../diagnostics/source.js";
import type { Api, Operation, Parameter } from "../openapi/api.js";
import type { LoadedProvider } from "../project/project.js";
import type { ApiSchemas } from "./api-schemas.js";
import { successes } from "./answer-types.js";
import { isJson, sentType } from "./media-types.js";
import { givenParameters } from "./scheme-parameters.js";
import { type BodyReading, bodyWires } from "./wire-bodies.js";
import { WireNotes } from "./wire-notes.js";
import { otherDefault } from "./root-security.js";
import { parameterWires } from "./wire-parameters.js";
import { schemeIds, securityOf, type SchemeIds } from "./wire-security.js";
import { serviceIds, serviceOf, type ServiceIds } from "./wire-service.js";
import { valuesOf, type WireValues } from "./wire-values.js";

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
  const wires = new Map(api.operations.map((operation) => [keyOf(operation), operationWire(operation, reading)]));
  const isSaid = (key: string): boolean => Object.keys(wires.get(key) ?? {}).length > 0;
  // A HEAD without an entry goes like its GET.
  const operations = [...wires].filter(([key]) => isSaid(key) || (key.startsWith("HEAD ") && isSaid(getOf(key))));
  return { operations: Object.fromEntries(operations), issues: notes.issues };
}

function keyOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method.toUpperCase()} ${path}`;
}

function getOf(head: string): string {
  return `GET ${head.slice("HEAD ".length)}`;
}

interface Reading extends BodyReading {
  readonly definition: LoadedProvider["definition"];
  readonly idOf: SchemeIds;
  readonly serviceIdOf: ServiceIds;
}

function operationWire(operation: Operation, reading: Reading): OperationWire {
  const { definition, notes } = reading;
  const valuesIn = (parameter: Parameter): WireValues =>
    valuesOf(reading.schemas.typeOf(parameter.schema), reading.schemas.parts);
  const own = givenParameters(operation, definition, reading.idOf);
  const wire: OperationWire = {
    service: serviceOf(operation, definition, reading.serviceIdOf, notes),
    security: appliedSecurity(operation, reading),
    accept: acceptOf(operation),
    ...parameterWires({ ...operation, parameters: own }, valuesIn),
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
  const message = `${names} is no security scheme of the definition, or cannot apply: requests use its default`;
  notes.note("SW1640", `${operation.pointer}/security`, message);
  return undefined;
}

/** The JSON types of what is an answer, where none of them is the usual one. */
function acceptOf({ answers }: Operation): string | undefined {
  const contents = successes(answers).flatMap(({ contents: all }) => all);
  const types = [...new Set(contents.filter(({ mediaType }) => isJson(mediaType)).map(sentType))];
  if (types.length === 0 || types.some((type) => type === "application/json" || type.includes("*"))) return undefined;
  return types.join(", ");
}
