import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { execute } from "#generator/cli/execute.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { shared } from "../tree.js";
import { withFolder } from "../generator/folder.js";
import { addIn } from "../generator/add/adding.js";

const test = suite("add: corpus");
const corpus = join(shared, "corpus");

/** Documents that are wrong as a whole, or parts of others: each is the one expected error. */
const IS_NO_DOCUMENT = new Set(["SW1601", "SW0703", "SW0104", "SW0101"]);

for (const folder of ["openapi", "operations"]) {
  const files = readdirSync(join(corpus, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => /\.(?:json|ya?ml)$/.test(file) && isOfInterest(file));
  for (const file of files)
    test(`${file}: a provider that validates, or the one expected error`, () => addsOrSaysWhy(file));
}

/** Of the largest one is enough. */
function isOfInterest(file: string): boolean {
  return !/openai|intercom-2\.1[34]/.test(file) && statSync(join(corpus, file)).isFile();
}

async function addsOrSaysWhy(file: string): Promise<void> {
  await withFolder({ "package.json": "{}" }, async (project) => {
    const options = { name: "acme", service: ["default=https://api.example.com"] };
    const asked = await addIn(project, join(corpus, file));
    const { result, written } = asked.result.exitCode === 3 ? await addIn(project, join(corpus, file), options) : asked;
    if (result.exitCode !== 0) {
      assert.equal([result.exitCode, result.issues.length, written], [2, 1, []], file);
      assert.ok(IS_NO_DOCUMENT.has(result.issues[0]?.code ?? ""), result.issues[0]?.code);
      return;
    }
    assert.is(written.length, 3);
    const { result: validated } = await execute({ command: "validate", files: [], options: {} }, project);
    assert.is(validated.exitCode, 0, JSON.stringify(validated.issues.filter(({ severity }) => severity === "error")));
  });
}

test.run();
