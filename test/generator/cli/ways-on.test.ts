import { suite } from "uvu";
import * as assert from "uvu/assert";
import { git, withRepository } from "../diff/repository.js";
import { withFolder, type Files } from "../folder.js";
import { diagnosticsOf, sdkwright } from "../sdkwright.js";

const test = suite("what is wrong names the way on");

const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
};
const DEFINITION = { "client/providers/acme.json": acme };

/** Code, message and hint of what is wrong. */
async function hints(files: Files): Promise<readonly (readonly string[])[]> {
  return (await diagnosticsOf(files)).map(({ code, message, hint = "" }) => [code, message, hint]);
}

async function toldOf(folder: string, ...args: string[]): Promise<string> {
  const { status, stderr } = await sdkwright(folder, args);
  assert.is(status, 3, stderr);
  return stderr;
}

test("nothing to generate from: init", async () => {
  const [[code, , hint] = []] = await hints({});
  assert.equal([code, hint?.startsWith("npx sdkwright init starts with a provider;")], ["SW0200", true]);
});

test("a provider without a definition: init and add, with its name", async () => {
  const [[code, , hint = ""] = []] = await hints({ "client/client.json": { providers: { acme: {} } } });
  assert.is(code, "SW0203");
  assert.match(hint, "npx sdkwright init acme --base-url <url>");
  assert.match(hint, "npx sdkwright add <document> --name acme");
});

test("a map that is not there: map, with its profile and provider; not for a folder in its place", async () => {
  const providers = { acme: { file: "../src/maps/sms.ts" } };
  const files = {
    ...DEFINITION,
    "client/client.json": { profiles: { "talk/sms": { version: "1.0.0", providers } }, providers: { acme: {} } },
    "client/profiles/talk/sms.json": {
      name: "talk/sms",
      version: "1.0.0",
      usecases: { Send: { input: {}, result: {} } },
    },
  };
  assert.equal(
    (await hints(files)).map(([code, , hint]) => [code, hint]),
    [["SW0221", "npx sdkwright map talk/sms acme writes its skeleton"]],
  );
  await withFolder({ "package.json": "{}", ...files }, async (folder) => {
    assert.is((await sdkwright(folder, ["map", "talk/sms", "acme"])).status, 0);
    assert.not.match((await sdkwright(folder, ["validate"])).stderr, "SW0221");
  });
  const [[code, , hint = ""] = []] = await hints({ ...files, "src/maps/sms.ts/x": "" });
  assert.equal([code, hint.includes("sdkwright map")], ["SW0221", false]);
});

test("a map that is not there, beside one of another provider: map", async () => {
  const acne = { ...acme, name: "acne" };
  const map = (provider: string) => ({ file: `../src/maps/send-messages.${provider}.ts` });
  const files = {
    ...DEFINITION,
    "client/providers/acne.json": acne,
    "client/client.json": {
      profiles: {
        sms: {
          version: "1.0.0",
          defaults: { Send: { providerFailover: true } },
          providers: { acme: map("acme"), acne: map("acne") },
        },
      },
      providers: { acme: {}, acne: {} },
    },
    "src/maps/send-messages.acne.ts": "export default { Send() {} };\n",
  };
  assert.equal(
    (await hints(files)).filter(([code]) => code === "SW0221").map(([, , hint]) => hint),
    ["npx sdkwright map sms acme writes its skeleton"],
  );
});

test("names that look issued stand in no hint", async () => {
  const [profile, provider] = ["ghp_canaryabcdefghijklmnopqrstuvwxyzabcd", "xoxb-canary-abcdefghijklmnop"];
  const usecases = { Send: { input: {}, result: {} } };
  const files = {
    "client/client.json": {
      profiles: { [profile]: { version: "1.0.0", providers: { [provider]: { file: "../src/maps/sms.ts" } } } },
      providers: { [provider]: { file: "providers/acme.json" } },
    },
    "client/providers/acme.json": { ...DEFINITION["client/providers/acme.json"], name: provider },
    [`client/profiles/${profile}.json`]: { name: profile, version: "1.0.0", usecases },
  };
  for (const [code, , hint = ""] of await hints(files)) assert.not.match(hint, "canary", code);
  await withFolder({ "package.json": "{}" }, async (folder) => {
    const { stderr } = await sdkwright(folder, ["add", "sk_live_canaryabcdefghijklmnopq"]);
    assert.match(stderr, "npx sdkwright init <name>");
    assert.not.match(stderr, "canary");
  });
});

test("a retryPolicy of a provider: requests have it in code", async () => {
  const client = { providers: { acme: { retryPolicy: "circuit-breaker" } } };
  const [[code, , hint = ""] = []] = await hints({ ...DEFINITION, "client/client.json": client });
  assert.is(code, "SW1107");
  assert.match(
    hint,
    "it belongs to profiles.<profile>.providers.<provider>.defaults.<UseCase>; in code, it is an option of requests of",
  );
  assert.match(hint, 'get("/charges", { retryPolicy: "circuit-breaker" })');
});

test("a name with a capital: the rule says so", async () => {
  const files = { "package.json": "{}", "client/client.json": { providers: { photoShelf: {} } } };
  await withFolder(files, async (folder) => {
    const { stderr } = await sdkwright(folder, ["validate"]);
    assert.match(stderr, /SW1105 {2}this key is not a provider name: a small letter[^]*names have no capitals/);
  });
});

test("a type that JSON Schema does not have: the one that is near, or all", async () => {
  const of = async (type: unknown): Promise<string | undefined> => {
    const usecases = { Send: { input: { type: "object", properties: { to: { type } } }, result: {} } };
    const client = { profiles: { sms: { version: "1.0.0" } }, providers: { acme: {} } };
    const profile = { name: "sms", version: "1.0.0", usecases };
    const files = { ...DEFINITION, "client/client.json": client, "client/profiles/sms.json": profile };
    return (await hints(files)).find(([code]) => code === "SW1104")?.[2];
  };
  assert.is(await of("strng"), 'did you mean "string"?');
  assert.is(await of("date"), "a type is one of string, number, integer, boolean, object, array, null");
  assert.is(await of(["string", "nul"]), 'did you mean "null"?');
});

test("a revision that is not there: the branch that is near, fetching, or one of a range; and still a file", async () => {
  await withRepository(async (folder) => {
    git(folder, "branch", "-q", "-M", "main");
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD");
    const file = "pass a lock file or an output folder as a path: npx sdkwright diff ./<file or folder>";
    for (const [given, hint] of [
      ["orgin/main", `did you mean "origin/main"? Or ${file}`],
      ["upstream/next", `correct the name, or fetch it first (\`git fetch origin\`); or ${file}`],
      [
        "main..HEAD",
        `a range does not work: name the revision to compare with, as in npx sdkwright diff main; or ${file}`,
      ],
      ["...HEAD", "as in npx sdkwright diff HEAD; or"],
    ] as const) {
      const told = await toldOf(folder, "diff", given);
      assert.match(told, `SW0501  "${given}" is not a revision`);
      assert.match(told, hint);
    }
    const report = await toldOf(folder, "report", "--base", "nope");
    assert.match(report, "npx sdkwright report --base ./<file or folder>");
    assert.not.match(report, "sdkwright diff");
    assert.match(await toldOf(folder, "report", "--base", "main..HEAD"), "as in npx sdkwright report --base main;");
  });
});

test.run();
