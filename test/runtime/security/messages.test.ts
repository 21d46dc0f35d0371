import * as fc from "fast-check";
import { SdkError } from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import { bindProvider } from "@sdkwright/runtime/generated";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, acmeClient } from "../acme.js";
import { createWorld } from "../policy/world.js";
import { runs } from "../../effort.js";

const test = suite("12.10: messages");

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const hostile = "a\u202eb\u0007c\u200bd\u2028e\u001b[31mf\nx";

/** Every place from which a name of the caller's, or of a file, reaches a message. */
const places: { readonly [place: string]: (name: string) => Promise<unknown> } = {
  "a key of the query": async (name) => client().get("/x", { query: { [name]: {} as string } }),
  "a key of a form": async (name) => client().post("/x", { form: { [name]: {} as string } }),
  "a part of a multipart body": async (name) => client().post("/x", { multipart: { [name]: {} as string } }),
  "a scheme": async (name) => client().get("/x", { security: name }),
  "a service": async (name) => client().get("/x", { service: name }),
  "a placeholder": async (name) => client().get(`/{${name}}`),
  "a placeholder's value": async (name) => client().get(`/{${name}}`, { params: { [name]: "" } }),
  "a header": async (name) => client().get("/x", { headers: { [name]: "x" } }),
  "a method": async (name) => client().request("/x", { method: name }),
  "a path": async (name) => client().get(`/${name}\\`),
  "a parameter of the definition": async (name) =>
    bindProvider(acme("https://a.test", { parameters: { [name]: {} } }), {}, {}).get(`/{${name}}`),
  "a reason phrase": async (name) => {
    const answer = new Response("", { status: 500 });
    Object.defineProperty(answer, "statusText", { value: name });
    return acmeClient("https://a.test", { fetch: async () => answer }).get("/x");
  },
  "a provider of a call": async (name) => world().send({}, { provider: name }),
  "a parameter of a call": async (name) => world().send({}, { parameters: { a: { [name]: "x" } } }),
  "a key of clientJson": async (name) =>
    bindClient({ providers: {} }, { clientJson: clientJson({ providers: {}, [name]: 1 }) }),
  "a profile of clientJson": async (name) =>
    bindClient({ providers: {} }, { clientJson: clientJson({ profiles: { [name]: 1 } }) }),
  "the name of a provider": async (name) =>
    bindProvider({ ...acme("https://a.test"), name }, {}, {}).get("/x", { security: "header" }),
};

for (const [place, use] of Object.entries(places)) {
  test(`12.10: ${place} shows no control, format or bidirectional character`, async () => {
    await check(use, hostile);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 12 }), async (name) => check(use, name)),
      { numRuns: runs(100) },
    );
  });
}

/** Sent as they are, and no mistake. */
const MAY_BE_LONG: ReadonlySet<string> = new Set(["a header", "a method"]);

for (const [place, use] of Object.entries(places)) {
  if (place === "the name of a provider") continue;
  test(`12.1: ${place} that has no end does not make a message without one`, async () => {
    const error = await use("endless-".repeat(100_000)).catch((reason: unknown) => reason);
    if (!MAY_BE_LONG.has(place)) assert.instance(error, SdkError);
    assert.ok(JSON.stringify(error).length < 3000, `${place}: ${JSON.stringify(error).length}`);
  });
}

test("12.10: the search finds what is not to be there", () => {
  assert.match("a\u202eb", UNPRINTABLE);
  assert.match(new SdkError("a\u202eb", { code: "x" }).message, /a\\u\{202e\}b/);
});

test.run();

async function check(use: (name: string) => Promise<unknown>, name: string): Promise<void> {
  const error = await use(name).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return;
  assert.instance(error, SdkError);
  const { message, stack = "", issues = [] } = error as SdkError & { issues?: readonly { message: string }[] };
  for (const text of [message, ...issues.map((issue) => issue.message), stack.split("\n    at ")[0] ?? ""]) {
    assert.not.match(text, UNPRINTABLE);
  }
}

function client() {
  return acmeClient("https://a.test", { fetch: async () => new Response("{}") });
}

function world() {
  return createWorld({ answers: { a: 200 } });
}
