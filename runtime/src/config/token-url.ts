import {
  baseUrlParameters,
  type BaseUrlProblem,
  checkBaseUrl,
  fillBaseUrl,
  type FilledBaseUrl,
  isClearText,
  isProblem,
  missingValue,
  type ParameterValues,
  textual,
} from "./base-url.js";
import type { SecurityScheme } from "./definition.js";

/** A token URL whose parameters are filled in. */
export interface TokenUrl {
  /** For instance `https://auth.example`, as the URL standard serialises it. */
  readonly origin: string;
  /** The whole of it, query included, as it is sent. */
  readonly url: string;
}

export type FilledTokenUrl = { readonly url: TokenUrl } | { readonly problem: BaseUrlProblem };

// eslint-disable-next-line no-control-regex
const NEVER_IN_QUERY = /[\u0000-\u0020\u007f\\#]|[{}]/;
const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * Fills in the parameters of a token URL and checks what comes out: a base URL (rules P5) that is https, or http of
 * this machine, and may have a query, in which values are percent-encoded (rules P15). The text of the query is
 * {@link checkTokenUrl}'s.
 */
export function fillTokenUrl(text: string, values: ParameterValues): FilledTokenUrl {
  const [base, query] = split(text);
  return withQuery(fillBaseUrl(base, values), query, values);
}

/** The token URLs of a provider's schemes, as they are written. */
export function tokenUrlsOf(schemes: readonly SecurityScheme[]): readonly string[] {
  return schemes.flatMap((scheme) => (scheme.type === "oauth2" ? [scheme.tokenUrl] : []));
}

/** Checks a token URL before any value but the defaults is known: a stand-in fills the other parameters. */
export function checkTokenUrl(
  text: string,
  declared: { readonly [name: string]: { readonly default?: string | undefined } },
): FilledTokenUrl {
  const [base, query] = split(text);
  // Where a query names a parameter that is not declared, the base URL's check says so.
  const undeclared = baseUrlParameters(query).find((name) => !Object.hasOwn(declared, name));
  const checked = checkBaseUrl(undeclared === undefined ? base : `{${undeclared}}`, declared);
  const filled = withQuery(checked, query, (name) => declared[name]?.default ?? "a");
  if (!isProblem(filled) && NEVER_IN_QUERY.test(query.replaceAll(PLACEHOLDER, ""))) {
    return {
      problem: textual(
        "the query of a token URL cannot have white space, control characters, backslashes, braces or a fragment",
      ),
    };
  }
  // A base URL without a scheme is a warning, for code may give another; nothing gives another token URL.
  return isProblem(filled) && filled.problem.kind === "bare" ? { problem: textual(filled.problem.message) } : filled;
}

function split(text: string): [base: string, query: string] {
  const start = text.indexOf("?");
  return start < 0 ? [text, ""] : [text.slice(0, start), text.slice(start)];
}

function withQuery(base: FilledBaseUrl, query: string, values: ParameterValues): FilledTokenUrl {
  if (isProblem(base)) return { problem: ofTokenUrl(base.problem) };
  if (isClearText(base.url))
    return { problem: textual("a token URL must start with https://, or lead to this machine") };
  for (const name of baseUrlParameters(query)) {
    const problem = valueProblem(name, values(name));
    if (problem !== undefined) return { problem: ofTokenUrl(problem) };
  }
  const filled = query.replaceAll(PLACEHOLDER, (_, name: string) => encodeURIComponent(values(name) ?? ""));
  const { origin, path } = base.url;
  return { url: { origin, url: new URL(`${origin}${path}${filled}`).href } };
}

/** Messages of both are written once. */
function ofTokenUrl(problem: BaseUrlProblem): BaseUrlProblem {
  return { ...problem, message: problem.message.replaceAll("base URL", "token URL") };
}

function valueProblem(parameter: string, value: string | undefined): BaseUrlProblem | undefined {
  if (value === undefined) return missingValue(parameter);
  if (value !== "" && !/[\p{Cc}\p{Cs}]/u.test(value)) return undefined;
  const message = `the value of the parameter "${parameter}" does not fit into the base URL: expected text without control characters`;
  return { kind: "value", parameter, message };
}
