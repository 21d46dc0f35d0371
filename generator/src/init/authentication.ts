import {
  baseUrlParameters,
  fillBaseUrl,
  isShownText,
  nearest,
  own,
  parseProvider,
  proposedVariable,
  type ProviderJson,
  standInsFor,
  type VariableNames,
} from "@sdkwright/runtime/config";
import { type SchemeJson, shellWord } from "../add/request.js";
import { START_OPTIONS } from "../project/options.js";

/** One way in which an API authenticates, as it is asked for and given. */
export interface AuthenticationKind {
  readonly label: string;
  /** What has to be known besides the kind, such as the name of a header, and what to propose. */
  readonly asks?: { readonly message: string; readonly proposal: string } | undefined;
  readonly scheme: (value: string, prefix: string | undefined) => SchemeJson | undefined;
}

const TOKEN_URL = { message: "URL of the token endpoint", proposal: "https://" };

/** The kinds, in the order in which they are offered: the most usual first. */
export const AUTHENTICATION: { readonly [kind: string]: AuthenticationKind } = {
  header: {
    label: "API key in a header",
    asks: { message: "Name of the header", proposal: "X-Api-Key" },
    scheme: (name, prefix) => {
      const key = { id: "api-key", type: "apiKey", in: "header", name } as const;
      return prefix === undefined ? key : { ...key, prefix };
    },
  },
  bearer: { label: "Bearer token", scheme: () => ({ id: "token", type: "http", scheme: "bearer" }) },
  basic: { label: "User name and password (basic)", scheme: () => ({ id: "login", type: "http", scheme: "basic" }) },
  query: {
    label: "API key in the query",
    asks: { message: "Name of the query parameter", proposal: "api_key" },
    scheme: (name) => ({ id: "api-key", type: "apiKey", in: "query", name }),
  },
  cookie: {
    label: "API key in a cookie",
    asks: { message: "Name of the cookie", proposal: "session" },
    scheme: (name) => ({ id: "api-key", type: "apiKey", in: "cookie", name }),
  },
  oauth2: {
    label: "OAuth 2, client credentials",
    asks: TOKEN_URL,
    scheme: (tokenUrl) => ({ id: "oauth2", type: "oauth2", flow: "clientCredentials", tokenUrl }),
  },
  "oauth2-refresh": {
    label: "OAuth 2, refresh token",
    asks: TOKEN_URL,
    scheme: (tokenUrl) => ({ id: "oauth2", type: "oauth2", flow: "refreshToken", tokenUrl }),
  },
  digest: { label: "User name and password (digest)", scheme: () => ({ id: "login", type: "http", scheme: "digest" }) },
  signature: {
    label: "A signature of each request, by your own function",
    asks: { message: "Headers that the function returns, separated by commas", proposal: "X-Signature" },
    scheme: (names) => {
      const headers = names.split(",").map((name) => name.trim().toLowerCase());
      return { id: "signature", type: "signature", headers: headers.filter((name) => name !== "") };
    },
  },
  none: { label: "Not at all", scheme: () => undefined },
};

/** The scheme that `--auth` asks for, none, or what is wrong with it. */
export function readAuthentication(
  text: string,
  prefix: string | undefined,
): { readonly schemes: readonly SchemeJson[] } | { readonly mistake: string; readonly hint?: string } {
  const [, name = "", value = ""] = /^([^=]*)=?([^]*)$/.exec(text) ?? [];
  const kind = Object.hasOwn(AUTHENTICATION, name) ? AUTHENTICATION[name] : undefined;
  if (kind === undefined) return unknownKind(name);
  if (kind.asks !== undefined && value === "")
    return { mistake: `--auth ${name} needs more: --auth ${name}=${kind.asks.proposal}` };
  if (kind.asks === undefined && value !== "") return { mistake: `--auth ${name} takes no value` };
  if (prefix !== undefined && name !== "header") return { mistake: "--key-prefix is for --auth header=<name>" };
  const scheme = kind.scheme(value, prefix);
  return { schemes: scheme === undefined ? [] : [scheme] };
}

/** What others call a kind of ours. */
const ELSEWHERE: { readonly [name: string]: string } = { apikey: "header", "api-key": "header", token: "bearer" };

/** Behind a wrong sign may stand a credential: what is shown is the word before it. */
function unknownKind(given: string): { readonly mistake: string; readonly hint: string } {
  const [word = "", ...rest] = given.split(/[:\s]/);
  const shown = isShownText(word) ? `${word}${rest.length > 0 ? " ***" : ""}` : "***";
  const near = nearest(word, [...Object.keys(AUTHENTICATION), ...Object.keys(ELSEWHERE)]);
  const kind = near === undefined ? undefined : (own(ELSEWHERE, near) ?? near);
  const all = `--auth takes ${START_OPTIONS.auth.summary}`;
  // As the help shows it: `<name>`, `<token URL>` or `<headers>`.
  const form = new RegExp(`\\b${kind ?? ""}=<[^>]*>`).exec(START_OPTIONS.auth.summary)?.[0] ?? kind;
  return {
    mistake: `--auth ${JSON.stringify(shown)} is not a known way to authenticate`,
    hint: form === undefined ? all : `did you mean ${form}? ${all}`,
  };
}

/** A definition of what the questions ask for. */
export function definitionOf(
  name: string,
  services: { readonly [id: string]: string },
  schemes: readonly SchemeJson[],
): ProviderJson {
  const names = [...new Set(Object.values(services).flatMap((url) => baseUrlParameters(url)))];
  const [scheme] = schemes;
  return {
    name,
    services: Object.entries(services).map(([id, baseUrl]) => ({ id, baseUrl })),
    defaultService: Object.keys(services)[0] ?? "default",
    ...(scheme !== undefined && { securitySchemes: [...schemes], security: scheme.id }),
    ...(names.length > 0 && { parameters: names.map((parameter) => ({ name: parameter })) }),
  };
}

/** What the format has against a definition; the first that counts. No request could go to a base URL without scheme. */
export function problemIn(definition: ProviderJson): string | undefined {
  const { issues } = parseProvider(definition);
  return issues.find(({ severity, code }) => severity === "error" || code === "SW1206")?.message;
}

/** What is wrong with a base URL. */
export function urlProblem(url: string): string | undefined {
  if (url === "") return "this is needed";
  const problem = problemIn(definitionOf("acme", { default: url }, []));
  return problem !== undefined && isBare(url) ? `${problem}; ${schemeHint(url)}` : problem;
}

/** The formats only warn of a base URL that code may complete; who begins has no such code, and requests would fail. */
export function isBare(url: string): boolean {
  const checked = fillBaseUrl(url, standInsFor(url));
  return "problem" in checked && checked.problem.kind === "bare";
}

/** What was most likely meant: clear text leads to this machine only (rules C20). */
export function schemeHint(url: string): string {
  const scheme = /^(?:localhost|127\.|\[::1\])/.test(url) ? "http" : "https";
  return `write ${isShownText(url) ? shellWord(`${scheme}://${url}`) : `${scheme}:// before it`}`;
}

export function schemeProblem(schemes: readonly SchemeJson[]): string | undefined {
  return problemIn(definitionOf("acme", { default: "https://api.example.com" }, schemes));
}

/** Values of parameters of base URLs: those that were given, else variables that nobody in `names` has. */
export function parameterValues(
  { name, parameters = [] }: ProviderJson,
  given: { readonly [name: string]: string },
  names: VariableNames,
): { readonly [name: string]: string } {
  return Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      Object.hasOwn(given, parameter.name)
        ? (given[parameter.name] ?? "")
        : `$${proposedVariable([name, parameter.name], names)}`,
    ]),
  );
}
