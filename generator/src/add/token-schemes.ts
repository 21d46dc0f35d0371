import {
  checkTokenUrl,
  isPlainObject,
  own,
  type Issue,
  type JsonObject,
  type JsonValue,
} from "@sdkwright/runtime/config";
import type { ParameterJson } from "./parameters.js";
import type { ReadScheme } from "./read-scheme.js";
import { cited, citedUrl, remark } from "./remark.js";

/** What token URLs of a document are read by. */
export interface TokenUrlContext {
  /** The base URL that relative ones start from; absent where no server has one. */
  readonly baseUrl?: string | undefined;
  readonly parameters: readonly ParameterJson[];
}

/** A scheme of the document, by its component's name. */
export interface WrittenScheme {
  readonly id: string;
  /** `oauth2` or `openIdConnect`, as it is written. */
  readonly type: string;
  readonly value: JsonObject;
  readonly pointer: string;
}

/**
 * OAuth 2 where the client gets tokens by its own credentials; else bearer, because the runtime asks no person for
 * anything: what it sends is the token that it is given.
 */
export function tokenSchemeOf(written: WrittenScheme, context: TokenUrlContext): ReadScheme {
  const flow = flowsOf(written.value)["clientCredentials"];
  const tokenUrl = isPlainObject(flow) ? textOf(flow, "tokenUrl") : "";
  if (!isPlainObject(flow) || tokenUrl === "") return bearerInstead(written);
  const resolved = resolvedUrl(tokenUrl, context.baseUrl);
  if (resolved === undefined) return bearerInstead(written, "is relative, and no server says to what");
  const declared = Object.fromEntries(context.parameters.map((parameter) => [parameter.name, parameter]));
  const checked = checkTokenUrl(resolved, declared);
  if ("problem" in checked) return bearerInstead(written, `cannot be used: ${checked.problem.message}`);
  return {
    scheme: { id: written.id, type: "oauth2", flow: "clientCredentials", tokenUrl: resolved },
    issues: [...movedUrl(written, tokenUrl, resolved), ...unaskedScopes(written, flow)],
  };
}

/** By the base URL, as OpenAPI 3.1 has it; with parameters in that, only a path has one meaning. */
function resolvedUrl(tokenUrl: string, baseUrl = ""): string | undefined {
  if (/^[a-z{][^/]*:\/\//i.test(tokenUrl)) return tokenUrl;
  const origin = /^[^/]+\/\/[^/]+/.exec(baseUrl)?.[0];
  if (origin === undefined || tokenUrl.includes("{")) return undefined;
  if (baseUrl.includes("{")) return /^\/(?!\/)/.test(tokenUrl) ? `${origin}${tokenUrl}` : undefined;
  return URL.canParse(tokenUrl, baseUrl) ? new URL(tokenUrl, baseUrl).href : undefined;
}

function movedUrl({ id, pointer }: WrittenScheme, tokenUrl: string, resolved: string): readonly Issue[] {
  if (tokenUrl === resolved) return [];
  const message = `the token URL of ${cited(id)} is relative: it is ${citedUrl(resolved)}, by the first server`;
  return [remark("SW0706", pointer, message, "correct it in the definition where tokens come from elsewhere")];
}

/** Few clients may have all that a document lists, and a server refuses the whole of what it cannot grant. */
function unaskedScopes({ id, pointer }: WrittenScheme, flow: JsonObject): readonly Issue[] {
  const scopes = own(flow, "scopes");
  const names = isPlainObject(scopes) ? Object.keys(scopes) : [];
  if (names.length === 0) return [];
  const some = names.slice(0, 5).map(cited).join(", ");
  const listed = names.length > 5 ? `${some} and ${names.length - 5} more` : some;
  const message = `tokens of ${cited(id)} are asked for without scopes: the server gives those of the client. The document has ${listed}`;
  const hint =
    'for certain ones add "scopes" to the scheme in the definition, or `security: { id, scopes }` to a request';
  return [remark("SW0706", pointer, message, hint)];
}

/** `reason` says why the token URL of the client's own flow is none. */
function bearerInstead({ id, type, value, pointer }: WrittenScheme, reason?: string): ReadScheme {
  const urls = tokenUrlsIn(value);
  const from = urls.length === 0 ? "" : `, which the vendor hands out at ${urls.map(citedUrl).join(" and ")}`;
  const why = reason === undefined ? "" : `; its token URL ${reason}`;
  const message = `${cited(id)} is ${type}, and becomes bearer: you give the access token${from}${why}`;
  return { scheme: { id, type: "http", scheme: "bearer" }, issues: [remark("SW0706", pointer, message, wayOf(type))] };
}

function wayOf(type: string): string {
  const inCode = "a function that gets a fresh token can stand in its place, in code";
  if (type.toLowerCase() !== "oauth2") return inCode;
  return `${inCode}. Where the vendor has given you a refresh token, make the scheme \`oauth2\` with the flow \`refreshToken\``;
}

/** Where a vendor hands out tokens. */
export function tokenUrlsIn(value: JsonObject): readonly string[] {
  const each = Object.values(flowsOf(value)).map((flow) => (isPlainObject(flow) ? own(flow, "tokenUrl") : undefined));
  const written = [...each, own(value, "openIdConnectUrl")];
  return [...new Set(written.filter((url) => typeof url === "string" && url !== "") as string[])];
}

function flowsOf(value: JsonObject): { readonly [flow: string]: JsonValue } {
  const flows = own(value, "flows");
  return isPlainObject(flows) ? { ...flows } : {};
}

function textOf(value: JsonObject, key: string): string {
  const text = own(value, key);
  return typeof text === "string" ? text.trim() : "";
}
