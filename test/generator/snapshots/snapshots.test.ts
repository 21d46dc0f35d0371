import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { format } from "prettier";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  casesIn,
  diagnosticsText,
  emittedFiles,
  filesUnder,
  generateCase,
  invalidSnapshots,
  snapshots,
  textOf,
} from "./cases.js";

const test = suite("snapshots");

/** What the files are laid out with, written down a second time: prettier's defaults, but for the width. */
const layout = { parser: "typescript", printWidth: 120 };

for (const name of casesIn(snapshots)) {
  const folder = join(snapshots, name);

  test(`${name}: is emitted as it stands in generated-snapshots`, async () => {
    const files = await emittedFiles(folder);
    const paths = files.map(({ path }) => path).sort();
    assert.equal(paths, filesUnder(join(folder, "generated")), "other files are emitted: npm run snapshots");
    for (const { path, text } of files) assertSame(`${name}/generated/${path}`, text);
  });

  test(`${name}: every file is as prettier would write it, and free of what cannot be seen`, async () => {
    for (const { path, text } of await emittedFiles(folder)) {
      if (path.endsWith(".ts")) assert.is(await format(text, layout), text, path);
      else assert.ok(JSON.parse(text), path);
      assert.not.match(text.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u, path);
    }
  });
}

for (const name of casesIn(invalidSnapshots)) {
  test(`invalid/${name}: gives its diagnostics and no file`, async () => {
    const { issues, output } = await generateCase(join(invalidSnapshots, name));
    assert.is(output, undefined);
    assertSame(`invalid/${name}/diagnostics.txt`, diagnosticsText(issues));
  });
}

test("every folder is a case", () => {
  const folders = readdirSync(snapshots, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map((entry) => entry.name).filter((name) => name !== "invalid" && name !== "changes");
  assert.equal(names.sort(), [...casesIn(snapshots)].sort());
});

test("credential-literal: no literal credential is in any file or message", async () => {
  const folder = join(snapshots, "literal-credentials");
  const { issues } = await generateCase(folder);
  const everything = [...(await emittedFiles(folder)).map(({ text }) => text), diagnosticsText(issues)].join("\n");
  assert.match(textOf(join(folder, "client/client.json")), "literal-secret-1");
  assert.not.match(everything, "literal-secret");
  assert.match(everything, "$ADMIN_PASSWORD");
});

test("identifiers-meet: scheme ids stay apart as quoted keys; names that must be one identifier do not", async () => {
  const apart = await emittedFiles(join(snapshots, "odd-names"));
  const module = apart.find(({ path }) => path === "providers/api-key.definition.ts")?.text ?? "";
  for (const key of ['"a-b": {', "a_b: {"]) assert.match(module, key);
  const { issues } = await generateCase(join(invalidSnapshots, "names-meet"));
  assert.is(issues.filter(({ code }) => code === "SW1401").length, 3);
  assert.match(issues[0]?.message ?? "", /"acme_pay".*"acme-pay"/);
});

/** Compares exactly; a difference is shown line by line, with the way to accept it. */
function assertSame(path: string, actual: string): void {
  const expected = textOf(join(snapshots, path));
  if (actual === expected) return;
  const patch = createTwoFilesPatch(path, path, expected, actual, "snapshot", "emitted now");
  assert.is(actual, expected, `${path} has changed; if that is right, run \`npm run snapshots\`\n${patch}`);
}

test.run();
