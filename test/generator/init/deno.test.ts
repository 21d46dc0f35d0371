import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("init: Deno and formatters");
const ACME = ["init", "acme", "--base-url", "https://api.acme.example/v2", "--auth", "bearer"];

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");

test("beside deno.json: endings .ts, no compiler, permissions of the first call, Deno's commands", async () => {
  await withFolder({ "deno.json": "{}" }, async (folder) => {
    const run = await sdkwright(folder, ACME);
    assert.equal([run.status, run.stderr], [0, ""]);
    const {
      scripts,
      devDependencies,
      sdkwright: options,
    } = JSON.parse(read(folder, "package.json")) as {
      readonly scripts: { readonly [name: string]: string };
      readonly devDependencies: object;
      readonly sdkwright: object;
    };
    assert.equal(options, { importEndings: ".ts" });
    assert.equal(Object.keys(devDependencies), ["sdkwright"]);
    const call = "deno run --allow-net=api.acme.example --allow-env=ACME_TOKEN src/main.ts";
    assert.is(scripts["start"], `sdkwright generate && ${call}`);
    assert.not.ok(existsSync(join(folder, "tsconfig.json")));
    assert.match(read(folder, "src/main.ts"), 'from "./generated/providers/acme.ts"');
    assert.match(run.stdout, "Next:\n  deno install\n  ACME_TOKEN=… deno task start\n");
    assert.match(run.stdout, 'deno.json is yours: "fmt": { "exclude": ["src/generated"] } keeps `deno fmt`');
    assert.is((await sdkwright(folder, [])).status, 0);
    assert.match(read(folder, "src/generated/index.ts"), '"./providers/acme.ts"');
    assert.is(read(folder, "deno.json"), "{}");
  });
});

test("a base URL with a parameter: any host; deno.jsonc counts too", async () => {
  await withFolder({ "deno.jsonc": "{}" }, async (folder) => {
    await sdkwright(folder, ["init", "acme", "--base-url", "https://{SHOP}.acme.example", "--auth", "none"]);
    assert.match(read(folder, "package.json"), "deno run --allow-net --allow-env=ACME_SHOP src/main.ts");
  });
});

test("with a package.json too, it says which endings Deno needs, until they are there", async () => {
  await withFolder({ "deno.json": "{}", "package.json": "{}" }, async (folder) => {
    const { stdout } = await sdkwright(folder, ACME);
    assert.match(stdout, 'write "sdkwright": { "importEndings": ".ts" } in package.json');
    assert.match(stdout, "deno add @sdkwright/runtime");
  });
  const manifest = { sdkwright: { importEndings: ".ts" } };
  await withFolder({ "deno.json": "{}", "package.json": manifest }, async (folder) => {
    const { stdout } = await sdkwright(folder, ACME);
    assert.not.match(stdout, 'write "sdkwright"');
    assert.match(stdout, 'from "./generated/providers/acme.ts"');
  });
});

test("formatters of the project: how each is kept from emitted files, where nothing says so yet", async () => {
  const manifest = { devDependencies: { prettier: "^3.0.0", "@biomejs/biome": "^2.0.0" } };
  await withFolder({ "package.json": manifest }, async (folder) => {
    const { stdout } = await sdkwright(folder, ACME);
    assert.match(stdout, "add the line src/generated/ to .prettierignore");
    assert.match(stdout, 'add "!src/generated" to "files.includes" in biome.json');
  });
  const told = { "package.json": manifest, ".prettierignore": "src/generated\n", "biome.json": '"!**/generated"' };
  await withFolder(told, async (folder) => {
    assert.not.match((await sdkwright(folder, ACME)).stdout, "would change emitted files");
  });
  await withFolder({ "package.json": "{}" }, async (folder) => {
    assert.not.match((await sdkwright(folder, ACME)).stdout, "would change emitted files");
  });
});

test.run();
