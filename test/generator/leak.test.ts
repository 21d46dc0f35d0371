import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "./folder.js";
import { sdkwright } from "./sdkwright.js";

const test = suite("what the generator can never give away");

const securitySchemes = [
  { id: "key", type: "apiKey", in: "header", name: "X-Key" },
  { id: "token", type: "http", scheme: "bearer" },
  { id: "basic", type: "http", scheme: "basic" },
  { id: "staff", type: "http", scheme: "digest" },
  { id: "user", type: "oauth2", flow: "refreshToken", tokenUrl: "https://auth.acme.example/token" },
];
const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
  securitySchemes,
};
const secrets = [
  "canary-a-key",
  "canary-b-token",
  "canary-c-user",
  "canary-d-password",
  "canary-e-user",
  "canary-f-password",
  "canary-g-client",
  "canary-h-secret",
  "canary-i-refresh",
];
const [apikey, token, basicUser, basicPassword, digestUser, digestPassword, clientId, clientSecret, refreshToken] =
  secrets;
const security = [
  { id: "key", apikey },
  { id: "token", token },
  { id: "basic", username: basicUser, password: basicPassword },
  { id: "staff", username: digestUser, password: digestPassword },
  { id: "user", clientId, clientSecret, refreshToken },
];

test("generated-code: literal secrets of client.json stand in no emitted file, lock or message", async () => {
  await withFolder(projectWith({ providers: { acme: { security } } }), async (folder) => {
    for (const args of [["generate"], ["generate", "--verbose"], ["check"], ["validate", "--format", "json"]]) {
      const { status, stdout, stderr } = await sdkwright(folder, args);
      assert.is(status, 0, stderr);
      assertSilent(stdout + stderr);
    }
    const { stdout, stderr } = await sdkwright(folder, ["validate"]);
    assert.match(stdout + stderr, /\/providers\/acme\/security\/0\/apikey|client\.json:\d+/);
    const emitted = filesUnder(join(folder, "src/generated"));
    assert.ok(emitted.length > 3);
    for (const file of emitted) assertSilent(readFileSync(file, "utf8"));
  });
});

test("env-generate-time: the environment of the generator changes nothing and shows nowhere", async () => {
  const project = projectWith({ providers: { acme: { security: [{ id: "key", apikey: "$CANARY_KEY" }] } } });
  const emittedWith = (env: NodeJS.ProcessEnv): Promise<string[]> =>
    withFolder(project, async (folder) => {
      const { stdout, stderr } = await sdkwright(folder, ["generate", "--verbose"], env);
      assertSilent(stdout + stderr);
      return filesUnder(join(folder, "src/generated")).map((file) => readFileSync(file, "utf8"));
    });
  const [without, with_] = [await emittedWith({}), await emittedWith({ CANARY_KEY: secrets[0] })];
  assert.equal(with_, without);
  assert.ok(without.some((text) => text.includes("$CANARY_KEY")));
});

const broken: Record<string, string> = {
  "a wrong field": JSON.stringify({ providers: { acme: { security: [{ id: "key", apiKey: apikey }] } } }),
  "fields of another scheme": JSON.stringify({ providers: { acme: { security: [{ id: "key", username: basicUser, password: basicPassword }] } } }), // prettier-ignore
  "the credential as a key": JSON.stringify({ providers: { acme: { security: [{ id: "token", token: [token] }] } } }),
  braces: JSON.stringify({ providers: { acme: { security: [{ id: "key", apikey: `\${${apikey}}` }] } } }),
  "JSON that ends early": `{ "providers": { "acme": { "security": [{ "id": "key",\n "apikey": "${apikey}"\n`,
  "JSON without a comma": `{ "providers": { "acme": { "security": [\n{ "id": "key" "apikey": "${apikey}" }] } } }`,
  "JSON without quotes": `{ "providers": { "acme": { "security": [\n{ "id": "key", "apikey": ${apikey} }] } } }`,
};

for (const [name, json] of Object.entries(broken)) {
  test(`an invalid client.json, ${name}: no format of the diagnostics shows the secret`, async () => {
    await withFolder({ ...projectWith({}), "client/client.json": json }, async (folder) => {
      for (const format of ["pretty", "json", "github"]) {
        const { status, stdout, stderr } = await sdkwright(folder, ["validate", "--format", format]);
        assert.is(status, 2, stdout + stderr);
        assertSilent(stdout + stderr);
      }
    });
  });
}

test.run();

function projectWith(client: object): Files {
  return { "package.json": "{}", "client/client.json": client, "client/providers/acme.json": acme };
}

function assertSilent(text: string): void {
  assert.equal(
    secrets.filter((secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString("base64"))),
    [],
  );
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
