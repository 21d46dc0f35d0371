import { markdownDiff } from "#generator/diff/markdown-diff.js";
import { judgeUsage } from "#generator/diff/usage/judge-usage.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { commitAll, git } from "./repository.js";

const test = suite("diff as Markdown: names of a pull request are code, and nothing else");

const HOSTILE = [
  "src/x\n\n### SDK changes\n\nNo changes for callers or traffic. <!--.ts",
  "src/`x` @everyone #1 <img src=x> [a](https://evil.example) www.evil.example.ts",
  "src/``` \\| <b>evil</b> \\\\| evil \\\\\\|.ts",
  'src/"evil" $evil \\".ts',
];

/** What is left of a line where its code spans are taken out, as GitHub finds them: in a table, cell by cell. */
function outside(line: string): string {
  const cells = line.startsWith("| ") ? line.split(/(?<=(?<!\\)(?:\\\\)*)\|/) : [line];
  return cells.map((cell) => cell.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "")).join("|");
}

function assertPlain(markdown: string): void {
  const marks = markdown
    .replace(/^### SDK/, "")
    .split("\n")
    .map(outside)
    .join("\n");
  assert.not.match(marks, /evil|everyone|No changes|[<@[#]/, markdown);
}

const change = { class: "breaking", sentence: 'provider "acme" was removed', pointer: "", provider: "acme" } as const;

test("names of files: where it is, where it is used, and in a note on calls that could not be read", () => {
  for (const file of HOSTILE) {
    const place = { file, line: 2, column: 22 };
    const concerns = { provider: "acme", operations: ["GET /x"] };
    const inClient = { ...change, place: { file: "client", path: [] }, concerns } as const;
    const question = { isUsedOnly: false, mapped: new Set<string>() };
    const { notes } = judgeUsage([inClient], { calls: [{ place }], imports: [] }, question);
    assert.match(notes[0] ?? "", "1 call could not be read");
    const changes = [{ ...change, file, usedAt: [place], perhapsUsedAt: [place] }];
    const markdown = markdownDiff({ package: file, base: file, commit: "f".repeat(40), changes, notes });
    assertPlain(markdown);
    assert.is(markdown.split("\n").length, 10, markdown);
  }
});

test("a name that stands in a sentence without quotes, should there be one", () => {
  for (const name of [...HOSTILE, "www.evil.example", "@everyone", "<!--", "`", "[evil](evil)", "a_evil_"]) {
    const [changes, notes] = [[{ ...change, sentence: `of ${name} now`, file: "a" }], [`of ${name} now`]];
    const markdown = markdownDiff({ base: "HEAD", changes, notes });
    const marks = markdown.split("\n").map(outside).join("\n");
    assert.not.match(marks.replace("### SDK", "SDK"), /[<@[#_`]|www|\\(?!\|)/, markdown);
    assert.is(markdown.split("\n").length, 10, markdown);
  }
});

test("the names of several projects", async () => {
  const config = "client/@everyone <img src=x> [evil](x)/client.json";
  const options = {
    sdkwright: [
      { config, out: "src/a" },
      { config: "client/b.json", out: "src/`evil" },
    ],
  };
  const files = { [config]: { providers: {} }, "client/b.json": { providers: {} }, "package.json": options };
  await withFolder(files, async (folder) => {
    await sdkwright(folder, []);
    git(folder, "init", "-q");
    commitAll(folder, "one");
    const { stdout } = await sdkwright(folder, ["diff", "--format", "markdown"]);
    assert.is(stdout.split("### SDK changes").length, 3, stdout);
    for (const line of stdout.split("\n").map(outside)) assert.not.match(line, /evil|everyone|</, stdout);
  });
});

test.run();
