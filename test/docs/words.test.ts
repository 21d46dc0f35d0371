import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { type Page, pages, proseOf } from "./markdown.js";

const test = suite("words of docs, README and messages");

/** Habits of a translator, and how often all prose together may have each. */
const HABITS: readonly { readonly name: string; readonly pattern: RegExp; readonly budget: number }[] = [
  { name: '"mend", for "fix"', pattern: /\bmend(?:s|ed|ing)?\b/gi, budget: 0 },
  { name: '"stands", for "is"', pattern: /\bst(?:ands?|ood|anding)\b(?!-| in for\b| for\b)/gi, budget: 0 },
  { name: '"nobody"', pattern: /\bnobody\b/gi, budget: 0 },
  { name: '"somebody"', pattern: /\bsomebody\b/gi, budget: 0 },
  { name: '"is told"', pattern: /\b(?:is|are|was|were|be|being|been) told\b/gi, budget: 0 },
  { name: '"that is there"', pattern: /\bthat (?:is|are) there\b/gi, budget: 0 },
  {
    name: '"what … is" at the beginning of a sentence',
    pattern: /(?:^|[.!?:;|] +|\n)What(?!ever)\b[^.?!\n|]*?\b(?:is|are)\b(?![^.!?\n]*\?)/g,
    budget: 0,
  },
  {
    name: '"where", for "if"',
    pattern: /(?<!\b(?:of|to|from|knows?|shows?|says?|tells?|see|find|finds|the place)\s+)\bwhere\b(?!\s+to\b|\?)/gi,
    budget: 8,
  },
];

/** Words that a sentence of one page may have on average. */
const MEAN = 13;

/** Reference, which is looked up and not read. */
const REFERENCE = new Set(["command-line", "formats", "diagnostics", "rules", "observing", "security", "releases"]);

const manual = pages.filter(({ file }) => file === "README.md" || file.startsWith("docs/"));
const messages = ["generator/src", "runtime/src", "templates/report"].flatMap(messagesOf);

test("habits stay within their budgets", () => {
  const texts = [...manual.map((page) => ({ file: page.file, text: plainOf(page) })), ...messages];
  const over = HABITS.flatMap(({ name, pattern, budget }) => {
    const found = texts.flatMap(({ file, text }) =>
      Array.from(
        text.matchAll(pattern),
        ({ index }) => `${file}: …${text.slice(Math.max(0, index - 30), index + 50)}…`,
      ),
    );
    return found.length > budget ? [`${name}: ${found.length} of ${budget}`, ...found] : [];
  });
  assert.is(over.join("\n"), "");
});

test("a page's sentences are short on average", () => {
  const means = manual.map((page) => {
    const lengths = sentencesOf(plainOf(page)).map((sentence) => wordsOf(sentence));
    return { file: page.file, mean: lengths.reduce((sum, length) => sum + length, 0) / lengths.length };
  });
  assert.equal(
    means.filter(({ mean }) => mean > MEAN),
    [],
  );
});

test("a task page is read in five minutes, the README in four", () => {
  const words = manual.map((page) => ({ file: page.file, words: wordsOf(plainOf(page)) }));
  const tasks = words.filter(({ file }) => !REFERENCE.has(file.replace(/^docs\/|\.md$/g, "")));
  assert.equal(
    tasks.filter((page) => page.words > (page.file === "README.md" ? 900 : 1200)),
    [],
  );
  assert.ok(tasks.reduce((sum, page) => sum + page.words, 0) <= 30_000);
});

test("the patterns find what they are meant to find", () => {
  const bad =
    "It mends what stands there. Nobody is told. Somebody took the page that is there. What is sent is kept. Where it fails, wait.";
  for (const { name, pattern } of HABITS) assert.is(bad.match(pattern)?.length, 1, name);
  const good = "What is a key? It shows where to look. `fetch` stands for the platform's. From where it comes.";
  for (const { name, pattern } of HABITS) assert.is(good.match(pattern), null, name);
});

/** Prose alone: code is one word, links are their text. */
function plainOf(page: Page): string {
  return proseOf(page.text)
    .replaceAll(/`[^`\n]*`/g, "CODE")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/^\[[^\]]*\]: .*$/gm, "")
    .replaceAll(/^\s*\|[-: |]+\|$/gm, "");
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^[#|]/.test(line))
    .flatMap((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, "").split(/(?<=[.!?:])\s+(?=[A-Z`"[*(])/))
    .filter((sentence) => wordsOf(sentence) > 1);
}

function wordsOf(text: string): number {
  return text.match(/[\w'’-]+/g)?.length ?? 0;
}

/** Texts of a folder's code that have a few words: what the command line prints, and errors say. */
function messagesOf(folder: string): readonly Page[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.[mc]?tsx?$|\.hbs$/.test(file),
  );
  return files.flatMap((name) => {
    const file = `${folder}/${name}`;
    const text = readFileSync(join(root, file), "utf8");
    if (name.endsWith(".hbs")) return [{ file, text: text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, " ") }];
    return textsOf(file, text).map((message) => ({ file, text: message }));
  });
}

function textsOf(file: string, code: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join("CODE"));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest));
  return texts.filter((text) => wordsOf(text) > 3).map((text) => text.replaceAll(/`[^`\n]*`/g, "CODE"));
}

test.run();
