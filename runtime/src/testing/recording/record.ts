import { networkError } from "../../wire/network-error.js";
import type { Secrets } from "../../wire/scrub.js";
import { secretsIn } from "../masked.js";
import { receive, type Received } from "../received.js";
import { wrongUse } from "../wrong-use.js";
import { holdsSecret } from "./clean.js";
import { cleanResponse } from "./clean-response.js";
import { cleanRequest, contentOf } from "./request.js";
import { NO_LABEL, Tap } from "./tap.js";
import { writeTape, type Exchange } from "./tape.js";

/** `fetch` takes none for them. */
const METHODS_WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD"]);

interface Taken {
  readonly received: Received;
  /** Rejects as the connection failed. */
  readonly tap: Promise<Tap>;
}

/** The most bytes of answers that are kept: to look for credentials takes time, and a file in a repository is no archive. */
const MOST = 8 * 1024 * 1024;

/** What comes and goes over the wire. It is cleaned at the end, when all credentials are known. */
export class Recorder {
  readonly #send: typeof globalThis.fetch;
  readonly #known: Secrets;
  readonly #takesAny: boolean;
  readonly #taken: Taken[] = [];
  #left = MOST;

  /** `takesAny`: requests too whose credentials nobody tells. */
  constructor(send: typeof globalThis.fetch, known: Secrets, takesAny: boolean) {
    this.#send = send;
    this.#known = known;
    this.#takesAny = takesAny;
  }

  fetch: typeof globalThis.fetch = async (input, init) => {
    const received = await receive(input, init);
    const { method, url, headers, bytes, signal = null } = received;
    const body = METHODS_WITHOUT_BODY.has(method) ? undefined : bytes;
    const sent = this.#send(url.href, { ...init, method, headers, signal, ...(body && { body }) });
    const tap = sent.then((response) => new Tap(response, (size) => (this.#left -= size) >= 0));
    this.#taken.push({ received, tap });
    return (await tap).response;
  };

  /** All of it as the text of a file. Throws where a credential is left in it. */
  async text(): Promise<string> {
    if (this.#left < 0)
      throw wrongUse(`more than ${MOST / 2 ** 20} MiB came: nothing is written. Record less at a time`);
    if (!this.#takesAny && this.#taken.some(({ received }) => !received.isKnown))
      throw wrongUse(
        "a request came without the signal that its client gave to `fetch`, so its credentials are not known: nothing is " +
          "written. Pass `init` on to `tape.options.fetch` as it is, or name its credentials in `secrets`",
      );
    const secrets = new Set([...this.#known, ...this.#taken.flatMap(({ received }) => [...secretsIn(received)])]);
    const exchanges: Exchange[] = [];
    for (const taken of this.#taken) exchanges.push(await exchangeOf(taken, secrets));
    if (holdsSecret(JSON.stringify(exchanges.map(withoutBytes)), secrets))
      throw wrongUse("a credential would stand in the recording: nothing is written");
    return writeTape(exchanges);
  }
}

/** They were searched as what they are; base64 of megabytes takes long. */
function withoutBytes({ response, ...exchange }: Exchange): Exchange {
  return { ...exchange, response: response && { ...response, base64: undefined } };
}

async function exchangeOf({ received, tap }: Taken, secrets: Secrets): Promise<Exchange> {
  const request = cleanRequest(received, await contentOf(received), secrets);
  const raw = await tap.then((tapped) => tapped.read()).catch((error: unknown) => failureOf(error, received));
  return typeof raw === "string" ? { request, failure: raw } : { request, response: await cleanResponse(raw, secrets) };
}

function failureOf(error: unknown, { signal }: Received): string {
  return signal?.aborted === true ? "timeout" : (FAILURES[networkError(error, NO_LABEL).code] ?? "reset");
}

/** As fakes make them. */
const FAILURES: { readonly [code: string]: string } = {
  "network-unreached": "refused",
  "network-tls": "tls",
  "network-malformed": "malformed",
  "network-reset": "reset",
};
