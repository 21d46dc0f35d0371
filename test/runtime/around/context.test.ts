import { AsyncLocalStorage } from "node:async_hooks";
import type { Around } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient } from "../acme.js";
import { createWorld, networkFailure } from "../policy/world.js";

const test = suite("the context of a hook");

const storage = new AsyncLocalStorage<readonly string[]>();
const inside = (name: string, run: () => Promise<unknown>): Promise<unknown> =>
  storage.run([...(storage.getStore() ?? []), name], run);

const around: Around = {
  call: ({ call }, run) => inside(`call ${call}`, run),
  attempt: ({ provider, attempt }, run) => inside(`${provider} ${attempt}`, run),
};

test("maps, credentials and `fetch` run in the context that a hook has set, retries and failover included", async () => {
  const seen: (readonly string[] | undefined)[] = [];
  const policy = { kind: "circuit-breaker", maxContiguousRetries: 1 } as const;
  const see = (): number => {
    seen.push(storage.getStore());
    return 200;
  };
  const world = createWorld({
    answers: { a: [() => (see(), networkFailure("ECONNREFUSED"))], b: see },
    policies: { a: policy },
    map: async ({ http }) => {
      seen.push(storage.getStore());
      await http.get("/x");
      see();
    },
    options: { around },
  });
  await storage.run(["outside"], () => world.run());
  const call = ["outside", "call 1"];
  assert.equal(seen, [call, [...call, "a 1"], [...call, "a 2"], call, [...call, "b 1"], call]);
});

test("credentials that are functions, and the platform's `fetch`, run in it too", async () => {
  const seen: (readonly string[] | undefined)[] = [];
  const token = async (): Promise<string> => {
    seen.push(storage.getStore());
    return "token";
  };
  const fetch = async (): Promise<Response> => {
    seen.push(storage.getStore());
    return new Response("{}");
  };
  const acme = acmeClient("https://acme.example", { around, fetch, credentials: { bearer: { token } } });
  await Promise.all([acme.get("/x", { security: "bearer" }).json(), acme.get("/y", { security: "bearer" }).json()]);
  const expected = ["call 1", "call 2"].flatMap((call) => [1, 2].map(() => [call, "acme 1"]));
  assert.equal(seen.map(String).sort(), expected.map(String));
  assert.is(storage.getStore(), undefined);
});

test.run();
