import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";

const test = suite("generated files of the formats");

interface Script {
  readonly generateFormats: () => Promise<Readonly<Record<string, string>>>;
}

test("types and validators are current: else run `npm run formats`", async () => {
  const script = join(root, "runtime", "scripts", "generate-formats.mjs");
  const { generateFormats } = (await import(pathToFileURL(script).href)) as Script;
  const files = Object.entries(await generateFormats());
  assert.is(files.length, 6);
  for (const [file, text] of files) assert.is(readFileSync(file, "utf8"), text, file);
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
