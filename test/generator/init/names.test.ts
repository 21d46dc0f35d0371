import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("init and add with names that are none");

const RULE = "a name starts with a lowercase letter, followed by lowercase letters, digits, - and _";
const REST = ["--base-url", "https://api.pay.example", "--auth", "bearer"];

async function told(
  args: readonly string[],
  files: Files = {},
): Promise<readonly [status: number | null, text: string]> {
  return withFolder(files, async (folder) => {
    const before = readdirSync(folder);
    const { status, stdout, stderr } = await sdkwright(folder, args);
    assert.equal([readdirSync(folder), stdout], [before, "Nothing was written.\n"]);
    return [status, stderr];
  });
}

for (const [word, more, meant] of [
  ["Stripe", REST, "did you mean `sdkwright init stripe`?"],
  ["Stripe", [], "did you mean `sdkwright init stripe`?"],
  ["Auth0", REST, "did you mean `sdkwright init auth0`?"],
  ["Acme Pay", REST, "did you mean `sdkwright init acme-pay`?"],
  ["Cal.com", [], "did you mean `sdkwright init cal-com`?"],
  ["S3", REST, "did you mean `sdkwright init s3`?"],
  ["3Scale", REST, "did you mean `sdkwright init scale`?"],
] as const) {
  test(`${["init", word, ...more].join(" ")}: the rule of names, and a name that is near`, async () => {
    const [status, text] = await told(["init", word, ...more]);
    assert.is(status, 3);
    assert.match(text, `SW0302  "${word}" is neither a file nor a valid provider name: ${RULE}`);
    assert.match(text, meant);
  });
}

test("K13: vendors are called s3, auth0, web3: identifiers and variables have the digits", async () => {
  await withFolder({ "package.json": "{}" }, async (folder) => {
    for (const [name, auth] of [
      ["s3", "header=X-Key"],
      ["auth0", "bearer"],
      ["web3", "basic"],
      // Neighbours: a digit in the middle, and at the beginning of a word.
      ["send2sms", "bearer"],
      ["unverified/a-1b", "bearer"],
    ] as const) {
      const { status, stderr } = await sdkwright(folder, [
        "init",
        name,
        "--base-url",
        "https://a.example",
        "--auth",
        auth,
      ]);
      assert.is(status, 0, stderr);
    }
    const { status, stderr } = await sdkwright(folder, []);
    assert.is(status, 0, stderr);
    for (const [name, create] of [
      ["s3", "createS3"],
      ["auth0", "createAuth0"],
      ["web3", "createWeb3"],
      ["send2sms", "createSend2Sms"],
      ["unverified/a-1b", "createUnverifiedA1B"],
    ] as const)
      assert.match(readFileSync(join(folder, `src/generated/providers/${name}.ts`), "utf8"), `function ${create}`);
    const { stdout } = await sdkwright(folder, ["env"]);
    for (const variable of ["S3_API_KEY", "AUTH0_TOKEN", "WEB3_USERNAME", "WEB3_PASSWORD", "SEND2SMS_TOKEN"])
      assert.match(stdout, variable);
  });
});

test("K13: two names that come to one identifier by a digit are refused, as by a hyphen", async () => {
  await withFolder({ "package.json": "{}" }, async (folder) => {
    for (const [first, second] of [
      ["s3", "s-3"],
      ["a1b", "a1-b"],
    ] as const) {
      assert.is((await sdkwright(folder, ["init", first, ...REST])).status, 0);
      const { status, stderr } = await sdkwright(folder, ["init", second, ...REST]);
      assert.is(status, 3);
      assert.match(stderr, `the provider "${first}" would have the same names in code`);
    }
  });
  // By hand it is an error, too.
  const services = [{ id: "default", baseUrl: "https://a.example" }];
  const definition = (name: string) => ({ name, services, defaultService: "default" });
  const files = {
    "package.json": "{}",
    "client/client.json": { providers: { s3: {}, "s-3": {} } },
    "client/providers/s3.json": definition("s3"),
    "client/providers/s-3.json": definition("s-3"),
  };
  await withFolder(files, async (folder) => {
    const { status, stderr } = await sdkwright(folder, []);
    assert.is(status, 2);
    assert.match(stderr, /both need the name \w*[sS]3\w* in/);
  });
});

test("--name is judged likewise, with a document and without", async () => {
  for (const args of [
    ["init", "--name", "Stripe", ...REST],
    ["init", "api.json", "--name", "Stripe"],
    ["add", "api.json", "--name", "Stripe"],
  ]) {
    const [status, text] = await told(args);
    assert.is(status, 3);
    assert.match(text, `"Stripe" is not a valid provider name: ${RULE}`);
    assert.match(text, "did you mean `--name stripe`?");
  }
});

test("add with a name says how a provider comes without a document", async () => {
  for (const [word, rule] of [
    ["stripe", false],
    ["Stripe", true],
  ] as const) {
    const [status, text] = await told(["add", word]);
    assert.is(status, 2);
    assert.match(text, `SW0703  the document "${word}" does not exist`);
    assert.match(text, "without a document: npx sdkwright init stripe --base-url <url>");
    assert.is(text.includes(RULE), rule);
  }
});

test("what is a file or looks like one stays a document", async () => {
  for (const word of ["Api.YAML", "docs/Stripe"]) {
    const [status, text] = await told(["init", word]);
    assert.is(status, 2);
    assert.match(text, "SW0703");
    assert.not.match(text, RULE);
  }
  const [, text] = await told(["init", "Stripe", ...REST], { Stripe: "{}" });
  assert.match(text, "--auth and --key-prefix only apply without a document");
});

test("what may be secret is not printed again", async () => {
  const secret = "sk_live_51HcanaryG7hJ2kL9mN4pQ6";
  for (const args of [
    ["init", secret, ...REST],
    ["add", secret],
  ]) {
    const [, text] = await told(args);
    assert.not.match(text.toLowerCase(), "canary");
  }
});

test.run();
