import { RequestError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acmeClient, type Filling } from "../acme.js";
import { createWorld, networkFailure, type World } from "../policy/world.js";

const test = suite("stacks of errors");

/** What a caller does, and the class of the error that it gets. */
const calls: readonly (readonly [string, (client: Filling<"token">) => Promise<unknown>])[] = [
  ["HttpError", (client) => client.get("/404").json()],
  ["HttpError", async (client) => client.get("/404", { security: "header", retryPolicy: "circuit-breaker" })],
  ["BodyError", (client) => client.get("/text").json()],
  ["BodyError", async (client) => (await client.get("/text")).json()],
  ["TimeoutError", async (client) => client.get("/never", { requestTimeout: 20 })],
  ["NetworkError", async (client) => client.get("/broken")],
  ["NetworkError", async (client) => client.get("/broken", { security: ["header", "query"] })],
  ["RequestError", async (client) => client.get("/x", { qery: {} } as object)],
  ["RequestError", async (client) => client.get("/..;/x")],
  ["ConfigurationError", async (client) => client.get("/x", { security: "header" })],
];

test("an error's stack has the line that called", async () => {
  await withServer(
    (request, response) => {
      if (request.url === "/never") return;
      if (request.url.startsWith("/broken")) response.destroy();
      else response.writeHead(request.url === "/404" ? 404 : 200).end("no JSON");
    },
    async (server) => {
      for (const [at, [name, call]] of calls.entries()) {
        const credentials = name === "ConfigurationError" ? { header: { apikey: () => undefined } } : undefined;
        const client = acmeClient(server.origin, credentials === undefined ? {} : { credentials });
        const theCaller = async (): Promise<unknown> => await call(client);
        const error = await theCaller().catch((thrown: unknown) => thrown);
        assert.ok(error instanceof Error && error.name === name, `${at}: ${String(error)}`);
        assert.ok(error.stack?.includes("stacks.test"), `${at}: ${error.stack ?? ""}`);
      }
    },
  );
});

test("the stack of a use-case's error has the line that called, of an outcome too", async () => {
  for (const answers of [{ a: 404 }, { a: 503, b: 503 }, { a: networkFailure("ECONNREFUSED") }]) {
    const theCaller = async (world: World): Promise<unknown> => await world.send({});
    const theAsker = async (world: World): Promise<unknown> => await world.send.safe({});
    for (const call of [theCaller, theAsker]) {
      const world = createWorld({ answers, policies: { a: "none", b: "none" } });
      const outcome = await world.clock.finish(call(world).catch((error: unknown) => ({ error })));
      const { error } = outcome as { readonly error: Error };
      assert.match(error.stack ?? "", new RegExp(`at async ${call.name} `));
    }
  }
});

test("a stack is added to once, and not where an application shares an error between many calls", async () => {
  const shared = new RequestError("shared", { code: "mine", provider: "acme" });
  const client = acmeClient("http://127.0.0.1:9", { credentials: { bearer: { token: () => Promise.reject(shared) } } });
  const theCaller = async (): Promise<unknown> => await client.get("/x", { security: "bearer" });
  const errors = await Promise.all(Array.from({ length: 200 }, () => theCaller().catch((error: unknown) => error)));
  for (const error of errors) {
    const { stack = "" } = error as Error;
    assert.is(stack.split("theCaller").length, 2, stack);
  }
});

test.run();
