import type { Clock } from "../clock.js";
import type {
  ApiKeyScheme,
  DigestScheme,
  OAuth2Scheme,
  SecurityScheme,
  SignatureScheme,
} from "../config/definition.js";
import { type BadOption, own } from "../config/options.js";
import {
  type AuthenticationErrorKind,
  ConfigurationError,
  type RequestLabel,
  type SdkError,
} from "../errors/errors.js";
import type { AnswerHead, BodyBytes, ServerAnswer } from "../http/answer.js";
import type { OutgoingRequest, SendOnce } from "../http/transport.js";
import {
  CODE,
  type CredentialSources,
  type Fields,
  resolveCredentials,
  type ResolvedCredentials,
} from "./credentials.js";
import type { TokenClient, TokensOption } from "./oauth2-types.js";
import type * as otherSchemes from "./other-schemes.js";

/** Signs requests with a credential that is already resolved for this attempt. */
export interface Signer {
  readonly kind: "signer";
  readonly schemeId: string;
  sign(request: OutgoingRequest): void;
}

/** What came of one hop: the answer that counts, and the reason where the server did not accept the credentials. */
export interface HopAnswer {
  readonly response: Response;
  readonly rejection: AuthenticationErrorKind | undefined;
}

/** What all hops of one attempt share. */
export interface AttemptState {
  /** How often, over all hops together, a request may be sent again because of its credential (rules §3.2). */
  furtherSends: number;
  /** What was sent as a credential, for redaction. */
  readonly secrets: Set<string>;
  /** The scheme whose token the attempt waits for: when its time is up meanwhile, that is its token endpoint's doing. */
  awaited: string | undefined;
  /** Tells that it waits for a token, which another caller may get. */
  readonly waiting: () => void;
  /** Of the attempt's policy; absent where it has none. */
  readonly tokenGate: TokenGate | undefined;
  /** On the client's clock, in ms. */
  readonly startedAt: number;
  /** What went out as a credential, by scheme. */
  readonly used: Map<string, Fields>;
  /** The answer that refused the credentials before, where it is sent once more, and the time that it says. */
  refused: { readonly response: Response | undefined; readonly date: Date | undefined } | undefined;
  /** What a signature has written last. */
  signature: string | undefined;
  /** Throws where the request would go elsewhere now than when it was prepared. */
  readonly stay: () => void;
  /** What an error may show of an answer, masked by all that the attempt was given and has sent; nothing where that could not be loaded. */
  readonly said: (answer: AnswerHead, body: BodyBytes) => Promise<ServerAnswer | undefined>;
  /** Why the server did not accept the credentials; undefined where it did, or does not say so. */
  readonly rejection: (response: Response) => Promise<AuthenticationErrorKind | undefined>;
  /** Value of a parameter of the provider, see `provider/parameters.ts`. */
  readonly parameter: (name: string) => string | undefined;
}

/** What a policy says to requests to a token endpoint, which has a circuit of its own. */
export interface TokenGate {
  /** How long what the token endpoint has denied is not asked for again, in ms. */
  readonly authCoolDown: number;
  /** Throws a CircuitOpenError where the endpoint's circuit is not closed and the call may go on to another candidate. */
  readonly check: (endpoint: RequestLabel) => void;
  /** Resolves when a token may be asked for, in `atMost` ms; rejects with a CircuitOpenError where that takes too long. */
  readonly enter: (endpoint: RequestLabel, signal: AbortSignal, atMost: number) => Promise<TokenPass>;
}

/** Leave to send one request to a token endpoint. */
export interface TokenPass {
  /** Tells how it went: with this failure, or well. */
  readonly end: (error: SdkError | undefined) => void;
  /** Gives it back unused. */
  readonly drop: () => void;
}

/**
 * Answers challenges: gets the request with everything but its own credential, may send it again as often as the
 * attempt's state allows, and resolves with the answer that counts. It is called once per hop, so after a same-origin
 * redirect it sees the new URL.
 */
export interface ChallengeAnswerer {
  readonly kind: "answerer";
  readonly schemeId: string;
  answer(request: OutgoingRequest, send: SendOnce, signal: AbortSignal): Promise<HopAnswer>;
}

/** Covers all that the others have written, so it signs last, whatever goes over the wire. */
export interface RequestSignature {
  readonly kind: "signature";
  readonly schemeId: string;
  /** Signs a copy of the request and sends that. */
  signing(send: SendOnce): SendOnce;
}

/** One security scheme at work within one attempt. */
export type Authenticator = Signer | ChallengeAnswerer | RequestSignature;

/** Makes the answerer of one attempt; what it learns is kept for the client instance. */
export type DigestAnswerers = (options: {
  readonly schemeId: string;
  readonly scheme: DigestScheme;
  readonly username: string;
  readonly password: string;
  readonly attempt: AttemptState;
  readonly clock: Clock;
}) => ChallengeAnswerer;

/** Makes the answerer of one attempt; tokens are kept for the client instance. */
interface OAuth2Answerers {
  (options: OAuth2Options): Promise<ChallengeAnswerer>;
  /** Reads what a request names in place of an id: a scheme with scopes; nothing where it is something else. */
  readonly read: (named: unknown, bad: BadOption) => Partial<ScopedId>;
}

export interface ScopedId {
  readonly id: string;
  readonly scopes: readonly string[];
}

export interface OAuth2Options {
  readonly schemeId: string;
  readonly scheme: OAuth2Scheme;
  /** Those that the request asks for, where it does. */
  readonly scopes: readonly string[] | undefined;
  readonly sources: CredentialSources;
  readonly attempt: AttemptState;
  readonly client: TokenClient;
}

/** Starts a client instance's tokens, with what code gave as `tokens`. */
export type StartOAuth2 = (tokens: TokensOption | undefined, bad: BadOption) => OAuth2Answerers;

/** Makes the signature of one attempt from the function that code gave. */
export type Signatures = (options: {
  readonly sources: CredentialSources;
  readonly schemeId: string;
  readonly scheme: SignatureScheme;
  readonly attempt: AttemptState;
}) => Promise<RequestSignature>;

/** A key for a place that is filled when the request is rendered: the body or the path (rules P8). */
export interface KeyInsert {
  readonly kind: "insert";
  readonly in: "body" | "path";
  /** Placeholder of the path, or key of the body. */
  readonly name: string;
  readonly value: string;
}

/** API key in a header or a cookie (rules P8); those in other places come late, see `other-schemes.ts`. */
function headerKey(scheme: ApiKeyScheme, credentials: ResolvedCredentials, secrets: Set<string>): Signer {
  const value = credentials.text("apikey");
  const { schemeId } = credentials;
  const prefix = (own(scheme, "prefix") ?? "") as string;
  const whole = prefix + value;
  if (prefix && value.trim().toLowerCase().startsWith(prefix.toLowerCase()))
    throw credentials.error("apikey", `starts with \`${prefix}\`: give the key alone`);
  if (!isHeaderText(value) || (scheme.in === "cookie" && /[ ",;\\]/.test(value)))
    throw credentials.error("apikey", `contains what a ${scheme.in} cannot carry as it is`);
  secrets.add(whole);
  return { kind: "signer", schemeId, sign: ({ headers }) => setHeader(headers, scheme, whole) };
}

/** ASCII without white space at its ends, which `Headers` would silently take off. A cookie has less (RFC 6265 §4.1.1). */
function isHeaderText(value: string): boolean {
  return /^[\x20-\x7e]+$/.test(value) && value.trim() === value;
}

/** Several keys in cookies stand in one header; the caller's own was refused. */
function setHeader(headers: Headers, { in: place, name }: ApiKeyScheme, value: string): void {
  if (place === "header") headers.set(name, value);
  else headers.set(place, [headers.get(place) ?? [], `${name}=${value}`].flat().join("; "));
}

/** Bearer token in the `Authorization` header (RFC 6750 §2.1); on purpose any visible ASCII, as servers issue it. */
function bearerSigner(credentials: ResolvedCredentials): Signer {
  const token = credentials.text("token");
  if (/^bearer /i.test(token)) throw credentials.error("token", "starts with `Bearer `: give the token alone");
  if (!/^[\x21-\x7e]+$/.test(token)) throw credentials.error("token", "contains more than visible ASCII characters");
  return {
    kind: "signer",
    schemeId: credentials.schemeId,
    sign: ({ headers }) => headers.set("authorization", `Bearer ${token}`),
  };
}

/** What a provider brings along for its schemes. */
export interface AuthenticationContext extends CredentialSources, Omit<TokenClient, "definition"> {
  /** Absent where the SDK was generated without a digest scheme. */
  readonly digest: DigestAnswerers | undefined;
  /** Absent where the SDK was generated without an oauth2 scheme. */
  readonly oauth2: OAuth2Answerers | undefined;
  /** Absent where the SDK was generated without a signature scheme. */
  readonly signature: Signatures | undefined;
}

/** A scheme that a request asked for. */
export interface AskedScheme {
  readonly id: string;
  readonly scheme: SecurityScheme;
  /** Of oauth2, where the request asks for others than the definition. */
  readonly scopes?: readonly string[] | undefined;
}

/** Schemes with their credentials resolved, for one attempt. */
export interface Authentication {
  readonly authenticators: readonly Authenticator[];
  readonly inserts: readonly KeyInsert[];
}

/** Per attempt, its redirects included: an answer to a challenge, and one to a nonce that is no longer current; or a new token. */
export const MAX_FURTHER_SENDS = 2;

/** Resolves the credentials of the schemes asked for; what they are goes into the attempt's secrets, for redaction. */
export async function authenticate(
  context: AuthenticationContext,
  asked: readonly AskedScheme[],
  attempt: AttemptState,
): Promise<Authentication> {
  const made = await Promise.all(asked.map((scheme) => resolveScheme(context, scheme, attempt)));
  return {
    authenticators: made.filter((part) => part.kind !== "insert"),
    inserts: made.filter((part) => part.kind === "insert"),
  };
}

async function resolveScheme(
  context: AuthenticationContext,
  { id, scheme, scopes }: AskedScheme,
  attempt: AttemptState,
): Promise<Authenticator | KeyInsert> {
  if (scheme.type === "signature") {
    if (context.signature === undefined) throw unavailable(context, id, "signature");
    return context.signature({ sources: context, schemeId: id, scheme, attempt });
  }
  if (scheme.type === "oauth2") {
    if (context.oauth2 === undefined) throw unavailable(context, id, "oauth2");
    return context.oauth2({ sources: context, schemeId: id, scheme, scopes, attempt, client: context });
  }
  const credentials = await resolveCredentials(context, id, scheme, attempt.stay);
  for (const secret of credentials.secrets) attempt.secrets.add(secret);
  attempt.used.set(id, credentials.fields);
  if (scheme.type === "apiKey") {
    const isInHeader = scheme.in === "header" || scheme.in === "cookie";
    if (isInHeader) return headerKey(scheme, credentials, attempt.secrets);
    return (await loadOther(context, id)).placedKey(scheme, credentials, attempt.secrets, CODE);
  }
  switch (scheme.scheme) {
    case "basic":
      return (await loadOther(context, id)).basicSigner(credentials);
    case "bearer":
      return bearerSigner(credentials);
    case "digest":
      if (context.digest === undefined) throw unavailable(context, id, "digest");
      return context.digest({
        schemeId: id,
        scheme,
        attempt,
        clock: context.context.clock,
        ...userAndPassword(credentials),
      });
  }
}

/** Loaded with the first request that needs it, like functions that give credentials. */
function loadOther({ definition }: AuthenticationContext, schemeId: string): Promise<typeof otherSchemes> {
  return import("./other-schemes.js").catch(() => {
    const message = `what scheme "${schemeId}" of ${definition.name} needs could not be loaded`;
    throw new ConfigurationError(message, { code: "scheme-not-loaded", provider: definition.name });
  });
}

function userAndPassword(credentials: ResolvedCredentials): { username: string; password: string } {
  return { username: credentials.text("username"), password: credentials.text("password") };
}

function unavailable({ definition }: AuthenticationContext, schemeId: string, kind: string): ConfigurationError {
  const message = `scheme "${schemeId}" of ${definition.name} is ${kind}, which this SDK was generated without`;
  return new ConfigurationError(message, { code: `${kind}-unavailable`, provider: definition.name });
}
