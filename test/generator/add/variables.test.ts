import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { proposedVariable } from "@sdkwright/runtime/config";
import { sdkwright } from "../sdkwright.js";
import { adding, documentOf } from "./adding.js";

const test = suite("add: names of variables");

/** A document with one scheme, which applies by default. */
function vendor(title: string, id: string, scheme: object = { type: "apiKey", in: "header", name: "X-Key" }): object {
  return documentOf({
    info: { title, version: "1" },
    components: { securitySchemes: { [id]: scheme } },
    security: [{ [id]: [] }],
  });
}

const BEARER = { type: "http", scheme: "bearer" };

/** What `add` writes for a vendor's scheme, in a project with files. */
async function variableFor(document: object, files: { readonly [file: string]: object } = {}): Promise<string> {
  return adding({ "vendor.json": document, ...files }, "vendor.json", {}, ({ json, result }) => {
    assert.is(result.exitCode, 0, result.summary);
    const { providers } = json("client/client.json") as { providers: Record<string, { security?: object[] }> };
    const [, variable] = Object.values(Object.values(providers).at(-1)?.security?.[0] ?? {});
    return String(variable);
  });
}

const acme = (securitySchemes: object[] = []): object => ({
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
  securitySchemes,
});

/** A project whose client.json says this of acme, or of other things. */
function project(entry: object, more: object = {}, schemes: object[] = []): { readonly [file: string]: object } {
  return {
    "client/client.json": { ...more, providers: { acme: entry } },
    "client/providers/acme.json": acme(schemes),
  };
}

test("a variable that another provider reads is never proposed, wherever client.json names it", async () => {
  const hostile = vendor("Acme Pay", "key");
  const key = { id: "pay-key", type: "apiKey", in: "header", name: "X-Key" };
  const taken = "$ACME_PAY_API_KEY";
  const free = `${taken}_2`;
  assert.is(await variableFor(hostile), taken);
  assert.is(await variableFor(hostile, project({ security: [{ id: "pay-key", apikey: taken }] }, {}, [key])), free);
  assert.is(await variableFor(hostile, project({ services: { default: taken } })), free);
  const withParameter = { ...acme(), parameters: [{ name: "account" }] };
  const parameter = { ...project({ parameters: { account: taken } }), "client/providers/acme.json": withParameter };
  assert.is(await variableFor(hostile, parameter), free);
  const profile = { version: "1.0.0", defaults: { Charge: { input: { of: [taken] } } } };
  assert.is(await variableFor(hostile, project({}, { profiles: { "pay/charge": profile } })), free);
});

test("a variable that another definition's scheme would get is not proposed either", async () => {
  const keys = ["pay", "ship"].map((id) => ({ id, type: "apiKey", in: "header", name: "X-Key" }));
  assert.is(await variableFor(vendor("Acme Pay", "key"), project({}, {}, keys)), "$ACME_PAY_API_KEY_2");
  assert.is(await variableFor(vendor("Acme Pay", "key"), project({}, {}, keys.slice(0, 1))), "$ACME_PAY_API_KEY");
});

test("the scheme's id is in a name only if client.json gets several with the same field", async () => {
  const key = (id: string) => ({ [id]: { type: "apiKey", in: "header", name: `X-${id}` } });
  const bearers = { main: BEARER, adminToken: BEARER };
  const app = { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://t.example/token", scopes: {} } } };
  const cases: readonly (readonly [schemes: object, security: object, variables: readonly string[]])[] = [
    [key("ApiKeyAuth"), { ApiKeyAuth: [] }, ["ACME_API_KEY"]],
    [{ login: { type: "http", scheme: "basic" } }, { login: [] }, ["ACME_USERNAME", "ACME_PASSWORD"]],
    [{ app }, { app: [] }, ["ACME_CLIENT_ID", "ACME_CLIENT_SECRET"]],
    [{ ...key("k"), main: BEARER }, { k: [], main: [] }, ["ACME_API_KEY", "ACME_TOKEN"]],
    [{ ...key("app"), ...key("user") }, { app: [], user: [] }, ["ACME_APP_API_KEY", "ACME_USER_API_KEY"]],
    [bearers, { main: [] }, ["ACME_TOKEN", "$ACME_ADMIN_TOKEN"]],
    [bearers, { adminToken: [] }, ["ACME_TOKEN", "$ACME_MAIN_TOKEN"]],
    [{ ...key("api-key"), ...key("k") }, { k: [] }, ["ACME_API_KEY", "$ACME_API_KEY_2"]],
    [bearers, {}, ["$ACME_MAIN_TOKEN", "$ACME_ADMIN_TOKEN"]],
  ];
  for (const [securitySchemes, security, variables] of cases) {
    const document = documentOf({ info: { title: "Acme" }, components: { securitySchemes }, security: [security] });
    await adding({ "vendor.json": document }, "vendor.json", {}, ({ result, text }) => {
      const written = Array.from(text("client/client.json").matchAll(/"\$([A-Z]\w+)"/g), ([, name]) => name);
      const shown = Array.from(result.summary.matchAll(/"(\$\w+)"/g), ([, name]) => name);
      assert.equal([...written, ...shown], variables);
    });
  }
});

test("upper and lower case are one name on Windows", async () => {
  const entry = { security: [{ id: "k", apikey: "$Acme_pay_api_key" }] };
  const key = { id: "k", type: "apiKey", in: "header", name: "X-Key" };
  assert.is(await variableFor(vendor("Acme Pay", "key"), project(entry, {}, [key])), "$ACME_PAY_API_KEY_2");
});

test("names that build machines, clouds and bundlers claim are not a vendor's to choose", async () => {
  assert.is(await variableFor(vendor("GitHub", "token", BEARER)), "$SDK_GITHUB_TOKEN");
  assert.is(await variableFor(vendor("NPM", "token", BEARER)), "$SDK_NPM_TOKEN");
  assert.is(await variableFor(vendor("CI", "job", BEARER)), "$SDK_CI_TOKEN");
  assert.is(await variableFor(vendor("AWS", "session", BEARER)), "$SDK_AWS_TOKEN");
  assert.is(await variableFor(vendor("Next Public", "key")), "$SDK_NEXT_PUBLIC_API_KEY");
  assert.is(await variableFor(vendor("Storybook", "key")), "$SDK_STORYBOOK_API_KEY");
  // As the documentation shows it.
  assert.is(await variableFor(vendor("Parcel Post", "token")), "$PARCEL_POST_API_KEY");
  assert.is(await variableFor(vendor("Codecov", "token", BEARER)), "$SDK_CODECOV_TOKEN");
  assert.is(await variableFor(vendor("City", "token", BEARER)), "$CITY_TOKEN");
});

test("names that put a variable into browsers, and those of tools in builds", () => {
  const browsers =
    "ASTRO EXPO_PUBLIC GATSBY NEXT_PUBLIC NG_APP NUXT_PUBLIC PLASMO_PUBLIC PUBLIC QUASAR RAZZLE REACT_APP REDWOOD_ENV SNOWPACK_PUBLIC STORYBOOK TARO_APP UMI_APP VITE VUE_APP WXT";
  const tools =
    "APPVEYOR BAMBOO BUILDKITE CIRCLE CODECOV DIGITALOCEAN DOCKER DRONE FLY HEROKU JENKINS KUBERNETES NETLIFY NPM NX PNPM RAILWAY RENDER SENTRY SNYK SONAR TRAVIS TURBO VERCEL YARN";
  for (const prefix of `${browsers} ${tools}`.split(" "))
    assert.is(proposedVariable([prefix, "a", "token"], new Map()), `SDK_${prefix}_A_TOKEN`);
  assert.is(proposedVariable(["flyer", "a", "token"], new Map()), "FLYER_A_TOKEN");
});

test("a variable that has a value already is told: it goes to the new server", async () => {
  await withFolder({ "package.json": "{}", "vendor.json": vendor("Open Ai", "api-key") }, async (folder) => {
    const env = { OPEN_AI_API_KEY: "a-value-of-the-test" };
    const run = await sdkwright(folder, ["add", "vendor.json", "--dry-run"], env);
    assert.match(
      run.stdout,
      "OPEN_AI_API_KEY  apikey of api-key (already set in this shell: is the value meant for this provider?)",
    );
    assert.not.match(run.stdout, "a-value-of-the-test");
    const json = JSON.parse(
      (await sdkwright(folder, ["add", "vendor.json", "--dry-run", "--format", "json"], env)).stdout,
    ) as {
      provider: { variables: object[] };
    };
    assert.equal(json.provider.variables, [{ name: "OPEN_AI_API_KEY", holds: "apikey of api-key", isSet: true }]);
    assert.not.match((await sdkwright(folder, ["add", "vendor.json", "--dry-run"])).stdout, "set in this shell");
  });
});

test("init: a parameter of the base URL and a credential have two names, and neither is another provider's", async () => {
  const files = project({ security: [{ id: "pay-api-key", apikey: "$ACME_PAY_API_KEY" }] }, {}, [
    { id: "pay-api-key", type: "apiKey", in: "header", name: "X-Key" },
  ]);
  await withFolder({ "package.json": "{}", ...files }, async (folder) => {
    const url = "https://{api-key}.example";
    const run = await sdkwright(folder, ["init", "acme-pay", "--base-url", url, "--auth", "header=X-Key"]);
    assert.is(run.status, 0, run.stderr);
    assert.match(run.stdout, /ACME_PAY_API_KEY_2 .*apikey of api-key\n\s+ACME_PAY_API_KEY_3 .*api-key of the base URL/);
  });
});

test.run();
