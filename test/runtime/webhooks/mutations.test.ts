import { suite } from "uvu";
import * as assert from "uvu/assert";
import { seeded } from "../seeded.js";
import { bound, discordVector, requestOf, type Vector, VECTORS, verdict } from "./messages.js";

const test = suite("mutations of webhooks");

const COUNT = 1000;

test("of 1000 mutations of each valid message none is taken", async () => {
  const vectors: { readonly [name: string]: Vector } = { ...VECTORS, discord: await discordVector() };
  for (const [name, vector] of Object.entries(vectors)) {
    const random = seeded(name.length * 7919);
    const webhooks = bound(vector);
    const isValid = (found: string) => found === "holds" || found === "not-json";
    assert.ok(isValid(await verdict(requestOf(vector), webhooks)), name);
    for (let made = 0; made < COUNT;) {
      const mutated = mutate(vector, random);
      if (isSame(mutated, vector) || (mutated.url !== undefined && !URL.canParse(mutated.url))) continue;
      made += 1;
      const found = await verdict(requestOf(mutated), webhooks);
      assert.not.ok(isValid(found), `${name}: ${found} of ${JSON.stringify(mutated)}`);
    }
  }
});

/** Changes the body, a header under the signature, or the URL where that is signed. */
function mutate(vector: Vector, random: () => number): Vector {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const signed = Object.keys(vector.headers).filter((name) => /signature|timestamp|hmac|webhook-id$/.test(name));
  const relevant = signed.filter((name) => name !== "x-shopify-webhook-id");
  const place = pick(["body", "body", ...relevant, ...(vector.url === undefined ? [] : ["url"])]);
  if (place === "body") return { ...vector, body: changed(vector.body, random) };
  if (place === "url")
    return { ...vector, url: `https://m${changed(vector.url?.slice("https://m".length) ?? "", random)}` };
  return { ...vector, headers: { ...vector.headers, [place]: changed(vector.headers[place] ?? "", random) } };
}

const LETTERS = '0123456789abcdefABCDEFghijkzZ+/=.,;:_- {}"\\&%';

function changed(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1));
  const letter = LETTERS[Math.floor(random() * LETTERS.length)] ?? "";
  const to = at + Math.floor(random() * 4);
  const ways = [
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + text.slice(to),
    text.slice(0, at),
    text.slice(at),
    text + letter,
    text.slice(0, at) + text.slice(at, to) + text.slice(at),
    text.slice(at) + text.slice(0, at),
  ];
  return ways[Math.floor(random() * ways.length)] ?? text;
}

/** One message is written in several ways: hex in capitals, base64 without padding, spaces at its ends, parts of other versions, forms. */
function isSame(mutated: Vector, vector: Vector): boolean {
  const { signature } = vector.scheme[0];
  const isForm = signature.content.includes("{form}");
  const bodyOf = ({ body }: Vector) => (isForm ? sortedForm(body) : body);
  const urlOf = ({ url }: Vector) => (url !== undefined && URL.canParse(url) ? new URL(url).href : url);
  const partsOf = (text = "") => {
    const parts = text.split(signature.separator ?? (signature.value?.includes(",") ? "," : "\n"));
    return parts.map((part) => {
      const bare = part.replace(/^[\s,]+|[\s,]+$/g, "");
      return signature.encoding === "hex"
        ? bare.replace(/[^=]+$/, (hex) => hex.toLowerCase())
        : bare.replace(/={1,2}$/, "");
    });
  };
  const isHeaderSame = ([name, value]: readonly [string, string]) => {
    if (name !== signature.header) return value.trim() === mutated.headers[name]?.trim();
    const parts = partsOf(mutated.headers[name]);
    return partsOf(value).every((part) => part.startsWith("v0=6ffbb59b") || parts.includes(part));
  };
  return (
    bodyOf(mutated) === bodyOf(vector) &&
    urlOf(mutated) === urlOf(vector) &&
    Object.entries(vector.headers).every(isHeaderSame)
  );
}

function sortedForm(body: string): string {
  const fields = new URLSearchParams(body);
  fields.sort();
  return fields.toString();
}

test.run();
