import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { client, project } from "./project.js";

const test = suite("base URLs in client.json, from the command line");

/** The project with base URLs for acme in client.json. */
function withServices(services: { readonly [id: string]: string }): Files {
  return { "client/client.json": { providers: { ...client.providers, acme: { ...client.providers.acme, services } } } };
}

function emitted(folder: string, path: string): string {
  return readFileSync(join(folder, "src/generated", path), "utf8");
}

test("validate, generate, check and diff take notice of an entry", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    writeFiles(folder, withServices({ default: "$ACME_URL" }));
    assert.is((await sdkwright(folder, ["validate"])).status, 0);
    const { status, stdout } = await sdkwright(folder, ["check", "--format", "json"]);
    assert.is(status, 1);
    assert.equal((JSON.parse(stdout) as { files: { stale: string[] } }).files.stale, [
      "client.ts",
      "providers/acme.definition.ts",
      "sdkwright.lock.json",
    ]);
    const diff = await sdkwright(folder, ["diff", "./src/generated"]);
    const where = '"default" of provider "acme" is now $ACME_URL, as client.json says, before';
    assert.match(
      diff.stdout,
      `behavioural  credential destination: the base URL of service ${where} "https://api.acme.example/`,
    );
    assert.match(diff.stdout, /^ {13}client\/client\.json:\d+:\d+$/m);
    await sdkwright(folder, []);
    assert.match(emitted(folder, "providers/acme.definition.ts"), 'services: { default: "$ACME_URL" }');
    assert.match(emitted(folder, "sdkwright.lock.json"), /"overrides": ?\{\s*"default": ?"\$ACME_URL"/);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
    assert.match((await sdkwright(folder, ["diff", "./src/generated"])).stdout, "No changes");
  });
});

test("what can be none is exit code 2, with a place and without the value", async () => {
  await withFolder(project, async (folder) => {
    for (const [services, code] of [
      [{ default: "http://stub.example/tok-7f3a" }, "SW1332"],
      [{ defualt: "https://stub.example/tok-7f3a" }, "SW1331"],
      [{ default: "https://u:tok-7f3a@stub.example" }, "SW1205"],
    ] as const) {
      writeFiles(folder, withServices(services));
      for (const command of ["validate", "generate"]) {
        const { status, stdout, stderr } = await sdkwright(folder, [command]);
        assert.is(status, 2);
        assert.match(stdout + stderr, `error ${code}`);
        assert.not.match(stdout + stderr, "7f3a");
      }
    }
  });
});

test.run();
