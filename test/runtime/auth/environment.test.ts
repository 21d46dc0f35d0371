import { inspect } from "node:util";
import { ConfigurationError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, recordingFetch, rejection, type Filling, type SentRequest } from "../acme.js";

const test = suite("environment at run time");

async function sendWithKey(apikey: string, env: Record<string, string>): Promise<SentRequest | undefined> {
  const { fetch, sent } = recordingFetch();
  const client = bindProvider(acme("https://a.test"), { credentials: { header: { apikey } } }, { env, fetch });
  await client.get("/x", { security: "header" });
  return sent[0];
}

async function failWithKey(apikey: string, env: Record<string, string>): Promise<ConfigurationError> {
  return rejection(sendWithKey(apikey, env), ConfigurationError);
}

test("env-set: the variable's value is sent", async () => {
  assert.is((await sendWithKey("$X", { X: "secret" }))?.headers.get("x-api-key"), "secret");
});

test("env-set: process.env is read when the client runs", async () => {
  const { fetch, sent } = recordingFetch();
  const configured = { credentials: { header: { apikey: "$SDKWRIGHT_TEST_KEY" } } };
  const client = bindProvider(acme("https://a.test"), configured, { fetch });
  process.env["SDKWRIGHT_TEST_KEY"] = "from-process";
  try {
    await client.get("/x", { security: "header" });
  } finally {
    delete process.env["SDKWRIGHT_TEST_KEY"];
  }
  assert.is(sent[0]?.headers.get("x-api-key"), "from-process");
});

test("env-unset: unset and empty name the variable and the place", async () => {
  for (const env of [{}, { X: "" }]) {
    const error = await failWithKey("$X", env);
    assert.match(error.message, "$X");
    assert.is(error.code, "missing-credential");
    assert.is(error.issues[0]?.pointer, "/providers/acme/security/0/apikey");
  }
});

test("env-inside: a $NAME inside other text is text", async () => {
  assert.is((await sendWithKey("Token $X", { X: "secret" }))?.headers.get("x-api-key"), "Token $X");
});

test("env-escape: $$ is an escaped $", async () => {
  assert.is((await sendWithKey("$$5", {}))?.headers.get("x-api-key"), "$5");
});

test("env-braces: what starts with $ and is no reference is an error with a hint", async () => {
  for (const text of ["${X}", "$", "$1"]) {
    const error = await failWithKey(text, { X: "secret" });
    assert.match(error.message, "write $NAME");
    assert.not.match(inspect(error), "secret");
  }
});

test("env-once: what a variable holds is not looked up again", async () => {
  const request = await sendWithKey("$A", { A: "$B", B: "secret" });
  assert.is(request?.headers.get("x-api-key"), "$B");
});

test("env-id: a scheme id that looks like a reference is an id", async () => {
  const { fetch, sent } = recordingFetch();
  const securitySchemes = { $X: { type: "apiKey", in: "header", name: "X-Api-Key" } } as const;
  const configured = { credentials: { $X: { apikey: "$X" } } };
  const client = bindProvider(acme("https://a.test", { securitySchemes }), configured, { env: { X: "v" }, fetch });
  await client.get("/x", { security: "$X" });
  assert.is(sent[0]?.headers.get("x-api-key"), "v");
});

test("env-proto: names of prototype properties are unset", async () => {
  for (const name of ["__proto__", "constructor"]) {
    assert.match((await failWithKey(`$${name}`, {})).message, `$${name}`);
  }
});

const noTexts = [() => "canary", { canary: 1 }, ["canary"], 4711, true, null, new URL("https://canary.test")];

for (const value of noTexts) {
  test(`env-kind: ${inspect(value)} is an error that names the variable, not the value`, async () => {
    const env = { X: value } as unknown as Record<string, string>;
    const { fetch, sent } = recordingFetch();
    const configured = { credentials: { bearer: { token: "$X" } }, parameters: { tenant: "$X" } };
    const client = bindProvider<Filling<"tenant">>(acme("https://a.test"), configured, { env, fetch });
    for (const call of [() => client.get("/x", { security: "bearer" }), () => client.get("/{tenant}")]) {
      const error = await rejection(call(), ConfigurationError);
      assert.is(error.message, "`env.X` is not a string");
      assert.not.match(inspect(error), /canary|4711/);
    }
    assert.is(sent.length, 0);
  });
}

test("env-newline: a control character names the variable, never the value", async () => {
  const error = await failWithKey("$X", { X: "canary-4711\n" });
  assert.match(error.message, "$X");
  assert.match(error.message, "control character");
  assert.not.match(inspect(error, { depth: Infinity }), "canary-4711");
});

test("env-parameters: parameters come from code, then client.json, then the definition", async () => {
  const parameters = { region: { default: "eu" } };
  const origins = await Promise.all(
    [
      { configured: {}, options: {} },
      { configured: { parameters: { region: "$REGION" } }, options: {} },
      { configured: { parameters: { region: "$REGION" } }, options: { parameters: { region: "ap" } } },
    ].map(async ({ configured, options }) => {
      const { fetch, sent } = recordingFetch();
      const definition = acme("https://{region}.a.test/{region}", { parameters });
      const given = { ...options, env: { REGION: "us" }, fetch };
      await bindProvider<Filling<"region">>(definition, configured, given).get("/x/{region}");
      return sent[0]?.url;
    }),
  );
  assert.equal(origins, ["https://eu.a.test/eu/x/eu", "https://us.a.test/us/x/us", "https://ap.a.test/ap/x/ap"]);
});

test("12.18: a value in client.json for a parameter that is not declared fills paths", async () => {
  const { fetch, sent } = recordingFetch();
  const configured = { parameters: { tenant: "$TENANT", plain: "b c" } };
  const bindTenant = bindProvider<Filling<"tenant" | "plain">>;
  const client = bindTenant(acme("https://a.test"), configured, { env: { TENANT: "t1" }, fetch });
  await client.get("/x/{tenant}/{plain}");
  assert.is(sent[0]?.url, "https://a.test/x/t1/b%20c");
  await client.get("/x/{tenant}", { params: { tenant: "mine" } });
  assert.is(sent[1]?.url, "https://a.test/x/mine");
  const unset = bindTenant(acme("https://a.test"), configured, { env: {}, fetch });
  await unset.get("/x/{plain}");
  const error = await rejection(unset.get("/x/{tenant}"), ConfigurationError);
  assert.is(error.message, 'parameter "tenant" of acme (from $TENANT) is missing: the variable is unset or empty');
  assert.is(sent.length, 3);
});

test("env-parameters: what code gives and is no text, number or boolean is a mistake, and no default takes its place", async () => {
  for (const region of [null, Number.NaN, {}, ["us"]]) {
    const { fetch, sent } = recordingFetch();
    const definition = acme("https://{region}.a.test", { parameters: { region: { default: "eu" } } });
    const use = async () => bindProvider(definition, {}, { parameters: { region }, fetch }).get("/x");
    const error = await rejection(use(), ConfigurationError);
    assert.match(error.message, /region.* of acme is not (?:well-formed text|a string), a number or a boolean/);
    assert.is(sent.length, 0);
  }
});

test("env-parameters: an unset variable names parameter, variable and pointer", async () => {
  const { fetch, sent } = recordingFetch();
  const definition = acme("https://{region}.a.test", { parameters: { region: {} } });
  const client = bindProvider(definition, { parameters: { region: "$REGION" } }, { env: {}, fetch });
  const error = await rejection(client.get("/x"), ConfigurationError);
  assert.is(error.message, 'parameter "region" of acme (from $REGION) is missing: the variable is unset or empty');
  assert.is(error.issues[0]?.pointer, "/providers/acme/parameters/region");
  assert.is(sent.length, 0);
});

test.run();
