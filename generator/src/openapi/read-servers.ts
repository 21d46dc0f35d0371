import type { JsonObject } from "@sdkwright/runtime/config";
import type { Part } from "./api.js";
import { isObjectPart, textOf } from "./part.js";
import { listAt, type Reading } from "./reading.js";

/** URLs of the servers that a part names; an empty list names none. */
export function readServers(part: Part<JsonObject>, reading: Reading): readonly string[] | undefined {
  const urls = (listAt(part, "servers", reading) ?? []).flatMap((server) => {
    const url = isObjectPart(server) ? textOf(server, "url") : undefined;
    if (url === undefined) reading.notes.note("SW1605", server.pointer, 'a server without "url" is left out');
    return url ?? [];
  });
  return urls.length === 0 ? undefined : urls;
}
