import { isPlainObject, type JsonObject, type JsonValue, own } from "@sdkwright/runtime/config";
import type { Part, Server, ServerVariable } from "./api.js";
import { isObjectPart, listAt, type Reading, textOf } from "./reading.js";

/**
 * A text, number or boolean of a document as the text that is sent. `undefined` for another value, and for a number whose
 * digits may be others than the document's: reading rounds whole ones from 2^53 on.
 */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number")
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
}

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

const ORIGIN = /^[^/]*\/\/[^/]*/;

/** The origin of a base URL, variables and all; `undefined` where a variable stands for all of it. */
export function originIn(url: string): string | undefined {
  return ORIGIN.exec(url)?.[0];
}

/** URL scheme and host are alike in any case, and a slash at the end says nothing; names of variables keep theirs. */
export function plainUrl(url: string): string {
  return url.replace(ORIGIN, lower).replace(/\/$/, "");
}

function lower(origin: string): string {
  return origin.replaceAll(/\{[^{}]*\}|[^{}]+/g, (part) => (part.startsWith("{") ? part : part.toLowerCase()));
}

/** Equal for servers that requests cannot tell apart: variables of one name and default are one. */
export function serverKey({ url, variables }: Pick<Server, "url" | "variables">): string {
  const defaults = Object.entries(variables)
    .filter(([name]) => url.includes(`{${name}}`))
    .map(([name, variable]) => [name, variable.default]);
  return JSON.stringify([plainUrl(url), defaults.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))]);
}

/** The same server by https; itself where it has no http. */
export function secureTwin<S extends Pick<Server, "url">>(server: S): S {
  return { ...server, url: server.url.replace(/^http:/i, "https:") };
}
