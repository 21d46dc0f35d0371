import { networkError } from "../../wire/network-error.js";
import { scrub, type Secrets } from "../../wire/scrub.js";
import { isTelling } from "../../http/telling.js";
import type { Environment } from "../../config/env.js";
import { secretsIn } from "../masked.js";
import { receive, type Received } from "../received.js";
import { wrongUse } from "../wrong-use.js";
import { cleanResponse, type RawResponse } from "./clean-response.js";
import { cleanRequest } from "./request.js";
import { writeTape, type Exchange } from "./tape.js";

/** `fetch` takes none for them. */
const METHODS_WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD"]);

interface Taken {
  readonly received: Received;
  /** Rejects as the connection failed. */
  readonly response: Promise<RawResponse>;
}

/** What comes and goes over the wire. It is cleaned at the end, when all credentials are known. */
export class Recorder {
  readonly #send: typeof globalThis.fetch;
  readonly #secrets: Set<string>;
  readonly #taken: Taken[] = [];

  constructor(send: typeof globalThis.fetch, secrets: readonly string[], env: Environment) {
    this.#send = send;
    const ofVariables = Object.entries(env).flatMap(([name, value = ""]) =>
      isTelling(name) && isLikely(value) ? value : [],
    );
    this.#secrets = new Set([...secrets, ...ofVariables]);
  }

  fetch: typeof globalThis.fetch = async (input, init) => {
    const received = await receive(input, init);
    const { method, url, headers, bytes, signal = null } = received;
    const body = METHODS_WITHOUT_BODY.has(method) ? undefined : bytes;
    const sent = this.#send(url.href, { ...init, method, headers, signal, ...(body && { body }) });
    // Its own reader: what the client reads comes as it comes.
    const copy = sent.then((response) => response.clone());
    const response = copy.then(rawOf);
    response.catch(() => {});
    this.#taken.push({ received, response });
    return sent;
  };

  /** All of it as the text of a file. Throws where a credential is left in it. */
  async text(): Promise<string> {
    for (const { received } of this.#taken) for (const secret of secretsIn(received)) this.#secrets.add(secret);
    const exchanges: Exchange[] = [];
    for (const taken of this.#taken) exchanges.push(await exchangeOf(taken, this.#secrets));
    const text = writeTape(exchanges);
    if (scrub(text, this.#secrets) !== text)
      throw wrongUse("a credential would stand in the recording: nothing is written");
    return text;
  }
}

async function rawOf(response: Response): Promise<RawResponse> {
  const { status, headers } = response;
  return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function exchangeOf({ received, response }: Taken, secrets: Secrets): Promise<Exchange> {
  const request = await cleanRequest(received, secrets);
  try {
    return { request, response: await cleanResponse(await response, secrets) };
  } catch (error) {
    return {
      request,
      failure: received.signal?.aborted === true ? "timeout" : FAILURES[networkError(error, NO_LABEL).code],
    };
  }
}

/** As fakes make them. */
const FAILURES: { readonly [code: string]: string } = {
  "network-unreached": "refused",
  "network-tls": "tls",
  "network-malformed": "malformed",
  "network-reset": "reset",
};

const NO_LABEL = { provider: "", service: "", method: "", path: "" };

/** A variable may have a telling name and no secret in it: `XDG_SESSION_TYPE=wayland`. */
function isLikely(value: string): boolean {
  return value.length >= 8 && /\d/.test(value);
}
