import type { JsonObject } from "@sdkwright/runtime/config";
import type { Content, Part } from "./api.js";
import { childOf, isObjectPart, objectAt, type Reading, recordAt, referenceIn } from "./reading.js";

/** What a body or answer contains, by media type. */
export function readContents(part: Part<JsonObject>, reading: Reading): readonly Content[] {
  return recordAt(part, "content", reading).flatMap(([written, media]) => {
    const mediaType = mediaTypeOf(written);
    if (mediaType === undefined) {
      const message = "this is not a media type, so the content is left out";
      reading.notes.note("SW1605", media.pointer, message, { target: "key" });
      return [];
    }
    const content =
      media.value === null ? { ...media, value: {} } : objectAt(media, "this content", reading, MAY_BE_ANYTHING);
    return content === undefined
      ? [{ ...unknownContent(media.pointer), mediaType }]
      : [{ ...contentOf(mediaType, content, reading), ...parametersOf(written, media, reading) }];
  });
}

function contentOf(mediaType: string, part: Part<JsonObject>, reading: Reading): Content {
  return {
    mediaType,
    pointer: part.pointer,
    schema: childOf(part, "schema"),
    itemSchema: childOf(part, "itemSchema"),
    encoding: Object.fromEntries(
      recordAt(part, "encoding", reading).flatMap(([name, written]) => {
        const encoding = objectAt(written, "this encoding", reading);
        return encoding === undefined ? [] : [[name, encoding]];
      }),
    ),
  };
}

export const MAY_BE_ANYTHING = "may be anything";

/** What stands for a body that cannot be read: JSON of any form. */
export function unknownContent(pointer: string): Content {
  return { mediaType: "application/json", pointer, encoding: {}, isUnread: true };
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const PARAMETER = String.raw`;\s*(${TOKEN})=(${TOKEN}|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*")\s*`;

/** Those that can be sent (RFC 9110 §5.6.6). Texts are sent as UTF-8, and need no word for it. */
function parametersOf(written: string, { pointer }: Part, { notes }: Reading): Pick<Content, "parameters"> {
  const semicolon = written.indexOf(";");
  const text = semicolon < 0 ? "" : written.slice(semicolon).trimEnd().replace(/;$/, "");
  if (text === "") return {};
  if (!new RegExp(`^(?:${PARAMETER})+$`).test(text)) {
    notes.note("SW1605", pointer, "a part after the media type cannot be sent, and is left out", { target: "key" });
    return {};
  }
  const all = Array.from(text.matchAll(new RegExp(PARAMETER, "g")), ([, name = "", value = ""]) => ({ name, value }));
  const kept = all.filter(({ name }) => name.toLowerCase() !== "charset");
  const charset = all.find((each) => !kept.includes(each) && !/^"?(?:utf-?8|us-ascii)"?$/i.test(each.value));
  if (charset !== undefined)
    notes.count("SW1605", pointer, `charset=${charset.value} is left out: texts are sent as UTF-8`);
  return kept.length === 0 ? {} : { parameters: kept.map(({ name, value }) => `; ${name}=${value}`).join("") };
}

const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);

/** In lower case, without parameters (RFC 9110 §8.3.1). */
function mediaTypeOf(written: string): string | undefined {
  const type = written.replace(/;.*/s, "").trim();
  if (type === "*") return "*/*";
  return TYPE.test(type) ? type.toLowerCase() : undefined;
}

/** A path item and, behind it, what it refers to: a field is looked for in one after the other. */
export type PathItem = readonly Part<JsonObject>[];

/** `undefined` where its `$ref` leads nowhere: then the path is left out. */
export function pathItemAt(part: Part, reading: Reading): PathItem | undefined {
  const end = objectAt(part, "this path", reading);
  return end && [...fieldsBefore(part, reading), end];
}

/** Fields may stand beside each `$ref` on the way. */
function fieldsBefore(part: Part, { document, spendOn }: Reading): PathItem {
  const found: Part<JsonObject>[] = [];
  let current: Part | undefined = part;
  while (current !== undefined && isObjectPart(current)) {
    const reference = referenceIn(current.value);
    if (reference === undefined) break;
    found.push(current);
    if (found.length > 1) spendOn(current);
    current = document.target(reference);
  }
  return found;
}

export function fieldOf(item: PathItem, key: string): Part | undefined {
  for (const part of item) {
    const field = childOf(part, key);
    if (field !== undefined) return field;
  }
  return undefined;
}

/** The part of a path item that has a field. */
export function holderOf(item: PathItem, key: string): Part<JsonObject> | undefined {
  return item.find((part) => childOf(part, key) !== undefined);
}
