import { isFraming, isToken } from "../config/headers.js";
import { looksSecret } from "../config/text.js";
import { type CheckedDefinition, checkTokenPlace } from "./check-urls.js";
import { error, type Issue, warning } from "./issue.js";
import type { ProviderJson } from "./provider-json.generated.js";
import { quoted } from "./shown.js";

type SchemeJson = NonNullable<ProviderJson["securitySchemes"]>[number];
type ApiKeyJson = Extract<SchemeJson, { type: "apiKey" }>;

/** Headers that the runtime writes by itself: a signature that returned one would sign another request than is sent. */
const WRITTEN = /^(?:content-type|cookie|idempotency-key)$/i;

/** Rules of one security scheme that its schema does not hold. */
export function checkScheme(scheme: SchemeJson, index: number, checked: CheckedDefinition): Issue[] {
  const pointer = `/securitySchemes/${index}`;
  switch (scheme.type) {
    case "apiKey":
      return checkKey(scheme, pointer);
    case "http":
      if (scheme.scheme !== "digest" || !isFraming(scheme.authorizationHeader ?? "")) return [];
      return [error("SW1209", `${pointer}/authorizationHeader`, framing(scheme.authorizationHeader ?? ""))];
    case "oauth2":
      return checkTokenPlace(scheme.tokenUrl, `${pointer}/tokenUrl`, checked);
    case "signature":
      return scheme.headers.flatMap((name, each) => checkSignatureHeader(name, `${pointer}/headers/${each}`));
  }
}

function checkKey(scheme: ApiKeyJson, pointer: string): Issue[] {
  const problem = keyNameProblem(scheme.in, scheme.name);
  return [
    ...(problem === undefined ? [] : [error("SW1209", `${pointer}/name`, problem)]),
    ...checkPrefix(scheme, `${pointer}/prefix`),
  ];
}

function keyNameProblem(place: string, name: string): string | undefined {
  const shown = quoted(name);
  if (place === "header" && !isToken(name)) return `${shown} is not the name of an HTTP header`;
  if (place === "header" && isFraming(name)) return framing(name);
  if (place === "cookie" && !isToken(name)) return `${shown} is not the name of a cookie`;
  if (place === "body" && /^\/(?:.*\/)?$|\/\//.test(name)) return `${shown} has an empty key in its path`;
  if (place === "path" && /[{}/]/.test(name)) return `${shown} cannot be a {name} in a path`;
  return undefined;
}

/** It is emitted, so it is public (rules P17). */
function checkPrefix({ in: place, prefix = "" }: ApiKeyJson, pointer: string): Issue[] {
  if (prefix === "") return [];
  if (place !== "header") {
    const hint = 'use `"in": "header"`, or leave "prefix" out: the key is sent as it is';
    return [error("SW1219", pointer, `a key in the ${place} has no prefix; only one in a header has`, { hint })];
  }
  if (!looksSecret(prefix)) return checkPrefixEnd(prefix, pointer);
  const hint = 'put the word before the key here, such as "Bot ", and the key into the credentials';
  return [error("SW1219", pointer, "the prefix is public, and it looks like a secret", { hint })];
}

/** The key follows at once: a word needs its space. */
function checkPrefixEnd(prefix: string, pointer: string): Issue[] {
  if (!/[A-Za-z0-9]$/.test(prefix)) return [];
  const hint = `write ${quoted(`${prefix} `)}, unless the key really follows without a space`;
  return [warning("SW1220", pointer, `the key is sent right after ${quoted(prefix)}, as one word`, { hint })];
}

function checkSignatureHeader(name: string, pointer: string): Issue[] {
  if (isFraming(name)) return [error("SW1209", pointer, framing(name))];
  if (!WRITTEN.test(name)) return [];
  const hint = "a signature can cover it, and return it in a header of its own";
  return [error("SW1209", pointer, `the header ${quoted(name)} is written before a request is signed`, { hint })];
}

function framing(name: string): string {
  return `the header ${quoted(name)} frames or routes the request and cannot carry a credential`;
}
