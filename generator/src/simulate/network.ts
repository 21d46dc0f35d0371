import type { ClientOptions } from "@sdkwright/runtime/generated/client";
import { tokenAnswer } from "./policy-runtime.js";
import { hostOf, tokenHostOf } from "./synthetic-parts.js";
import type { Failure } from "./timeline.js";
import type { VirtualTime } from "./virtual-time.js";

type Fetch = NonNullable<ClientOptions["fetch"]>;

/** What is on the other side of a simulated network. */
export interface Weather {
  /** By the place of the host. */
  readonly providers: readonly string[];
  /** How a provider fails now; `undefined` where it answers. */
  readonly failureOf: (provider: string, now: number) => Failure | undefined;
  readonly answerTime: number;
  readonly onRequest?: ((provider: string, now: number) => void) | undefined;
}

/** A `fetch` behind which providers answer or fail, in virtual time. */
export function simulatedFetch(time: VirtualTime, { providers, failureOf, answerTime, onRequest }: Weather): Fetch {
  const hosts = new Map(providers.map((provider, index) => [hostOf(index), provider]));
  const tokenHosts = new Set(providers.map((_, index) => tokenHostOf(index)));
  return async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    if (tokenHosts.has(hostname)) return tokenAnswer();
    const provider = hosts.get(hostname) ?? "";
    onRequest?.(provider, time.now());
    const failure = failureOf(provider, time.now());
    return answer(time, failure, answerTime, init?.signal ?? undefined);
  };
}

async function answer(
  time: VirtualTime,
  failure: Failure | undefined,
  answerTime: number,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (failure?.kind === "timeout") return never(signal);
  await time.sleep(answerTime, signal);
  if (failure === undefined) return new Response(null, { status: 200 });
  if (failure.kind !== "status") throw connectionError(failure.kind === "refused" ? "ECONNREFUSED" : "ECONNRESET");
  const { status, retryAfter } = failure;
  return new Response(null, { status, headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) } });
}

/** As `fetch` of Node has it. */
function connectionError(code: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

async function never(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
