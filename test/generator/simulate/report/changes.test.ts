import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../../folder.js";
import { sdkwright } from "../../sdkwright.js";
import { client, pigeon, reportIn, unfailing, wordsOf } from "./project.js";

const test = suite("the report's changes");

const moved = { ...pigeon, services: [{ id: "default", baseUrl: "https://eu.pigeon.example/v2" }] };
const [login, key] = client.providers.pigeon.security;

async function changed(args: readonly string[], change: (folder: string) => void) {
  return withFolder(unfailing, async (folder) => {
    assert.is((await sdkwright(folder, ["generate"])).status, 0);
    change(folder);
    return reportIn(folder, { args });
  });
}

test("before and now stand beside each other, by provider, with each change's class and what it means for credentials", async () => {
  const { page, status } = await changed(["--base", "./src/generated"], (folder) => {
    writeFileSync(join(folder, "client/providers/pigeon.json"), JSON.stringify(moved));
    const security = [login, { ...key, apikey: "$PIGEON_LIVE_KEY" }];
    const providers = { ...client.providers, pigeon: { ...client.providers.pigeon, security } };
    writeFileSync(join(folder, "client/client.json"), JSON.stringify({ providers }));
  });
  assert.is(status, 0);
  const words = wordsOf(page);
  for (const sentence of [
    "Changes since ./src/generated",
    "(2 credential destinations)",
    'breaking service "media" of provider "pigeon" was removed',
    'behavioural credential destination the base URL of service "default"',
    "pigeon, before and now ./src/generated now base URL of default https://{REGION}.pigeon.example/v1 https://eu.pigeon.example/v2",
    "credentials of key apikey: $PIGEON_KEY apikey: $PIGEON_LIVE_KEY",
    "base URL of media https://media.pigeon.example –",
  ])
    assert.ok(words.includes(sentence), `the page does not say: ${sentence}`);
  assert.not.match(words, /raven, before and now/);
});

test("where nothing changed, it says so; without --base, it says nothing", async () => {
  const { page } = await changed(["--base", "./src/generated"], () => {});
  assert.match(wordsOf(page), /Changes since \.\/src\/generated Nothing changed\. Use-cases/);
  assert.not.match((await changed([], () => {})).page, /id="changes"/);
});

test("a base without a lock is one where nothing was generated yet", async () => {
  await withFolder(unfailing, async (folder) => {
    writeFileSync(join(folder, "lock.json"), "not a lock");
    const { status, stderr } = await sdkwright(folder, ["report", "--base", "./lock.json"]);
    assert.is(status, 2);
    assert.match(stderr, /SW0502/);
    rmSync(join(folder, "lock.json"));
    const unknown = await sdkwright(folder, ["report", "--base", "no-such-revision"]);
    assert.is(unknown.status, 3);
    assert.match(unknown.stderr, /SW0501/);
  });
});

test.run();
