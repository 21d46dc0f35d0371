import type { RequestOptions } from "@sdkwright/runtime";
import type { CallSettings } from "@sdkwright/runtime/config";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { acme } from "../acme.js";
import { VirtualClock } from "./virtual-clock.js";

/** What a server does. */
export type Answer =
  number | "reset" | "refused" | "hang" | { status: number; headers?: Record<string, string>; body?: unknown };

/** A client on a virtual clock, what it asked, and when. */
export function world(
  answers: readonly Answer[],
  options: object = {},
  settings: CallSettings = {},
  parts: Partial<ProviderDefinition> = {},
) {
  const clock = new VirtualClock();
  const times: number[] = [];
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (_, init) => {
    times.push(clock.now());
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    const answer = answers[Math.min(times.length, answers.length) - 1] ?? 200;
    if (answer === "hang")
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
      );
    if (answer === "reset" || answer === "refused") {
      const code = answer === "reset" ? "ECONNRESET" : "ECONNREFUSED";
      return Promise.reject(
        Object.assign(new TypeError("fetch failed"), {
          cause: Object.assign(new Error(code), { code, syscall: answer === "reset" ? "read" : "connect" }),
        }),
      );
    }
    const { status, headers = {}, body = {} } = typeof answer === "number" ? { status: answer } : answer;
    return Promise.resolve(Response.json(body, { status, headers }));
  };
  const definition = acme("https://a.test", { securitySchemes: {}, ...parts });
  const client = bindProvider(definition, settings, { fetch, clock, random: () => 0.5, ...options });
  const send = async (method = "GET", given: Partial<RequestOptions> = {}, path = "/x"): Promise<unknown> =>
    clock.finish(
      client.request(path, { method, ...given }).then(
        ({ status }) => status,
        (error: unknown) => error,
      ),
    );
  return { clock, times, keys, client, send };
}
