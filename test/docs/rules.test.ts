import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { pageOf } from "./markdown.js";

const test = suite("rules");

/** `C9`, `§2.2`; several in one citation. */
const NUMBER = /(?:[FPC]\d{1,2}|§\d(?:\.\d{1,2})?)/.source;
const CITATION = new RegExp(`\\brules (${NUMBER}(?:(?:, |–| and )${NUMBER})*)`, "gi");
/** Sections of RFCs and other specifications are no rules of ours. */
const RFC = /(?:RFC \d+|OpenAPI [\d.]+|YAML [\d.]+|JSON Schema [\d-]+) §[\d.]+(?:(?:, | and )§[\d.]+)*/g;

const FOLDERS = [
  "runtime/src",
  "runtime/scripts",
  "generator/src",
  "generator/scripts",
  "templates",
  "test",
  "examples",
  "docs",
];
const WITHOUT_RULES =
  /\/(?:node_modules|bench|mutation|vectors|generated)\/|package-lock\.json$|^docs\/rules\.md$|^test\/docs\/rules\.test\.ts$/;

const files = [...FOLDERS.flatMap(filesIn), "README.md", "CONTRIBUTING.md", "DECISIONS.md"]
  .filter((file) => /\.(?:ts|mjs|hbs|json|md)$/.test(file) && !WITHOUT_RULES.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8").replaceAll(RFC, "") }));

/** Numbers of all rules: `### C9 Priority`, `### 2.2 Path`, `## 4. Failures`. */
const rules = new Set(
  Array.from(
    pageOf("docs/rules.md").text.matchAll(/^#{2,3} (?:([FPC]\d+)|(\d(?:\.\d+)?)\.?) /gm),
    ([, letter, number]) => letter ?? `§${number}`,
  ),
);

test("every rule that is cited is there", () => {
  const cited = files.flatMap(({ file, text }) => citedIn(text).map((rule) => ({ file, rule })));
  assert.ok(cited.length > 80, `${cited.length} citations`);
  assert.equal(
    cited.filter(({ rule }) => !rules.has(rule)),
    [],
  );
});

test("the rules are numbered without gaps", () => {
  for (const [letter, last] of [
    ["F", 5],
    ["P", 12],
    ["C", 19],
    ["§2.", 11],
    ["§3.", 9],
    ["§", 4],
  ] as const) {
    for (let number = 1; number <= last; number += 1) assert.ok(rules.has(`${letter}${number}`), `${letter}${number}`);
  }
});

test("rules are cited in one form: `rules C9`, `rules §2.2`", () => {
  const code = files.filter(({ file }) => !file.startsWith("test/") && !file.endsWith(".md"));
  const loose = code.flatMap(({ file, text }) => {
    const rest = text.replaceAll(CITATION, "");
    return Array.from(
      rest.matchAll(/(?<![\w$#"'`])(?:[FPC]\d{1,2}|§\s?\d[\d.]*)(?![\w"'`])/g),
      ([found]) => `${file}: ${found}`,
    );
  });
  assert.equal(
    loose.filter((found) => !found.includes("/explanations.ts")),
    [],
  );
});

test("no source cites a document that is not in the repository", () => {
  const ELSEWHERE =
    /\bsemantics\b|\(reference, "|\bthe reference(?!s)\b|\b(?:design|style|operations|reference)\.md\b/i;
  const wrong = files
    .filter(({ file }) => !file.endsWith(".md"))
    .flatMap(({ file, text }) => {
      const found = ELSEWHERE.exec(text)?.[0];
      return found === undefined ? [] : [`${file}: ${found}`];
    });
  assert.equal(wrong, []);
});

test("citations are found in every form that they have", () => {
  const text = "(rules C9) rules §2.2 and §2.3, Rules P1–P9 rules F1, F2: rules C16–C18";
  assert.equal(citedIn(text), ["C9", "§2.2", "§2.3", "P1", "P9", "F1", "F2", "C16", "C18"]);
  assert.equal(citedIn("RFC 7616 §3.3 (C9) the rules of it"), []);
});

function citedIn(text: string): readonly string[] {
  return Array.from(text.matchAll(CITATION), ([, list = ""]) => list.match(new RegExp(NUMBER, "g")) ?? []).flat();
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

test.run();
