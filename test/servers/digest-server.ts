import { createHash, randomBytes } from "node:crypto";
import { type Answer, type Received, type RecordingServer, startServer } from "./http-server.js";

/** How the server asks, and what it insists on. Shares no code with the client. */
export interface DigestServerOptions {
  readonly realm?: string;
  readonly username?: string;
  readonly password?: string;
  /** One challenge per algorithm, in this order. */
  readonly algorithms?: readonly string[];
  /** Undefined for the form of RFC 2069. */
  readonly qop?: string | undefined;
  readonly userhash?: boolean;
  readonly charset?: boolean;
  readonly opaque?: string;
  /** Every nonce is good once, and each success names the next. */
  readonly oneTime?: boolean;
  /** `nc` has to grow by one with each arrival; otherwise each value is taken once, in any order. */
  readonly ordered?: boolean;
  readonly statusCode?: number;
  readonly challengeHeader?: string;
  readonly authorizationHeader?: string;
  /** Paths that need credentials; the others are answered to anybody. */
  readonly isProtected?: (path: string) => boolean;
  /** Body of a 401. */
  readonly refusal?: string;
  /** What a request with good credentials gets. */
  readonly respond?: (request: Received) => Answer;
}

/** How a request was taken: `ok`, `public`, `asked` (it came without credentials), `stale`, or what was wrong with it. */
export interface Verdict {
  readonly target: string;
  readonly verdict: string;
  readonly nonce: string | undefined;
  readonly nc: number | undefined;
}

export interface DigestServer extends RecordingServer {
  readonly verdicts: Verdict[];
  /** How many requests were answered with a challenge. */
  readonly challenges: () => number;
  /** Makes every nonce so far stale. */
  readonly expire: () => void;
  /** Forgets every nonce, as a restart does: what comes with them is refused without `stale`. */
  readonly forget: () => void;
  /** Changes what is asked for from now on. */
  readonly change: (options: Partial<DigestServerOptions>) => void;
  /** The nonces that are handed out next. */
  readonly plan: (...nonces: string[]) => void;
}

interface NonceState {
  readonly used: Set<number>;
  stale: boolean;
}

type Fields = Map<string, { readonly value: string; readonly quoted: boolean }>;

const quotedFields = new Set(["username", "realm", "nonce", "uri", "response", "cnonce", "opaque"]);
const hashes: Record<string, string> = { MD5: "md5", "SHA-256": "sha256", "SHA-512-256": "sha512-256" };

/** Starts a server that takes RFC 7616 literally. */
export async function startDigestServer(options: DigestServerOptions = {}): Promise<DigestServer> {
  const guard = new Guard(withDefaults(options));
  const server = await startServer((request) => guard.answer(request));
  return {
    ...server,
    verdicts: guard.verdicts,
    challenges: () => guard.verdicts.filter(({ verdict }) => verdict !== "ok" && verdict !== "public").length,
    expire: () => guard.nonces.forEach((state) => (state.stale = true)),
    forget: () => guard.nonces.clear(),
    change: (changed) => (guard.options = { ...guard.options, ...changed }),
    plan: (...next) => void guard.planned.push(...next),
  };
}

/** What the server remembers, and what it makes of a request. */
class Guard {
  options: Complete;
  readonly nonces = new Map<string, NonceState>();
  readonly planned: string[] = [];
  readonly verdicts: Verdict[] = [];

  constructor(options: Complete) {
    this.options = options;
  }

  answer(request: Received): Answer {
    if (!this.options.isProtected(new URL(request.target, "http://x").pathname)) return this.#accept(request, "public");
    const header = request.headers[this.options.authorizationHeader.toLowerCase()];
    if (typeof header !== "string") return this.#refuse(request, "asked");
    const fields = parseAnswer(header);
    if (typeof fields === "string") return this.#refuse(request, fields);
    const verdict = check(this.options, this.nonces, request, fields);
    if (verdict !== "ok") return this.#refuse(request, verdict, fields);
    const answer = this.#accept(request, verdict, fields);
    if (!this.options.oneTime) return answer;
    return { ...answer, headers: { ...answer.headers, "authentication-info": `nextnonce="${this.#newNonce()}"` } };
  }

  #accept(request: Received, verdict: string, fields?: Fields): Answer {
    this.#note(request, verdict, fields);
    return this.options.respond(request);
  }

  #refuse(request: Received, verdict: string, fields?: Fields): Answer {
    this.#note(request, verdict, fields);
    const { algorithms, challengeHeader, statusCode, refusal } = this.options;
    const nonce = this.#newNonce();
    const challenges = algorithms.map((name) => challenge(this.options, name, nonce, verdict === "stale"));
    const headers = { [challengeHeader]: challenges, "content-type": "text/plain" };
    return { status: statusCode, headers, body: refusal };
  }

  #note({ target }: Received, verdict: string, fields?: Fields): void {
    const nc = fields?.get("nc")?.value;
    const count = nc === undefined ? undefined : Number.parseInt(nc, 16);
    this.verdicts.push({ target, verdict, nonce: fields?.get("nonce")?.value, nc: count });
  }

  #newNonce(): string {
    const nonce = this.planned.shift() ?? randomBytes(12).toString("base64");
    if (!this.nonces.has(nonce)) this.nonces.set(nonce, { used: new Set(), stale: false });
    return nonce;
  }
}

type Complete = ReturnType<typeof withDefaults>;

function withDefaults(options: DigestServerOptions) {
  return {
    realm: "test realm",
    username: "alice",
    password: "s3cret-passphrase",
    algorithms: ["SHA-256"],
    qop: "auth" as string | undefined,
    userhash: false,
    charset: false,
    opaque: undefined as string | undefined,
    oneTime: false,
    ordered: true,
    statusCode: 401,
    challengeHeader: "WWW-Authenticate",
    authorizationHeader: "Authorization",
    isProtected: () => true,
    refusal: "no",
    respond: (): Answer => ({ body: "ok" }),
    ...options,
  };
}

function challenge(options: Complete, algorithm: string, nonce: string, stale: boolean): string {
  return [
    `Digest realm=${quote(options.realm)}`,
    `nonce="${nonce}"`,
    `algorithm=${algorithm}`,
    ...(options.qop === undefined ? [] : [`qop="${options.qop}"`]),
    ...(options.opaque === undefined ? [] : [`opaque=${quote(options.opaque)}`]),
    ...(options.charset ? ["charset=UTF-8"] : []),
    ...(options.userhash ? ["userhash=true"] : []),
    ...(stale ? ["stale=true"] : []),
  ].join(", ");
}

/** What is wrong with an answer, or `ok`. */
function check(options: Complete, nonces: Map<string, NonceState>, request: Received, fields: Fields): string {
  const value = (name: string): string | undefined => fields.get(name)?.value;
  const wrongForm = checkForm(options, fields);
  if (wrongForm !== undefined) return wrongForm;
  if (value("uri") !== request.target) return `uri ${value("uri")} is not ${request.target}`;
  if (value("realm") !== options.realm) return "realm";
  if (value("opaque") !== options.opaque) return "opaque";
  const state = nonces.get(value("nonce") ?? "");
  if (state === undefined) return "unknown nonce";
  if (value("response") !== expectedResponse(options, request, fields)) return "response";
  if (state.stale || (options.oneTime && state.used.size > 0)) return "stale";
  return checkCount(options, state, value("nc"));
}

/** RFC 7616 §3.4: which parameters stand in quotes, and which may not. */
function checkForm(options: Complete, fields: Fields): string | undefined {
  for (const [name, { quoted }] of fields) if (quoted !== quotedFields.has(name)) return `quoting of ${name}`;
  const names = options.qop === undefined ? [] : ["nc", "cnonce", "qop"];
  for (const name of ["realm", "nonce", "uri", "response", "algorithm", ...names])
    if (!fields.has(name)) return `no ${name}`;
  if (options.qop === undefined && ["nc", "cnonce", "qop"].some((name) => fields.has(name))) return "qop not offered";
  if (fields.has("username") === fields.has("username*")) return "username and username*";
  if ((fields.get("userhash")?.value === "true") !== options.userhash) return "userhash";
  if (!options.algorithms.includes(fields.get("algorithm")?.value ?? "")) return "algorithm not offered";
  return undefined;
}

function checkCount(options: Complete, { used }: NonceState, nc: string | undefined): string {
  if (options.qop === undefined) return "ok";
  if (nc === undefined || !/^[0-9a-f]{8}$/.test(nc)) return "form of nc";
  const count = Number.parseInt(nc, 16);
  if (used.has(count)) return `replay of nc ${count}`;
  if (options.ordered && count !== used.size + 1) return `nc ${count} after ${used.size}`;
  used.add(count);
  return "ok";
}

function expectedResponse(options: Complete, request: Received, fields: Fields): string | undefined {
  const value = (name: string): string => fields.get(name)?.value ?? "";
  const session = value("algorithm").endsWith("-sess");
  const algorithm = hashes[value("algorithm").replace(/-sess$/, "")] ?? "";
  const hash = (data: string | Buffer): string => createHash(algorithm).update(data).digest("hex");
  const { username, realm, password } = options;
  if (readUsername(fields) !== (options.userhash ? hash(`${username}:${realm}`) : username)) return undefined;
  const key = hash(`${username}:${realm}:${password}`);
  const a1 = session ? hash(`${key}:${value("nonce")}:${value("cnonce")}`) : key;
  const integrity = value("qop") === "auth-int" ? `:${hash(request.body)}` : "";
  const a2 = hash(`${request.method}:${value("uri")}${integrity}`);
  const middle = options.qop === undefined ? [] : [value("nc"), value("cnonce"), value("qop")];
  return hash([a1, value("nonce"), ...middle, a2].join(":"));
}

/** Node shows header octets as latin1; user names are UTF-8. */
function readUsername(fields: Fields): string {
  const extended = fields.get("username*")?.value;
  if (extended !== undefined) return decodeURIComponent(extended.replace(/^UTF-8''/, ""));
  return Buffer.from(fields.get("username")?.value ?? "", "latin1").toString("utf8");
}

/** The parameters of an answer, or what is wrong with its form. */
function parseAnswer(header: string): Fields | string {
  const fields: Fields = new Map();
  if (!header.startsWith("Digest ")) return "not Digest";
  const pattern = /([A-Za-z*-]+)=(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~0-9A-Za-z-]+))(?:, |$)/y;
  pattern.lastIndex = "Digest ".length;
  while (pattern.lastIndex < header.length) {
    const found = pattern.exec(header);
    if (found === null) return "grammar";
    const [, name = "", quoted, bare = ""] = found;
    if (fields.has(name)) return `${name} twice`;
    fields.set(name, { value: quoted?.replaceAll(/\\(.)/g, "$1") ?? bare, quoted: quoted !== undefined });
  }
  return fields;
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
