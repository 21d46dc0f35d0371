import { isFieldValue } from "../config/headers.js";
import type { AuthenticationErrorKind } from "../errors/errors.js";

/** One challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1). */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  readonly token68: string | undefined;
  /** By name in lower case; unquoted and unescaped. Of a repeated name the last value. */
  readonly params: Map<string, string>;
  /** Names that stood more than once: such a challenge should not be answered. */
  readonly repeated: Set<string>;
  /** Something in it does not parse. What was read before and after it still stands in `params`. */
  malformed: boolean;
}

const SEPARATORS = /[ \t,]*/y;
/** With white space around the sign (RFC 9110 §5.6.3, "bad"). What servers send unquoted goes beyond a token: base64. */
const PARAMETER = /([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[^]?)*)("?)|([^ \t,"]+))?/y;
const SCHEME = /([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*([\w.~+/-]+=*)(?=[ \t]*(?:,|$)))?/y;
const JUNK = /[^,]*/y;

/**
 * Reads the challenges of a field value, in order; several fields are to be joined with a comma, as `Headers.get` does.
 * Lenient if the meaning is clear (missing or extra commas, blanks around `=`, unquoted values), marks a challenge as
 * malformed otherwise. Never throws; takes linear time.
 */
export function parseChallenges(field: string): Challenge[] {
  const found: Challenge[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(field);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (take(SEPARATORS); at < field.length; take(SEPARATORS)) {
    const last = found.at(-1);
    const parameter = take(PARAMETER);
    const scheme = parameter === null ? take(SCHEME) : null;
    if (scheme !== null) found.push(openChallenge(scheme));
    else if (parameter === null || !readParameter(last, parameter)) {
      if (last !== undefined) last.malformed = true;
      take(JUNK);
    }
  }
  return found;
}

/** Reads the parameters of a field without a scheme, such as `Authentication-Info` (RFC 9110 §11.6.3). */
export function parseParameters(field: string): ReadonlyMap<string, string> {
  return parseChallenges(`parameters ${field}`)[0]?.params ?? new Map<string, string>();
}

/** The error of a bearer token that the challenge names (RFC 6750 §3.1). */
export function bearerError(field: string): AuthenticationErrorKind | undefined {
  const bearer = parseChallenges(field).find(({ scheme }) => scheme === "bearer");
  const error = bearer?.params.get("error");
  return error === "invalid_token" || error === "insufficient_scope" ? error : undefined;
}

function openChallenge([, scheme = "", token68]: RegExpExecArray): Challenge {
  return { scheme: scheme.toLowerCase(), token68, params: new Map(), repeated: new Set(), malformed: false };
}

/** Succeeds if it has a value that can be echoed into a request, and a quoted one an end. */
function readParameter(challenge: Challenge | undefined, match: RegExpExecArray): boolean {
  const [, name = "", quoted, end, bare] = match;
  const value = end === "" ? undefined : (quoted?.replaceAll(/\\([^]?)/g, "$1") ?? bare);
  if (!isFieldValue(value)) return false;
  const key = name.toLowerCase();
  if (challenge?.params.has(key)) challenge.repeated.add(key);
  challenge?.params.set(key, value);
  return true;
}
