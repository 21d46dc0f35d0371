import { type JsonObject, type JsonValue, own, type PagesNext, type PagesRule } from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "../schema/schema-part.js";
import { placeText } from "./shapes.js";

// Rules of pages in vendors' own words: those of Azure's documents, of Speakeasy's, of Fern's.

/** The parts of a document that a vendor's word is checked against. */
export interface VendorReading {
  readonly operation: JsonObject;
  readonly root: JsonObject;
  /** Query parameters; `base` is the number of the first page, if the document says it. */
  readonly query: readonly { readonly name: string; readonly base: 0 | 1 | undefined }[];
  readonly items: string | undefined;
  /** Tells if the answer has something there. */
  readonly has: (keys: readonly string[]) => boolean;
}

/** A rule without `next` is one that names what the document does not have. */
export interface VendorPages {
  readonly name: string;
  readonly next?: PagesNext | undefined;
  readonly places?: Omit<PagesRule, "next"> | undefined;
}

/** The rule; `none` where the vendor says that there are no pages, `undefined` where nothing is said. */
export function vendorPages(reading: VendorReading): VendorPages | "none" | undefined {
  const { operation, root } = reading;
  const azure = own(operation, "x-ms-pageable");
  if (isJsonObject(azure)) return ofAzure(azure, reading);
  const speakeasy = own(operation, "x-speakeasy-pagination");
  if (isJsonObject(speakeasy)) return { name: "x-speakeasy-pagination", ...ofSpeakeasy(speakeasy, reading) };
  const fern = own(operation, "x-fern-pagination");
  const said = fern === true ? own(root, "x-fern-pagination") : fern;
  return isJsonObject(said) ? { name: "x-fern-pagination", ...ofFern(said, reading) } : undefined;
}

type Said = Omit<VendorPages, "name">;

function ofAzure(said: JsonObject, { has }: VendorReading): VendorPages | "none" {
  const name = "x-ms-pageable";
  const link = own(said, "nextLinkName");
  const items = own(said, "itemName") ?? "value";
  if (link === null) return "none";
  const place = typeof link === "string" ? [[link], link.split(".")].find(has) : undefined;
  if (place === undefined) return { name };
  const places = typeof items === "string" && has([items]) ? { items: placeText([items]) } : {};
  return { name, next: { url: placeText(place) }, places };
}

function ofSpeakeasy(said: JsonObject, { query, items: known, has }: VendorReading): Said {
  const [inputs, outputs] = [own(said, "inputs"), own(said, "outputs")];
  const output = (key: string) => jsonPath(isJsonObject(outputs) ? own(outputs, key) : undefined, "$", has);
  const input = (type: string) => {
    const found = (isJsonArray(inputs) ? inputs : []).find((each) => isJsonObject(each) && own(each, "type") === type);
    const wanted = isJsonObject(found) && own(found, "in") === "parameters" ? own(found, "name") : undefined;
    return query.find(({ name }) => name === wanted);
  };
  const items = output("results") ?? known;
  const places = { ...(items !== undefined && { items }) };
  const [url, from, totalPages] = [output("nextUrl"), output("nextCursor"), output("numPages")];
  const [cursor, page, offset] = [input("cursor"), input("page"), input("offset")];
  if (url !== undefined) return { next: { url }, places };
  if (cursor !== undefined && from !== undefined) return { next: { query: cursor.name, from }, places };
  if (page?.base !== undefined && (items ?? totalPages) !== undefined) {
    const next = { query: page.name, first: page.base };
    return { next, places: { ...places, ...(totalPages !== undefined && { totalPages }) } };
  }
  return offset === undefined || items === undefined ? {} : { next: { query: offset.name, step: "items" }, places };
}

function ofFern(said: JsonObject, { query, items: known, has }: VendorReading): Said {
  const answer = (key: string) => jsonPath(own(said, key), "$response", has);
  const input = (key: string) => query.find(({ name }) => own(said, key) === `$request.${name}`);
  const items = answer("results") ?? known;
  const places = { ...(items !== undefined && { items }) };
  const url = answer("next_uri") ?? answer("next_path");
  if (url !== undefined) return { next: { url }, places };
  const [cursor, from, offset] = [input("cursor"), answer("next_cursor"), input("offset")];
  if (cursor !== undefined && from !== undefined) return { next: { query: cursor.name, from }, places };
  if (offset === undefined || items === undefined) return {};
  const more = answer("has-next-page");
  const ends = { ...places, ...(more !== undefined && { more }) };
  if (own(said, "step") !== undefined) return { next: { query: offset.name, step: "items" }, places: ends };
  return offset.base === undefined ? {} : { next: { query: offset.name, first: offset.base }, places: ends };
}

/** `$.result.next` as a place, if there is something. */
function jsonPath(path: JsonValue | undefined, root: string, has: VendorReading["has"]): string | undefined {
  if (typeof path !== "string" || !path.startsWith(root)) return undefined;
  const keys = path
    .slice(root.length)
    .replaceAll(/\[\(@\.length ?- ?1\)\]|\[-1:?\]/g, ".-1")
    .replaceAll(/\[(["'])([^"'\]]*)\1\]/g, ".$2")
    .split(".")
    .slice(1);
  return has(keys) ? placeText(keys) : undefined;
}
