import { docsCommand } from "#generator/cli/docs-command.js";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("docs");

const pages = readdirSync(join(root, "docs")).filter((file) => file.endsWith(".md") && file !== "README.md");
const textOf = (page: string): string => readFileSync(join(root, "docs", page), "utf8");

interface Told {
  readonly pages?: readonly { readonly name: string; readonly about: string }[];
  readonly page?: { readonly name: string; readonly text: string };
}

function told(...files: readonly string[]): Told {
  return docsCommand(files).details?.json() ?? {};
}

test("lists every page, with a line about it", async () => {
  const listed = told().pages ?? [];
  assert.equal(
    pages.filter((page) => !listed.some(({ name }) => `${name}.md` === page)),
    [],
  );
  assert.ok(listed.every(({ about }) => about.length > 10));
  await withFolder({}, async (folder) => {
    const { status, stdout } = await sdkwright(folder, ["docs"]);
    assert.is(status, 0);
    assert.match(stdout, /^Begin\n {2}start +from an empty folder/);
  });
});

test("prints a page as it is, in any folder", async () => {
  await withFolder({}, async (folder) => {
    const { status, stdout, stderr } = await sdkwright(folder, ["docs", "start"]);
    assert.equal([status, stderr], [0, ""]);
    assert.ok(stdout.startsWith(textOf("start.md")));
  });
  for (const given of ["start.md", "docs/start.md", "Start"]) assert.is(told(given).page?.text, textOf("start.md"));
});

test("prints a section, by the beginning of its heading or by its anchor", () => {
  for (const files of [["start", "4"], ["start", "4. Call"], ["start.md#4-call"]]) {
    const { text = "" } = told(...files).page ?? {};
    assert.ok(text.startsWith("## 4. Call\n"), files.join(" "));
    assert.match(text, "createAcmePay");
    assert.not.match(text, "## 5.");
  }
  assert.match(told("rules", "p4").page?.text ?? "", /^### P4 [^]+$/);
  assert.is(told("rules", "P4").page?.text.match(/^#/gm)?.length, 1);
});

test("an unknown page or section is wrong usage, with the nearest", () => {
  for (const [files, message, hint] of [
    [["strat"], /no page strat/, /sdkwright docs start/],
    [["../package.json"], /no page/, /lists the pages/],
    [["README"], /no page/, /./],
    [["start", "5-keep-it-currant"], /start has no section/, /5. Keep it current|keep-it-current/i],
  ] as const) {
    const { exitCode, issues } = docsCommand(files);
    assert.is(exitCode, 3);
    assert.match(issues[0]?.message ?? "", message);
    assert.match(issues[0]?.hint ?? "", hint);
  }
});

test("every rule that a diagnostic cites has its section", async () => {
  const { EXPLANATIONS } = await import("#generator/diagnostics/explanations.js");
  const rules = new Set(Object.values(EXPLANATIONS).flatMap(({ rule }) => rule ?? []));
  assert.ok(rules.size > 10);
  for (const rule of rules) assert.ok(told("rules", rule).page !== undefined, rule);
});

test.run();
