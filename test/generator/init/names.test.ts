import { readdirSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("init and add with names that are none");

const RULE = "a name begins with a small letter; small letters, digits, - and _ follow";
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
    assert.match(text, `SW0302  "${word}" is neither a file nor a name of a provider: ${RULE}`);
    assert.match(text, meant);
  });
}

test("--name is judged likewise, with a document and without", async () => {
  for (const args of [
    ["init", "--name", "Stripe", ...REST],
    ["init", "api.json", "--name", "Stripe"],
    ["add", "api.json", "--name", "Stripe"],
  ]) {
    const [status, text] = await told(args);
    assert.is(status, 3);
    assert.match(text, `"Stripe" is no name of a provider: ${RULE}`);
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
  assert.match(text, "--auth and --key-prefix are for a provider without a document");
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
