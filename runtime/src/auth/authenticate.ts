import type { Clock } from "../clock.js";
import type { DigestScheme, OAuth2Scheme, SecurityScheme, SignatureScheme } from "../config/definition.js";
import { type BadOption, own } from "../config/options.js";
import { readEnvText } from "../config/env.js";
import type { AuthenticationErrorKind, RequestLabel, SdkError } from "../errors/errors.js";
import type { AttemptParts } from "../http/server-answer.js";
import type { OutgoingRequest, SendOnce } from "../http/transport.js";
import type { CredentialSources, Fields } from "./credentials.js";
import type { EventListener } from "../telemetry/events.js";
import type { TokensOption } from "./oauth2-types.js";

/** Signs requests with a credential that is already resolved for this attempt. */
export interface Signer {
  readonly kind: "signer";
  readonly schemeId: string;
  sign(request: OutgoingRequest): void;
}

/** The outcome of one hop: the answer that counts, and the reason where the server did not accept the credentials. */
export interface HopAnswer {
  readonly response: Response;
  readonly rejection: AuthenticationErrorKind | undefined;
}

/** The state that all hops of one attempt share. */
export interface AttemptState extends AttemptParts {
  /** How often, over all hops together, a request may be sent again because of its credential (rules §3.2). */
  furtherSends: number;
  /** All that was sent as a credential, for redaction. */
  readonly secrets: Set<string>;
  /** The scheme whose token the attempt waits for: when its time is up meanwhile, that is its token endpoint's doing. */
  awaited: string | undefined;
  /** Tells that it waits for a token, which another caller may get. */
  readonly waiting: () => void;
  /** The gate of the attempt's policy; absent if it has none. */
  readonly tokenGate: TokenGate | undefined;
  /** On the client's clock, in ms. */
  readonly startedAt: number;
  /** The credentials that were sent, by scheme. */
  readonly used: Map<string, Fields>;
  /** The answer that refused the credentials before, where it is sent once more, and the time that it says. */
  refused: { readonly response: Response | undefined; readonly date: Date | undefined } | undefined;
  /** The headers that a signature has written last. */
  signature: string | undefined;
  /** Throws where the request would go elsewhere now than when it was prepared. */
  readonly requireUnmoved: () => void;
}

/** The policy for requests to a token endpoint, which has a circuit of its own. */
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

/** The client instance, as requests for tokens of one of its providers see it. */
export interface TokenClient extends CredentialSources {
  /** Looked up per request if the caller gave none. */
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Bounds a request to the token endpoint, in ms, whoever waits for it. */
  readonly requestTimeout: number;
  readonly context: { readonly clock: Clock; readonly on: EventListener | undefined };
}

/** The parts of a provider that its schemes need. */
export interface AuthenticationContext extends TokenClient {
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
  /** The scopes of oauth2 that the request asks for, if others than the definition's. */
  readonly scopes?: readonly string[] | undefined;
}

/** Schemes with their credentials resolved, for one attempt. */
export interface Authentication {
  readonly authenticators: readonly Authenticator[];
  readonly inserts: readonly KeyInsert[];
}

const NONE: Authentication = { authenticators: [], inserts: [] };

/**
 * Makes what `schemes.ts` makes of no scheme, or of one API key in a header or one bearer token that is given as text or
 * stands in a variable, and is visible ASCII; `undefined` for all others, and for what is wrong. A test compares them.
 */
export function plainAuthentication(
  context: CredentialSources,
  asked: readonly AskedScheme[],
  attempt: Pick<AttemptState, "secrets" | "used" | "requireUnmoved">,
): Authentication | undefined {
  const [only] = asked;
  if (only === undefined) return NONE;
  const { id, scheme } = only;
  const isKey = scheme.type === "apiKey" && scheme.in === "header";
  if (asked.length > 1 || !(isKey || (scheme.type === "http" && scheme.scheme === "bearer"))) return undefined;
  const field = isKey ? "apikey" : "token";
  const prefix = isKey ? ((own(scheme, "prefix") ?? "") as string) : "Bearer ";
  const text = plainText(context, id, field);
  if (text === undefined || text.toLowerCase().startsWith(prefix.trim().toLowerCase() || "\0")) return undefined;
  attempt.requireUnmoved();
  const value = prefix + text;
  attempt.secrets.add(text);
  if (isKey) attempt.secrets.add(value);
  attempt.used.set(id, { [field]: text });
  const name = isKey ? scheme.name : "authorization";
  const sign: Signer["sign"] = ({ headers }) => headers.set(name, value);
  return { authenticators: [{ kind: "signer", schemeId: id, sign }], inserts: [] };
}

/** The value of a credential's only field: of code, else of client.json. */
function plainText({ given, configured, env }: CredentialSources, id: string, field: string): string | undefined {
  const coded: unknown = own(given.credentials, id);
  let text: unknown = typeof coded === "function" ? coded : own(coded as object | undefined, field);
  if (text === undefined) {
    const written = own(own(configured.credentials, id) as object | undefined, field) as unknown;
    const read = typeof written === "string" ? readEnvText(written) : undefined;
    if (read?.kind === "reference") text = own(env, read.name);
  }
  return typeof text === "string" && /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}
