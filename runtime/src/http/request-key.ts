import type { KeyRule } from "../config/definition.js";
import { isFieldValue } from "../config/headers.js";
import { own } from "../config/options.js";
import { pathPattern } from "../config/path-pattern.js";
import { SdkError } from "../errors/errors.js";
import type { OtherBodies, PreparedBody } from "./body.js";
import type { InvalidRequest } from "./invalid.js";
import type { MapOfRequest, ReadRequest } from "./prepare.js";
import { randomKey, uuidOf } from "./random-key.js";

const USUAL = "idempotency-key";

/** The key of a request, with which a server that honours it does not do the request twice. */
export class RequestKey {
  /** As it is sent with every attempt; `undefined` if the request has none. */
  value: string | undefined;
  /** Its place in the body, if it has one there: keys along a path, `/idempotency_key`. */
  readonly place: string | undefined;
  readonly #rule: KeyRule | undefined;
  readonly #asked: string | boolean | undefined;
  /** The caller gave it, in an option or a header. */
  #isGiven: boolean;

  constructor(
    rule: KeyRule | undefined,
    value: string | undefined,
    asked: string | boolean | undefined,
    isGiven: boolean,
  ) {
    this.value = value;
    this.place = rule?.body;
    this.#rule = rule;
    this.#asked = asked;
    this.#isGiven = isGiven;
  }

  /** The operation is documented or declared to honour it: a repeat has no second effect, whatever else says so. */
  get isHonoured(): boolean {
    return this.value !== undefined && this.#rule !== undefined;
  }

  /** It makes a repeat harmless: that a client gives one to every request is no promise that the vendor knows it. */
  get isTrusted(): boolean {
    return this.isHonoured || (this.value !== undefined && this.#isGiven);
  }

  /** Gives the body with the key in its place; the body's own property is kept, and is the key then. */
  writeInto(body: PreparedBody, bodies: OtherBodies, invalid: InvalidRequest): PreparedBody {
    const { place = "", value } = this;
    const slot = bodies.keySlot(body, place);
    if (slot === undefined) {
      if (this.#isGiven)
        throw invalid("no-place-for-key", `the key belongs in the body at "${place}": pass \`json\` with an object`);
      this.value = undefined;
      return body;
    }
    const { found } = slot;
    if (found === undefined) {
      if (value === undefined) return body;
      const write = bodies.prepareKeyWriter(body, [place], invalid);
      return { ...body, content: write([{ kind: "insert", in: "body", name: place, value }]) };
    }
    const kept = typeof found === "string" || typeof found === "number" ? String(found) : undefined;
    if (this.#asked === false || (this.#isGiven && kept !== value))
      throw invalid("body-clash", `the body sets "${place}", but \`idempotencyKey\` is another one`);
    this.value = kept;
    this.#isGiven = kept !== undefined;
    return body;
  }

  /** Writes the key on the error of a request that fails: whoever looks up what happened needs it. */
  async shownIn<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      // Calls that waited for the same token have the same error.
      const isOwn = error instanceof SdkError && error.tokenEndpoint === undefined;
      if (isOwn && this.value !== undefined) Object.assign(error, { idempotencyKey: this.value });
      throw error;
    }
  }
}

/**
 * Finds or makes the key of a request, and sets its header if it has one. `sentPath` is the path as it goes out, below the
 * base URL. Throws a RequestError if the caller gives two keys that differ.
 */
export async function requestKey(request: ReadRequest, sentPath: string): Promise<RequestKey | undefined> {
  const { given, headers, invalid } = request;
  const { idempotencyKey: asked } = given;
  const found = ruleFor(request, sentPath);
  const rule = (found?.header ?? found?.body) === undefined ? undefined : found;
  const name = (rule?.header ?? USUAL).toLowerCase();
  const header = headers.get(name) ?? headers.get(USUAL);
  if (header !== null && (asked === false || (typeof asked === "string" && asked !== header)))
    throw invalid("header-clash", `the header \`${name}\` and \`idempotencyKey\` differ`);
  // The platform trims what a header carries.
  if (typeof asked === "string" && asked.trim() === "") throw invalid("bad-option", "`idempotencyKey` is empty");
  const own = typeof asked === "string" ? asked : (header ?? undefined);
  const isMade = own === undefined && (asked ?? isSentByItself(request, found));
  const value = isMade ? await madeKey(request, rule?.form === "uuid") : own;
  if (value === undefined && rule?.body === undefined) return undefined;
  if (value !== undefined && rule?.body === undefined) {
    if (!isFieldValue(value)) throw invalid("bad-header", `\`headers.${name}\` is not valid in a header`);
    headers.set(name, value);
  }
  return new RequestKey(rule, value, asked, own !== undefined || asked === true);
}

/** The first that has the path, as it is written or as it goes out. */
function ruleFor({ bound, method, input }: ReadRequest, sentPath: string): KeyRule | undefined {
  const paths = [input.path.replace(/^\/?/, "/"), sentPath];
  const isMeant = (text: string): boolean =>
    paths.includes(text) || (text.includes("*") && paths.some(pathPattern(text)));
  return own(bound.definition.idempotency, method)?.find(({ of }) => of.some(isMeant));
}

/** The operation has a key, or the call of the map or the client gives one to each POST and PATCH. */
function isSentByItself({ bound, method, input }: ReadRequest, rule: KeyRule | undefined): boolean {
  if (rule !== undefined) return rule.form !== "own" && (rule.header ?? rule.body) !== undefined;
  const isForAll = bound.idempotencyKey === true || input.map?.options.idempotencyKey !== undefined;
  return isForAll && (method === "POST" || method === "PATCH");
}

/** Random outside of maps; in a map the same for the same request of the same call, so that a map that is run again sends it again. */
async function madeKey({ bound, method, input, invalid }: ReadRequest, isUuid: boolean): Promise<string> {
  const { map, path } = input;
  if (map === undefined) return randomKey();
  const { options } = map;
  const parts: KeyParts = [bound.definition.name, method, path, numberOf(map, `${method} ${path}`)];
  const { idempotencyKey: ofCall } = options;
  if (ofCall === "") throw invalid("bad-option", "`idempotencyKey` of the call is empty");
  if (ofCall !== undefined) return derivedKey([ofCall, ...parts], isUuid, invalid);
  const ofOptions = madeKeys.get(options) ?? new Map<string, string>();
  madeKeys.set(options, ofOptions);
  const what = JSON.stringify(parts);
  const key = ofOptions.get(what) ?? randomKey();
  ofOptions.set(what, key);
  return key;
}

/** The provider is one of them, so that no key is shown to two vendors. */
type KeyParts = readonly [provider: string, method: string, path: string, number: number];

/** Those of a call without a key of its own, by its options, which all of its maps have. */
const madeKeys = new WeakMap<object, Map<string, string>>();

/** By the run of a map: how many requests of a method and path were given a key. */
const counts = new WeakMap<MapOfRequest, Map<string, number>>();

function numberOf(map: MapOfRequest, what: string): number {
  const counted = counts.get(map) ?? new Map<string, number>();
  counts.set(map, counted);
  const number = (counted.get(what) ?? 0) + 1;
  counted.set(what, number);
  return number;
}

/**
 * Derives a key from that of a call by SHA-256, so that the same call sends it again after a restart: 32 characters of base64url
 * (RFC 4648 §5), or a UUID for a vendor who wants one: of version 4, because some take no other.
 */
async function derivedKey(
  parts: readonly [ofCall: string, ...KeyParts],
  isUuid: boolean,
  invalid: InvalidRequest,
): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>;
  // Browsers have it for https and for this machine.
  if (subtle === undefined) throw invalid("no-webcrypto", "`idempotencyKey` of a call needs a secure context");
  const hash = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts))));
  if (isUuid) return uuidOf(hash.subarray(0, 16));
  const octets = Array.from(hash.subarray(0, 24), (octet) => String.fromCharCode(octet));
  return btoa(octets.join("")).replaceAll("+", "-").replaceAll("/", "_");
}
