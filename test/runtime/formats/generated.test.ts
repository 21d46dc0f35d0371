import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";

const test = suite("generated files of the formats");

interface Script {
  readonly generateFormats: () => Promise<readonly string[]>;
}

test("types and validators are made by the build, and an unchanged one makes none", async () => {
  const script = join(root, "runtime", "scripts", "generate-formats.mjs");
  const { generateFormats } = (await import(pathToFileURL(script).href)) as Script;
  assert.equal(await generateFormats(), []);
});

test("validators import nothing", () => {
  const folder = join(root, "runtime", "dist", "formats");
  const validators = readdirSync(folder).filter((name) => name.endsWith("-validator.generated.js"));
  assert.is(validators.length, 3);
  for (const name of validators)
    assert.not.match(readFileSync(join(folder, name), "utf8"), /^import|require\(|import\(/m, name);
});

test("the schemas ship with the generator", () => {
  for (const name of ["client", "provider", "profile"]) {
    const read = (folder: string): string => readFileSync(join(root, folder, `${name}.schema.json`), "utf8");
    assert.is(read("generator/dist/schemas"), read("runtime/src/formats"));
  }
});

test.run();
