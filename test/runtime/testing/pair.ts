import { normalizeRetryPolicy } from "@sdkwright/runtime/config";
import type { CircuitControls, UseCase } from "@sdkwright/runtime";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { fakeProviders, type FakeProviders } from "@sdkwright/runtime/testing";
import { acme } from "../acme.js";

/** Two providers of one use-case, both fakes. */
export interface Pair {
  readonly fake: FakeProviders<"first" | "second">;
  readonly client: CircuitControls & {
    readonly profiles: { readonly test: { readonly Send: UseCase<object, unknown> } };
  };
}

/** A client of two fakes: the first fails over to the second. */
export function pair(
  options: object = {},
  policy: Parameters<typeof normalizeRetryPolicy>[0] = "circuit-breaker",
): Pair {
  const fake = fakeProviders({ first: "https://first.test/v1", second: "https://second.test" });
  const [first, second] = [
    acme("https://first.test/v1", { name: "first" }),
    acme("https://second.test", { name: "second" }),
  ];
  const post = ({ http }: Context): unknown => http.post("/send", { json: { text: "hello" } }).json();
  const provider = { input: {}, retryPolicy: normalizeRetryPolicy(policy) };
  const Send = { providerFailover: true, input: {}, providers: { first: provider, second: provider } };
  const client: Pair["client"] = bindClient(
    {
      providers: { first: { definition: first }, second: { definition: second } },
      profiles: { test: { name: "test", priority: ["first", "second"], useCases: { Send } } },
      maps: { test: { first: { Send: post }, second: { Send: post } } },
    },
    { ...fake.options, ...options },
  );
  return { fake, client };
}

interface Context {
  readonly http: { readonly post: (path: string, options: object) => { readonly json: () => unknown } };
}
