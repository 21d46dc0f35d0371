import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConfigurationError } from "@sdkwright/runtime";
import { fakeProviders, type Recording } from "@sdkwright/runtime/testing";
import { bindProvider } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { bindProvider as bindWithDigest } from "@sdkwright/runtime/generated/digest";
import { acme, acmeClient, credentials, rejection } from "../acme.js";
import { withServer, type Answer } from "../../server.js";
import { drawer, open, SECRETS, tapeOf, type Drawer } from "./tapes.js";

const test = suite("secrets in recordings");

/** Gives back all that it got, in several forms. */
const echoing: Answer = ({ url, headers, body }, response) => {
  const text = JSON.stringify({ url, headers, body, encoded: Buffer.from(body + url).toString("base64") });
  response.writeHead(200, { "content-type": "application/json", "x-echo": url, "set-cookie": "sid=canary-cookie" });
  response.end(text);
};

function holdsNone(files: Drawer, secrets: readonly string[]): void {
  const text = files.texts.get("pay.json") ?? "";
  assert.ok(text.length > 100);
  assert.equal(
    secrets.filter((secret) => text.includes(secret)),
    [],
  );
}

test("credentials of every scheme are nowhere, though the server gives all of them back", async () => {
  const files = drawer();
  await withServer(echoing, async ({ origin }) => {
    const tape = open(files);
    const client = acmeClient(origin, tape.options);
    for (const security of ["header", "query", "body", "nested", "basic", "bearer"]) {
      await client.post("/x", { security, json: { amount: 1 } });
    }
    await client.get("/bot{token}/x", { security: "path" });
    await tape.done();
  });
  holdsNone(files, [...SECRETS, "canary-cookie"]);
  assert.is(tapeOf(files).exchanges.length, 7);
});

for (const token of ["3f9c2ab4-1d07-4c11-9a2b-77c0de1234ab", "whk-Zx81_qQ22-pL09w", "bot123456:AAEh-BOwe_ik6"]) {
  test(`what looks made up in the path of a base URL is nowhere: ${token}`, async () => {
    const files = drawer();
    await withServer(echoing, async ({ origin }) => {
      const base = `${origin}/in/${token}`;
      const ask = async (tape: Recording): Promise<unknown> =>
        acmeClient(base, tape.options)
          .post("/send", { json: { at: base } })
          .json();
      const tape = open(files);
      await ask(tape);
      await tape.done();
      holdsNone(files, [token, encodeURIComponent(token), Buffer.from(token).toString("base64").slice(0, 12)]);
      assert.is(tapeOf(files).exchanges[0]?.request.url, `${origin}/in/***/send`);
      const again = open(files);
      assert.is(again.mode, "replay");
      await ask(again);
      await again.done();
    });
  });
}

test("nor in what fakes say of where they are, and keep of requests", async () => {
  const token = "whk-Zx81_qQ22-pL09w";
  const fake = fakeProviders({ hook: [`https://hooks.example/in/${token}`, "https://a-name-of-a-host-4711.example"] });
  const error = await rejection(acmeClient("https://other.example", fake.options).get("/x"), ConfigurationError);
  assert.match(error.message, "hook (https://hooks.example/in/***), hook (https://a-name-of-a-host-4711.example).");
  const whole = fakeProviders({ hook: "https://hooks.example" });
  whole.providers.hook.on("POST", "/in/{id}/send").reply(200);
  await acmeClient(`https://hooks.example/in/${token}`, whole.options).post("/send", { json: { token: 1, at: token } });
  assert.not.match(JSON.stringify(whole.requests), token);
  assert.is(whole.requests[0]?.path, "/in/***/send");
});

test("one that is sent late is missing in what came before", async () => {
  const files = drawer();
  await withServer(echoing, async ({ origin }) => {
    const tape = open(files);
    const client = acmeClient(origin, tape.options);
    await client.post("/x", { json: { note: "header-secret" } });
    await client.get("/y", { security: "header" });
    await tape.done();
  });
  holdsNone(files, SECRETS);
});

/** What a server may say that nobody sent. */
const SAID: readonly (readonly [type: string, body: string])[] = [
  ["application/json", JSON.stringify({ access_token: "canary-1", nested: { refreshToken: ["canary-2"], session: { id: "canary-3" } } })],
  ["application/json", JSON.stringify({ note: "use eyJhbGciOiJIUzI1NiJ9.canary.canary, please", api_keys: [{ value: "canary-4", pin: 123456 }] })],
  ["application/json", JSON.stringify({ "sk_live_canary-in-a-name": 1, key: "-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----" })],
  ["text/plain", "password=canary-5; Authorization: Bearer canary-6 ghp_canary7\n-----BEGIN RSA PRIVATE KEY-----\ncanary\n-----END RSA PRIVATE KEY-----"],
  ["application/x-www-form-urlencoded", "access_token=canary-8&scope=read"],
  ["application/xml", '<a><secret type="x">canary-9</secret><b token="canary-10"/></a>'],
  ["application/xml", '<x:a><b token="canary-12">text</b><user_password>canary, the 13th</user_password></x:a>'],
  ["text/event-stream", 'data: {"type":"done","session":{"access_token":"canary, the 14th"}}\n\n'],
  ["text/plain", JSON.stringify({ passwords: ["canary-15"], url: "https://me:canary-16@db.example/" })],
  ["application/json", JSON.stringify({ body: JSON.stringify({ apiKeys: ["canary-17"], log: 'say \\"token\\":\\"canary-18\\"' }) })],
  ["text/plain", "a=token=canary-19&sid=canary-20 x-api-key : canary-21 https://me:canary-22@db.example/"],
  ["text/html", "https://hooks.example/?sig=1&access_token=canary-11"],
]; // prettier-ignore

for (const [type, body] of SAID) {
  test(`what a server issues is not in it either: ${body.slice(0, 30)}`, async () => {
    const files = drawer();
    const answer: Answer = (_, response) => {
      const headers = { "content-type": type, "x-auth-token": "canary-header", location: "/?token=canary-location" };
      response.writeHead(200, headers).end(body);
    };
    await withServer(answer, async ({ origin }) => {
      const tape = open(files);
      await acmeClient(origin, tape.options).get("/x");
      await tape.done();
    });
    holdsNone(files, ["canary", "123456"]);
  });
}

test("what looks like a key becomes a name that stays the same, so that a later request finds it", async () => {
  const files = drawer();
  const id = "3MmlLrLkdIwHu7ix0snN0B15Zq";
  const ask = async (client: ReturnType<typeof acmeClient>): Promise<void> => {
    const { charge } = await client.get("/charges").json<{ charge: string }>();
    await client.get("/charges/{charge}", { params: { charge } });
  };
  let at = "";
  await withServer((_, response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ charge: id })), async ({ origin }) => {
    const tape = open(files);
    at = origin;
    await ask(acmeClient(origin, tape.options));
    await tape.done();
  }); // prettier-ignore
  holdsNone(files, [id]);
  const tape = open(files);
  await ask(acmeClient(at, tape.options));
  await tape.done();
});

test("secrets that are given, and those of telling variables, are not in it", async () => {
  const files = drawer();
  await withServer(echoing, async ({ origin }) => {
    const tape = open(files, { secrets: ["canary-given"], env: { VENDOR_TOKEN: "canary-4711", HOME: "/home/me-2", SESSION_TYPE: "wayland" } }); // prettier-ignore
    await acmeClient(origin, tape.options).post("/x", { json: { a: "canary-given", b: "canary-4711", c: "/home/me-2", d: "wayland" } }); // prettier-ignore
    await tape.done();
  });
  holdsNone(files, ["canary"]);
  assert.equal(tapeOf(files).exchanges[0]?.request.body, { a: "***", b: "***", c: "/home/me-2", d: "wayland" });
});

test("bytes that hold a credential are not kept", async () => {
  const files = drawer();
  const answer: Answer = (_, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    response.end(Buffer.concat([Buffer.from([255, 254, 0]), Buffer.from("header-secret"), Buffer.from([255])]));
  };
  await withServer(answer, async ({ origin }) => {
    const tape = open(files);
    await acmeClient(origin, tape.options).get("/x", { security: "header" });
    await tape.done();
  });
  assert.is(tapeOf(files).exchanges[0]?.response?.body, "***");
});

test("oauth2 is recorded without secrets and tokens, and replayed with other credentials", async () => {
  const files = drawer();
  const vendor: Answer = ({ url, headers }, response) => {
    const token = { access_token: "canary-access", token_type: "Bearer", expires_in: 60 };
    response.setHeader("content-type", "application/json").end(JSON.stringify(url === "/token" ? token : { saw: headers.authorization }));
  }; // prettier-ignore
  await withServer(vendor, async ({ origin }) => {
    const login = {
      type: "oauth2",
      flow: "clientCredentials",
      tokenUrl: `${origin}/token`,
      clientAuthentication: "post",
    } as const;
    const definition = acme(origin, { securitySchemes: { login }, security: ["login"] });
    const ask = async (name: string): Promise<void> => {
      const tape = open(files);
      const given = { clientId: "the-client", clientSecret: name };
      await bindProvider(definition, {}, { ...tape.options, credentials: { login: given } }, { oauth2 }).get("/x");
      await tape.done();
    };
    await ask("canary-client-secret");
    holdsNone(files, ["canary"]);
    await ask("something-else");
  });
});

test("a digest round trip is recorded and replayed", async () => {
  const files = drawer();
  const challenge = 'Digest realm="r", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", qop="auth", algorithm=SHA-256';
  const vendor: Answer = ({ headers }, response) => {
    const isIn = headers.authorization !== undefined;
    response.writeHead(isIn ? 200 : 401, { "www-authenticate": challenge }).end("{}");
  };
  await withServer(vendor, async ({ origin }) => {
    for (const mode of ["record", "replay"] as const) {
      const tape = open(files, { mode });
      const { staff } = credentials;
      const client = bindWithDigest(acme(origin), {}, { ...tape.options, credentials: { staff } });
      assert.is((await client.get("/x", { security: "staff" })).status, 200);
      await tape.done();
    }
  });
  holdsNone(files, SECRETS);
  assert.is(tapeOf(files).exchanges.length, 2);
});

test.run();
