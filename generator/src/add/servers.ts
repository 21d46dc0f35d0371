import {
  isPlainObject,
  own,
  valueAt,
  pointerSegments,
  toPointer,
  type JsonObject,
  type JsonValue,
} from "@sdkwright/runtime/config";
import type { Api, Operation } from "../openapi/api.js";

/** A server as the document writes it. */
export interface Server {
  readonly url: string;
  readonly pointer: string;
  readonly description?: string | undefined;
  readonly variables: { readonly [name: string]: ServerVariable };
}

export interface ServerVariable {
  readonly default?: string | undefined;
  readonly description?: string | undefined;
  readonly values: readonly string[];
}

/** The servers of a document: its own, then those that chosen operations name instead; of http and https twins only https. */
export function serversIn({ document: { root }, operations }: Api): readonly Server[] {
  const own = serversUnder(root, "");
  const others = operations.flatMap((operation) => serversOf(operation, root));
  const distinct = new Map([...own, ...others].reverse().map((server) => [server.url, server]));
  const servers = [...distinct.values()].reverse();
  const urls = new Set(servers.map(({ url }) => url));
  return servers.filter(({ url }) => !urls.has(url.replace(/^http:/i, "https:")) || !/^http:/i.test(url));
}

/** Its own servers, else those of its path. */
function serversOf({ servers, pointer, path }: Operation, root: JsonObject): readonly Server[] {
  if (servers === undefined) return [];
  const places = [pointer, pointer.slice(0, pointer.lastIndexOf("/")), toPointer("paths", path)];
  const found = places.flatMap((place) => serversUnder(valueAt(root, pointerSegments(place)), place));
  const byUrl = new Map([...found].reverse().map((server) => [server.url, server]));
  return servers.flatMap((url) => byUrl.get(url) ?? []);
}

function serversUnder(holder: JsonValue | undefined, pointer: string): readonly Server[] {
  const list = isPlainObject(holder) ? own(holder, "servers") : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((server: JsonValue, index) => serverAt(server, `${pointer}/servers/${index}`) ?? []);
}

function serverAt(server: JsonValue, pointer: string): Server | undefined {
  const url = isPlainObject(server) ? own(server, "url") : undefined;
  if (typeof url !== "string" || !isPlainObject(server)) return undefined;
  const variables = own(server, "variables");
  return {
    url: url.trim(),
    pointer,
    description: textIn(server, "description"),
    variables: Object.fromEntries(
      Object.entries(isPlainObject(variables) ? variables : {}).map(([name, value]) => [name, variableIn(value)]),
    ),
  };
}

function variableIn(value: JsonValue): ServerVariable {
  if (!isPlainObject(value)) return { values: [] };
  const values = own(value, "enum");
  return {
    default: scalar(own(value, "default")),
    description: textIn(value, "description"),
    values: Array.isArray(values) ? values.flatMap((each: JsonValue) => scalar(each) ?? []) : [],
  };
}

/** A port is often written as a number. */
function scalar(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function textIn(value: JsonObject, key: string): string | undefined {
  const text = own(value, key);
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}
