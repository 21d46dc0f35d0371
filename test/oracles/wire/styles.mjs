// The bytes of every case: ours, and those of swagger-client for the same document.
import SwaggerClient from "swagger-client";
import { documentOf, pathOf } from "./cases.mjs";
import { exceptionOf } from "./exceptions.mjs";
import { sdkOf, sentBy } from "./sdk.mjs";
import { specifiedBytes } from "./specification.mjs";

/** A row for each case: what both wrote, what the specification has, and the name of the exception that they differ by. */
export async function compareStyles(cases) {
  const document = documentOf(cases);
  const { styles: create } = await sdkOf("oracles-styles", { styles: document });
  const rows = [];
  for (const [index, each] of cases.entries()) {
    const bytes = await ours(create, each, index);
    const theirs = await swaggerClient(document, each, index);
    rows.push(judged({ ...each, bytes, swaggerClient: theirs, specified: specifiedBytes(each) }));
  }
  return rows;
}

/** With the rule by which the row may differ, where it does. */
function judged(row) {
  const isSame = same(row, row.bytes, row.swaggerClient);
  const isSpecified = row.specified === undefined || same(row, row.bytes, row.specified);
  return { ...row, isSame, isSpecified, exception: isSame && isSpecified ? undefined : exceptionOf(row) };
}

function same(row, one, other) {
  return JSON.stringify(normalised(row, one)) === JSON.stringify(normalised(row, other));
}

const OPTIONS = { path: "params", query: "query", header: "headers" };

async function ours(create, each, index) {
  const path = pathOf(each, index);
  const sent = await sentBy(create, (client) => client.get(path, { [OPTIONS[each.place]]: { color: each.value } }));
  return sent.error === undefined ? bytesOf(each, index, sent.url, sent.headers.get("color")) : { error: sent.error };
}

async function swaggerClient(document, each, index) {
  try {
    const { url, headers } = SwaggerClient.buildRequest({
      spec: structuredClone(document),
      operationId: `case${index}`,
      parameters: { color: each.value },
    });
    const header = headers["color"];
    return bytesOf(each, index, url, header === undefined ? null : String(header));
  } catch (error) {
    return { error: error.message };
  }
}

/** What the parameter came to: the segment, the query, or the header, `null` where there is none. */
function bytesOf({ place }, index, url, header) {
  if (place === "header") return header;
  const rest = url.slice(url.indexOf(".example") + ".example".length + `/${index}`.length);
  if (place === "path") return rest.replace(/^\//, "");
  return rest.replace(/^\?/, "");
}

/**
 * What is not a difference: `!'()*` may stand in a path as they are (RFC 3986 §3.3); a query that needs no style is
 * written as `URLSearchParams` does it, with `+` for a space and `%7E` (rules §2.3); swagger-client leaves brackets,
 * `|` and spaces between values to the URL parser. Where reserved characters are allowed only the last counts.
 */
function normalised({ place, parameter }, bytes) {
  if (typeof bytes !== "string" || place === "header") return bytes;
  if (parameter.allowReserved) return bytes.replace(/[ |]/g, encodeURIComponent);
  const spaced = place === "query" ? bytes.replaceAll("+", "%20") : bytes;
  return spaced.replaceAll("%7E", "~").replace(/[ |[\]!'()*]/g, encoded);
}

function encoded(sign) {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
