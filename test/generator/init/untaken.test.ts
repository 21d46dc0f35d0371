import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("init with options that cannot be taken");

const COURIER = ["init", "courier", "--base-url", "https://courier.example/api", "--auth", "header=X-Api-Key"];
const DEFINITION = "client/providers/courier.json";

test("a base URL without a scheme is refused, with what was most likely meant; so in a question", async () => {
  for (const [given, meant] of [
    ["courier.example/api", "https://courier.example/api"],
    ["localhost:8080", "http://localhost:8080"],
    ["{TENANT}.courier.example", "https://{TENANT}.courier.example"],
  ] as const) {
    await withFolder({}, async (folder) => {
      const run = await sdkwright(folder, ["init", "courier", "--base-url", given, "--auth", "bearer"]);
      assert.equal([run.status, run.stdout], [3, "Nothing was written.\n"]);
      assert.match(run.stderr, "the base URL has no URL scheme");
      assert.match(run.stderr, meant);
    });
  }
  await withFolder({}, async (folder) => {
    const named = ["init", "courier", "--base-url", "https://a.example", "--auth", "none"];
    const run = await sdkwright(folder, [...named, "--service", "files=files.example"]);
    assert.match(run.stderr, "write https://files.example");
    const whole = await sdkwright(folder, ["init", "courier", "--base-url", "{URL}", "--auth", "none"]);
    assert.equal([whole.status, whole.stderr], [0, ""]);
  });
});

test("what may be secret in it is not printed again", async () => {
  await withFolder({}, async (folder) => {
    const run = await sdkwright(folder, ["init", "courier", "--base-url", "me:canary@a.example", "--auth", "none"]);
    assert.is(run.status, 3);
    assert.not.match(run.stdout + run.stderr, "canary");
  });
});

test("a provider that is there: options that say otherwise are told, with the file to edit; the file stays", async () => {
  await withFolder({}, async (folder) => {
    assert.is((await sdkwright(folder, COURIER)).status, 0);
    const before = readFileSync(join(folder, DEFINITION), "utf8");
    for (const [options, told] of [
      [["--base-url", "https://other.example"], "--base-url"],
      [["--auth", "bearer"], "--auth"],
      [["--auth", "none"], "--auth"],
      [["--auth", "header=X-Api-Key", "--key-prefix", "Bot "], "--auth"],
      [["--service", "files=https://files.example"], "--service"],
      [["--base-url", "https://other.example", "--auth", "basic"], "--base-url and --auth"],
    ] as const) {
      const run = await sdkwright(folder, ["init", "courier", ...options]);
      assert.equal([options, run.status, run.stderr], [options, 0, ""]);
      assert.match(run.stdout, `Not changed:\n  ${DEFINITION} already exists and differs from ${told}: edit`);
    }
    assert.is(readFileSync(join(folder, DEFINITION), "utf8"), before);
  });
});

test("options that say the same, in JSON what is left, and values of a provider that client.json has", async () => {
  await withFolder({}, async (folder) => {
    const regional = ["init", "courier", "--base-url", "https://{REGION}.courier.example", "--auth", "none"];
    assert.is((await sdkwright(folder, [...regional, "--server-variable", "REGION=eu"])).status, 0);
    const same = await sdkwright(folder, [...regional, "--server-variable", "REGION=eu"]);
    assert.not.match(same.stdout, "otherwise");
    const other = await sdkwright(folder, [...regional, "--server-variable", "REGION=us", "--format", "json"]);
    const { left } = JSON.parse(other.stdout) as { left: readonly string[] };
    assert.ok(left.includes("client/client.json already exists and differs from --server-variable: edit that file"));
  });
});

test("--auth that is no way to authenticate: what was typed, what was meant, and every form", async () => {
  await withFolder({}, async (folder) => {
    for (const [given, said, meant] of [
      ["apikey", '--auth "apikey"', "did you mean header=<name>?"],
      ["header:X-Api-Key", '--auth "header ***"', "did you mean header=<name>?"],
      ["qurey", '--auth "qurey"', "did you mean query=<name>?"],
      ["oauth:https://a.example/token", "", "did you mean oauth2=<token URL>?"],
      ["bearer:sk_live_51HcanaryG7hJ2kL9mN4pQ6", '--auth "bearer ***"', "did you mean bearer?"],
      ["basic user:canary", '--auth "basic ***"', "did you mean basic?"],
      ["header:sk_live_51HcanaryG7hJ2kL9mN4pQ6", '--auth "header ***"', "did you mean header=<name>?"],
      ["sk_live_51HcanaryG7hJ2kL9mN4pQ6", '--auth "***"', "--auth takes header=<name>"],
      ["magic", '--auth "magic"', "--auth takes header=<name>, query=<name>, cookie=<name>, bearer, "],
    ] as const) {
      const run = await sdkwright(folder, ["init", "courier", "--base-url", "https://a.example", "--auth", given]);
      assert.is(run.status, 3);
      assert.match(run.stderr, said);
      assert.match(run.stderr, meant);
      assert.match(run.stderr, "signature=<headers> or none");
      assert.not.match(run.stderr, "canary");
    }
  });
});

test("options that are wrong by themselves are refused, whether the provider is there or not", async () => {
  await withFolder({}, async (folder) => {
    assert.is((await sdkwright(folder, COURIER)).status, 0);
    for (const [options, expected] of [
      [["--auth", "berer"], "did you mean bearer?"],
      [["--base-url", "courier.example"], "no URL scheme"],
      [["--base-url", "ftp://courier.example"], "correct --base-url"],
      [["--key-prefix", "Bot "], "--key-prefix is for"],
    ] as const) {
      const run = await sdkwright(folder, ["init", "courier", ...options]);
      assert.equal([options, run.status], [options, 3]);
      assert.match(run.stderr, expected);
    }
  });
});

test.run();
