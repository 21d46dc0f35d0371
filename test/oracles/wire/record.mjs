// What the tests hold without the judges' packages: one row for each case, and each request that Prism found nothing in.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { root } from "./sdk.mjs";

const files = { styles: "test/vectors/wire-styles.json", requests: "test/vectors/wire-requests.json" };

/** Rows as they are recorded: without what follows from the rest. */
export function stylesRecord(rows) {
  const kinds = {};
  for (const { id, parameter, value } of rows) {
    const schema = parameter.schema ?? Object.values(parameter.content)[0].schema;
    kinds[kindOf(id)] = { schema, value };
  }
  const cases = rows.map(({ id, place, parameter, bytes, swaggerClient, specified, exception }) => ({
    kind: kindOf(id),
    in: place,
    ...styleOf(parameter),
    bytes,
    ...(JSON.stringify(bytes) !== JSON.stringify(swaggerClient) && { swaggerClient }),
    ...(specified !== undefined && { specified }),
    ...(exception && { exception }),
  }));
  return { kinds, cases };
}

function kindOf(id) {
  return id.split(": ")[1];
}

function styleOf({ style, explode, allowReserved, content }) {
  if (content !== undefined) return { content: Object.keys(content)[0] };
  return { style, explode, ...(allowReserved && { allowReserved }) };
}

/** Calls, and what they sent; one that asks for nothing more than the least is the same twice. */
export function requestsRecord(rows) {
  const distinct = new Map(rows.map((row) => [row.operation + JSON.stringify(row.options), row]));
  return [...distinct.values()].map(({ operation, options, sent: { method, url, headers, body } }) => ({
    operation,
    options,
    sent: { method, url, headers: Object.fromEntries(headers), ...(body !== undefined && { body }) },
  }));
}

/** Writes a record, or says whether it is the one that stands there. */
export async function record(name, value, isWritten) {
  const file = join(root, files[name]);
  const text = await format(JSON.stringify(value), { parser: "json", printWidth: 120 });
  if (isWritten) writeFileSync(file, text);
  return isWritten || JSON.stringify(JSON.parse(readFileSync(file, "utf8"))) === JSON.stringify(value);
}
