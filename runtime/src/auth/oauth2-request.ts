import { untilAborted } from "../abort.js";
import type { JsonObject } from "../config/definition.js";
import { has, isPlainObject, member, own, withoutPrototype } from "../config/options.js";
import {
  AuthenticationError,
  type AuthenticationErrorKind,
  BodyError,
  ConfigurationError,
  describeRequest,
  type HttpError,
  printable,
  RedirectError,
  type SdkError,
  TimeoutError,
} from "../errors/errors.js";
import { bareError, BodyReader, loadServerAnswer } from "../http/answer.js";
import { type BodyBytes, UNREAD } from "../http/drain.js";
import { type Bytes, connectionError, keepSecrets, type OutgoingRequest, sendOnce } from "../http/transport.js";
import { emit, type TokenEvent } from "../telemetry/events.js";
import type { TokenPass } from "./authenticate.js";
import {
  credentialsOf,
  type Entry,
  type Grant,
  makeToken,
  type Token,
  type TokenRequest,
  type Tokens,
} from "./oauth2-tokens.js";
import type { StoredTokens, TokensOption } from "./oauth2-types.js";

/** One request for a token. */
interface TokenJob {
  readonly request: TokenRequest;
  readonly entry: Entry;
  /** The grant of the attempt that began it. */
  readonly grant: Grant;
  readonly tokens: Tokens;
}

const DEFAULT_COOL_DOWN = 60_000;
/** An attempt that waited no longer than this, in ms, has just looked at what is stored. */
const SOON = 500;
const MAX_BYTES = 64 * 1024;
const MAX_SHOWN = 300;

/** Gets a token: of those that are kept outside, else from the token endpoint. It is loaded with the first. */
export async function obtain(job: TokenJob): Promise<Token> {
  const { grant, entry, tokens } = job;
  const stored = await load(job);
  if (stored !== undefined) return stored;
  try {
    const granted = await reported(grant, "request", async () => ask(job));
    if (has(granted, "text")) return granted;
    const { accessToken, refreshToken, lifetime } = granted;
    grant.attempt.secrets.add(refreshToken ?? "");
    tokens.rotate(grant, entry.session, refreshToken);
    const token = makeToken(accessToken, lifetime, grant, false);
    await save(job, accessToken, lifetime);
    return token;
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    // Another process may have spent the refresh token, and stored what it got.
    const token = await load(job);
    if (token !== undefined) return token;
    const { attempt, client } = grant;
    const until = client.context.clock.now() + (attempt.tokenGate?.authCoolDown ?? DEFAULT_COOL_DOWN);
    entry.session.denied = { error, credentials: credentialsOf(entry, grant), until };
    throw error;
  }
}

/** While it waited for the circuit, another process may have got a token, and stored it. */
async function ask(job: TokenJob): Promise<GrantedTokens | Token> {
  const { grant, entry, request } = job;
  const { attempt, label, client, key } = grant;
  const { clock } = client.context;
  const { signal } = request;
  let pass: TokenPass | undefined;
  let failure: SdkError | undefined;
  const askedAt = clock.now();
  try {
    pass = await attempt.tokenGate?.enter(label, signal, client.requestTimeout);
    const stored = clock.now() - askedAt > SOON ? await load(job) : undefined;
    if (stored !== undefined) {
      pass?.drop();
      return stored;
    }
    request.restart();
    const { refreshToken, refreshTokens } = entry.session;
    // An attempt that waits for its error may have given another one.
    for (const each of refreshTokens.values()) attempt.secrets.add(each);
    // Not the client id: records of fakes show who asked.
    keepSecrets(signal, [new Set([grant.clientSecret, refreshToken ?? ""]), {}]);
    return await untilAborted(signal, async () => requestTokens(grant, refreshToken, signal));
  } catch (error) {
    failure = error as SdkError;
    if (signal.aborted && !(error instanceof ConfigurationError)) {
      const message = `${describeRequest(label)} took longer than ${client.requestTimeout} ms`;
      failure = new TimeoutError(message, { code: "timeout", provider: label.provider });
    }
    throw Object.assign(failure, { tokenEndpoint: key.scheme });
  } finally {
    pass?.end(failure);
  }
}

/** Does something for a token and emits an event that says how it went. */
async function reported<Value>(grant: Grant, step: TokenEvent["step"], run: () => Promise<Value>): Promise<Value> {
  const { provider, scheme } = grant.key;
  const { clock, on } = grant.client.context;
  const startedAt = clock.now();
  let error: SdkError | undefined;
  try {
    return await run();
  } catch (thrown) {
    throw (error = thrown as SdkError);
  } finally {
    const { status } = (error ?? {}) as Partial<HttpError>;
    if (on) emit(on, { type: "token", provider, scheme, step, duration: clock.now() - startedAt, status, error });
  }
}

/** A token of another process, or of an earlier one, that can still be used; it counts as accepted before. */
async function load(job: TokenJob): Promise<Token | undefined> {
  const { grant, entry, tokens } = job;
  const call = tokens.option?.load;
  if (call === undefined) return undefined;
  const stored = await reported(grant, "load", async () => {
    const values = await called(job, "load", async () => {
      const row = (await call(grant.key)) ?? undefined;
      // It may be an instance of a class, with accessors, which may throw.
      return row && ["accessToken", "refreshToken", "expiresAt"].map((name) => member(row, name) ?? undefined);
    });
    return values && readStored(grant, values);
  });
  if (stored === undefined) return undefined;
  const { accessToken, refreshToken, expiresAt = Infinity } = stored;
  tokens.rotate(grant, entry.session, refreshToken);
  const lifetime = expiresAt - Date.now();
  const isKnown = entry.refused.has(accessToken) || accessToken === entry.token?.text;
  return lifetime > 0 && !isKnown ? makeToken(accessToken, lifetime, grant, true) : undefined;
}

/**
 * Hands on what was granted, before it is used: a refresh token that nobody else knows of is lost with the process. If that
 * fails, only an event says so.
 */
async function save(job: TokenJob, accessToken: string, lifetime: number): Promise<void> {
  const { grant, entry, tokens } = job;
  const call = tokens.option?.save;
  if (call === undefined) return;
  const { refreshToken } = entry.session;
  const expiresAt = lifetime === Infinity ? undefined : Date.now() + lifetime;
  const run = async (): Promise<unknown> => call(grant.key, { accessToken, refreshToken, expiresAt });
  await reported(grant, "save", async () => called(job, "save", run)).catch(() => {});
}

function readStored(grant: Grant, [accessToken, refreshToken, expiresAt]: readonly unknown[]): StoredTokens {
  const isRight =
    isVisible(accessToken) &&
    (refreshToken === undefined || isVisible(refreshToken)) &&
    (expiresAt === undefined || Number.isFinite(expiresAt));
  if (!isRight)
    throw optionError(grant, "load", "returned something other than { accessToken, refreshToken?, expiresAt? }");
  for (const secret of [accessToken, refreshToken ?? ""]) grant.attempt.secrets.add(secret);
  return { accessToken, refreshToken, expiresAt: expiresAt as number | undefined };
}

/** Calls a function of the option. Its error is not passed on: it may hold what the function was to keep. */
async function called<Value>(job: TokenJob, name: keyof TokensOption, call: () => Promise<Value>): Promise<Value> {
  const { signal } = job.request;
  job.request.restart();
  try {
    return await untilAborted(signal, call);
  } catch {
    throw optionError(job.grant, name, signal.aborted ? "took too long" : "threw");
  }
}

function optionError({ key: { provider, scheme } }: Grant, name: string, problem: string): ConfigurationError {
  const message = `\`tokens.${name}\` ${problem} (scheme "${scheme}" of ${provider})`;
  return new ConfigurationError(message, { code: `tokens-${name}`, provider });
}

/** Asks the token endpoint, once (RFC 6749 §4.4.2 and §6). Rejects with the SdkError that says why there is no token. */
async function requestTokens(
  grant: Grant,
  refreshToken: string | undefined,
  signal: AbortSignal,
): Promise<GrantedTokens> {
  const { client, label } = grant;
  const { provider } = label;
  const answer = await sendOnce(client.fetch ?? globalThis.fetch, tokenRequest(grant, refreshToken), signal, label);
  const { bytes, complete } = await readBody(answer, MAX_BYTES, signal).catch(async (error: unknown) => {
    throw await connectionError(error, label, true);
  });
  const { status, ok, type, redirected } = answer;
  if (type === "opaqueredirect" || redirected || (status >= 300 && status < 400)) {
    const message = `${describeRequest(label)} was redirected; the client's credentials are not sent elsewhere: correct \`tokenUrl\``;
    throw new RedirectError(message, { code: "redirect-token", provider });
  }
  const read = parseObject(bytes);
  const granted = complete ? readGranted(read) : "it is larger than 64 KiB";
  const isError = typeof granted === "string" && typeof read?.["error"] === "string";
  if (!ok || isError) throw await refusal(grant, answer, read ?? {});
  if (typeof granted !== "string") return granted;
  const message = `${describeRequest(label)} answered ${status}, but not with a token (RFC 6749 §5.1): ${granted}`;
  throw new BodyError(message, { code: "bad-token-answer", provider });
}

function tokenRequest({ key, clientSecret, authorization }: Grant, refreshToken: string | undefined): OutgoingRequest {
  const { tokenUrl: url, clientId, scopes, audience } = key;
  const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
  const form = new URLSearchParams({ grant_type: refreshToken === undefined ? "client_credentials" : "refresh_token" });
  const set = (name: string, value = ""): void => void (value && form.set(name, value));
  set("refresh_token", refreshToken);
  set("scope", scopes.join(" "));
  set("audience", audience);
  if (authorization === undefined) {
    set("client_id", clientId);
    set("client_secret", clientSecret);
  } else headers.set("authorization", authorization);
  const body = new TextEncoder().encode(form.toString());
  return { method: "POST", url, headers, body, redirected: false, personal: true };
}

/** Tokens as a token endpoint granted them. */
interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** In ms; `Infinity` if the server does not say. */
  readonly lifetime: number;
}

/** Without a prototype, whatever stands on that; `undefined` if it is no object of JSON. */
function parseObject(bytes: Bytes): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isPlainObject(value) ? withoutPrototype(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads and checks an answer (RFC 6749 §5.1), or says what is wrong with it. */
function readGranted(read: JsonObject | undefined): GrantedTokens | string {
  if (read === undefined) return "it is not a JSON object; is `tokenUrl` right?";
  const { access_token: accessToken, token_type: type, refresh_token: next, expires_in } = read;
  const refreshToken = next || undefined;
  if (accessToken === undefined) return "it has no `access_token`";
  if (!isVisible(accessToken)) return "its `access_token` is not text of visible ASCII characters";
  if (typeof type === "string" && MORE_THAN_BEARER.test(type)) return "its `token_type` needs more than a bearer token";
  if (refreshToken !== undefined && !isVisible(refreshToken))
    return "its `refresh_token` is not text of visible ASCII characters";
  // Some servers write the number as text, and 0 for a token that does not expire.
  const seconds = typeof expires_in === "string" ? Number(expires_in) : expires_in;
  const lifetime = typeof seconds === "number" && seconds > 0 ? seconds * 1000 : Infinity;
  return { accessToken, refreshToken, lifetime };
}

/**
 * Some servers leave the type out, or write it in their own way (BearerToken, JWT). What is certain to be sent otherwise is
 * refused: MAC, and tokens that need a proof of a key (RFC 9449).
 */
const MORE_THAN_BEARER = /^\s*(?:mac|dpop|pop|hmac|n_a)\s*$/i;

/** Text of visible ASCII characters. */
function isVisible(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

/** Errors (RFC 6749 §5.2) after which asking again with the same credentials changes nothing. */
const DENIAL = /^(?:invalid_client|invalid_grant|unauthorized_client)$/;
const SPENT =
  "the refresh token is no longer valid; another instance may have used it, which the option `tokens` prevents";

/** Keeps the code and the description (RFC 6749 §5.2) of a refusal, masked, and nothing else. */
async function refusal(
  { attempt, label, refreshToken }: Grant,
  answer: Response,
  read: JsonObject,
): Promise<HttpError> {
  const { status } = answer;
  const textOf = (name: string): string => {
    const value = own(read, name);
    return typeof value === "string" ? value : "";
  };
  const [error, description] = [textOf("error"), textOf("error_description")];
  const rejection = DENIAL.test(error) ? (error as AuthenticationErrorKind) : status === 401 ? "rejected" : undefined;
  const kept = { error, ...(description && { error_description: description }) };
  // Tokens are of no use beside an error, but the description may repeat them.
  for (const token of ["access_token", "refresh_token", "id_token"]) attempt.secrets.add(textOf(token));
  const bytes = new TextEncoder().encode(error ? JSON.stringify(kept) : "");
  const loaded = await loadServerAnswer();
  const said = loaded?.readerOf(attempt)?.(answer, { bytes, complete: true });
  const words = Object.values(Object(said?.body) as typeof kept)
    .join(": ")
    .replaceAll(/\s+/g, " ");
  const spent = error === "invalid_grant" && refreshToken !== undefined ? SPENT : "";
  const sentence = [printable(words, MAX_SHOWN), spent].filter((part) => part !== "").join(": ");
  if (loaded === undefined) return bareError(label, status);
  return loaded.httpError({ status, label, rejection }, said && { ...said, sentence });
}

/**
 * Reads a body up to `limit` bytes after decompression, and cancels the rest; all of it when the signal aborts, which is the
 * request's own: a `fetch` need not listen to it. Rejects as the stream does.
 */
async function readBody(response: Response, limit: number, signal: AbortSignal): Promise<BodyBytes> {
  if (response.body === null) return UNREAD;
  const body = new BodyReader(response.body);
  signal.addEventListener("abort", () => body.cancel());
  const complete = await body.read(limit);
  return { bytes: body.bytes(limit), complete };
}
