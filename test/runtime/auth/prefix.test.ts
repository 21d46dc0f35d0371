import { inspect } from "node:util";
import { ConfigurationError, HttpError } from "@sdkwright/runtime";
import { bindProvider, type ProviderClient } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer } from "../../servers/http-server.js";
import { acme, recordingFetch, rejection } from "../acme.js";
import { assertSilent } from "../security/canary-report.js";

const test = suite("prefixes of keys");

function clientOf(apikey: unknown, options: object = {}, prefix: string = "Bot "): ProviderClient {
  const securitySchemes = { bot: { type: "apiKey", in: "header", name: "Authorization", prefix } } as const;
  return bindProvider(
    acme("https://a.test", { securitySchemes }),
    {},
    { credentials: { bot: { apikey } }, ...options },
  );
}

test("the prefix stands before the key in its header, from code and from the environment", async () => {
  const { fetch, sent } = recordingFetch();
  await clientOf("secret", { fetch }).get("/x", { security: "bot" });
  await clientOf(async () => "secret", { fetch }, "Token token=").get("/x", { security: "bot" });
  const securitySchemes = { bot: { type: "apiKey", in: "header", name: "X-Key", prefix: "Key " } } as const;
  const configured = { credentials: { bot: { apikey: "$KEY" } } };
  const options = { fetch, env: { KEY: "from-env" } };
  await bindProvider(acme("https://a.test", { securitySchemes }), configured, options).get("/x", { security: "bot" });
  assert.equal(
    sent.map(({ headers }) => headers.get("authorization") ?? headers.get("x-key")),
    ["Bot secret", "Token token=secret", "Key from-env"],
  );
});

for (const value of ["Bot canary-key", "bot canary-key", "BOT  canary-key", " Bot canary-key", "Bot canary-key "]) {
  test(`"${value}" has it already: a ConfigurationError before anything is sent, without the key`, async () => {
    const { fetch, sent } = recordingFetch();
    const error = await rejection(clientOf(value, { fetch }).get("/x", { security: "bot" }), ConfigurationError);
    assert.match(error.message, 'credential "apikey" of scheme "bot" of acme starts with `Bot `: pass only the key');
    assert.not.match(inspect(error, { depth: Infinity }), "canary");
    assert.is(sent.length, 0);
  });
}

test("a key that only begins with the same letters is one", async () => {
  const { fetch, sent } = recordingFetch();
  await clientOf("botany", { fetch }).get("/x", { security: "bot" });
  assert.is(sent[0]?.headers.get("authorization"), "Bot botany");
});

test("a server that echoes the key, the whole value or their base64 shows neither in the error", async () => {
  const server = await startServer(({ headers }) => {
    const whole = String(headers["x-bot"]);
    return { status: 500, body: `${whole} ${Buffer.from(whole).toString("base64")}` };
  });
  const securitySchemes = { bot: { type: "apiKey", in: "header", name: "X-Bot", prefix: "Bot " } } as const;
  try {
    // One is too short to be looked for by itself.
    for (const [apikey, ...secrets] of [["k3y"], ["canary-long-key-91bc", "canary-long-key-91bc"]] as const) {
      const client = bindProvider(acme(server.origin, { securitySchemes }), {}, { credentials: { bot: { apikey } } });
      const error = await rejection(client.get("/x", { security: "bot" }), HttpError);
      assertSilent(error, [`Bot ${apikey}`, ...secrets]);
    }
  } finally {
    await server.close();
  }
});

test.run();
