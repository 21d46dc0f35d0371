import { baseUrlParameters, fillBaseUrl, LEADING_PARAMETER, SPLIT, textual, type FilledBaseUrl } from "./base-url.js";
import { readEnvText } from "./env.js";
import { looksSecret } from "./looks-secret.js";

/** In characters, before parameters are filled in: what RFC 9110 §4.1 asks everybody to support. */
export const LONGEST_BASE_URL = 8000;

const PORT = /:\{([^{}]*)\}/g;

/** Checks a base URL before any value but the defaults is known: a stand-in fills the other parameters. */
export function checkBaseUrl(
  text: string,
  declared: { readonly [name: string]: { readonly default?: string | undefined } },
): FilledBaseUrl {
  if (text.length > LONGEST_BASE_URL)
    return { problem: textual(`a base URL has ${LONGEST_BASE_URL} characters at most`) };
  const undeclared = baseUrlParameters(text).find((name) => !Object.hasOwn(declared, name));
  if (undeclared === undefined) {
    const standIn = standInsFor(text);
    return fillBaseUrl(text, (name) => declared[name]?.default ?? standIn(name));
  }
  const isName = /^[\w-]{1,64}$/.test(undeclared) && !looksSecret(undeclared);
  const message = `{${isName ? undeclared : "…"}} in the base URL is not a declared parameter`;
  return { problem: { kind: "undeclared", parameter: undeclared, message } };
}

/** Values that fit where parameters stand, for checking the rest of the text. */
export function standInsFor(text: string): (name: string) => string {
  const whole = LEADING_PARAMETER.exec(text)?.[1];
  const inScheme = new Set(baseUrlParameters(SPLIT.exec(text)?.[1] ?? ""));
  const ports = new Set(Array.from(text.matchAll(PORT), ([, name = ""]) => name));
  return (name) => {
    if (name === whole) return "https://a.example";
    if (ports.has(name)) return "1";
    return inScheme.has(name) ? "https" : "a";
  };
}

/** A base URL before the program runs: a literal of client.json, else the definition's, for what a variable holds is not known. */
export function knownBaseUrl(defined: string, configured: string | undefined): string {
  const read = configured === undefined ? undefined : readEnvText(configured);
  return read?.kind === "literal" ? read.text : defined;
}
