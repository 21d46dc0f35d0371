import { join } from "node:path";
import { readJson } from "./read-json.js";
import { readText } from "./read-file.js";

/** What the package.json of a folder calls it: in a monorepo, `client/client.json` alone says nothing. */
export function packageName(folder: string): string | undefined {
  const read = readText(join(folder, "package.json"));
  const parsed = "text" in read ? readJson(read.text) : undefined;
  const json = parsed !== undefined && "json" in parsed ? parsed.json : undefined;
  if (typeof json !== "object" || json === null || !Object.hasOwn(json, "name")) return undefined;
  const { name } = json as { readonly name: unknown };
  return typeof name === "string" && name !== "" ? name : undefined;
}
