import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { withFolder, type Files } from "../folder.js";
import { sdkwright, spawnSdkwright } from "../sdkwright.js";

const test = suite("laziness");

const project: Files = {
  "package.json": { devDependencies: { sdkwright: "*" } },
  "tsconfig.json": { compilerOptions: { strict: true } },
  "client/client.json": { providers: { acme: {} } },
  "client/providers/acme.json": {
    name: "acme",
    services: [{ id: "default", baseUrl: "https://acme.example" }],
    defaultService: "default",
  },
};

/** What a successful run has no use for: diagnostics, and libraries for forms of input that are not there. */
const LAZY =
  /\/(yargs|picocolors|jsonc-parser|prettier|json-schema-to-typescript|ts-morph)\/|\/dist\/diagnostics\/(?!budget)/;

/** The command before it is bundled: every module is a script of its own. */
const modules = join(root, "generator/dist/bin.js");

/** The scripts that a process loaded, as V8's coverage lists them. */
async function scriptsLoadedBy(folder: string, args: readonly string[]): Promise<readonly string[]> {
  const coverage = join(folder, `coverage ${args.join(" ")}`);
  const { status, stderr } = await spawnSdkwright(folder, args, { NODE_V8_COVERAGE: coverage }, modules);
  assert.equal([status, stderr], [0, ""]);
  return readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), "utf8")) as { result: { url: string }[] };
    return result.map(({ url }) => url).filter((url) => url.startsWith("file:"));
  });
}

for (const args of [["generate"], ["--out", "sdk", "--quiet"], ["check"]]) {
  test(`laziness: ${args.join(" ")} loads only what it needs`, async () => {
    await withFolder(project, async (folder) => {
      if (args[0] === "check") await sdkwright(folder, []);
      const scripts = await scriptsLoadedBy(folder, args);
      assert.ok(scripts.some((url) => url.endsWith("/dist/bin.js")));
      assert.equal(
        scripts.filter((url) => LAZY.test(url)),
        [],
      );
    });
  });
}

test.run();
