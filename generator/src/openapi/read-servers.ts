import { isPlainObject, own, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import type { Part, Server, ServerVariable } from "./api.js";
import { isObjectPart, textOf } from "./part.js";
import { listAt, type Reading } from "./reading.js";
import { scalarText } from "./scalar-text.js";

/** The servers that a part names; an empty list names none. */
export function readServers(part: Part<JsonObject>, reading: Reading): readonly Server[] | undefined {
  const list = own(part.value, "servers");
  const known = list === undefined ? undefined : reading.servers.get(list);
  const servers = known ?? (listAt(part, "servers", reading) ?? []).flatMap((each) => serverAt(each, reading));
  if (Array.isArray(list)) reading.servers.set(list, servers);
  return servers.length === 0 ? undefined : servers;
}

function serverAt(part: Part, { notes }: Reading): Server | readonly [] {
  const server = serverIn(part);
  if (server === undefined) notes.note("SW1605", part.pointer, 'a server without "url" is left out');
  return server ?? [];
}

/** `undefined` for one without a URL. */
export function serverIn(part: Part): Server | undefined {
  const url = isObjectPart(part) ? textOf(part, "url") : undefined;
  if (url === undefined || !isPlainObject(part.value)) return undefined;
  const variables = own(part.value, "variables");
  return {
    url: url.trim(),
    pointer: part.pointer,
    description: saidIn(part.value, "description"),
    variables: Object.fromEntries(
      Object.entries(isPlainObject(variables) ? variables : {}).map(([name, value]) => [name, variableIn(value)]),
    ),
  };
}

function variableIn(value: JsonValue): ServerVariable {
  if (!isPlainObject(value)) return { values: [] };
  const values = own(value, "enum");
  return {
    default: scalarText(own(value, "default")),
    description: saidIn(value, "description"),
    values: Array.isArray(values) ? values.flatMap((each: JsonValue) => scalarText(each) ?? []) : [],
  };
}

function saidIn(value: JsonObject, key: string): string | undefined {
  const text = own(value, key);
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}
