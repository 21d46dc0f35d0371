// Prints how large the project is, as Markdown tables. Usage: node test/totals.mjs
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript-5.9";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

console.log(`# Totals

Lines are all lines, comments and empty ones too. Tokens are TypeScript's, without comments; in templates, words. Functions
have a name and a body. "One importer": exactly one file imports the file by its path. "Generated": what scripts make of the
JSON Schemas.`);
printSources();
printTests();
printTimes();
printDocuments();

function printSources() {
  const folders = ["runtime/src", "runtime/scripts", "generator/src", "generator/scripts", "templates"];
  const files = folders.flatMap(codeUnder).map(measured);
  const importers = importersOf(files);
  const row = (label, members) => [
    label,
    members.length,
    ...["lines", "tokens", "functions"].map((key) => sum(members, key)),
    members.filter(({ path }) => importers.get(path)?.size === 1).length,
  ];
  const packages = ["runtime", "generator"].map((name) =>
    row(
      `**${name}**`,
      files.filter(({ path }) => path.startsWith(`${name}/`)),
    ),
  );
  const isWritten = ({ path }) => path.startsWith("runtime/src/") && !path.includes(".generated.");
  const written = row("**runtime/src by hand**", files.filter(isWritten));
  const rows = [...rowsBy(files, partOf, row), written, ...packages, row("**all**", files)];
  printTable("Source", ["part", "files", "lines", "tokens", "functions", "one importer"], rows);
}

/** The folder directly below src, or that of scripts or templates. */
function partOf({ path }) {
  const [name, folder, below, ...rest] = path.split("/");
  if (path.includes(".generated.")) return `${name}/src, generated`;
  if (folder !== "src") return name === "templates" ? name : `${name}/${folder}`;
  return rest.length === 0 ? `${name}/src` : `${name}/src/${below}`;
}

function measured(path) {
  const text = readFileSync(path, "utf8");
  const lines = linesIn(text);
  if (path.startsWith("templates/")) return { path, lines, tokens: wordsIn(text), functions: 0, imports: [] };
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return { path, lines, ...countedIn(file, file), imports: ts.preProcessFile(text, true, true).importedFiles };
}

function countedIn(node, file) {
  if (ts.isJSDoc(node)) return { tokens: 0, functions: 0 };
  const children = node.getChildren(file);
  if (children.length === 0) return { tokens: Number(node.getWidth(file) > 0), functions: 0 };
  const counts = children.map((child) => countedIn(child, file));
  return { tokens: sum(counts, "tokens"), functions: sum(counts, "functions") + Number(isNamedFunction(node)) };
}

function isNamedFunction(node) {
  const isNamed = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);
  if (isNamed) return node.initializer !== undefined && ts.isFunctionLike(node.initializer);
  return (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body !== undefined;
}

/** The files that import each file, at its top or late, values or types. */
function importersOf(files) {
  const importers = new Map(files.map(({ path }) => [path, new Set()]));
  for (const { path, imports } of files)
    for (const { fileName } of imports)
      if (fileName.startsWith(".")) importers.get(join(dirname(path), fileName).replace(/\.js$/, ".ts"))?.add(path);
  return importers;
}

function printTests() {
  const files = codeUnder("test").map((path) => ({ path, lines: linesIn(readFileSync(path, "utf8")) }));
  const folderOf = ({ path }) => path.split("/").slice(0, -1)[1] ?? "(none)";
  const isTest = ({ path }) => /\.test\.\w+$/.test(path);
  const row = (label, members) => [label, members.length, members.filter(isTest).length, sum(members, "lines")];
  const rows = [...rowsBy(files, folderOf, row), row("**all**", files)];
  printTable("Tests", ["folder of test/", "files", "of these *.test.*", "lines"], rows);
}

/** Reads what the runner writes. */
function printTimes() {
  const path = ".build/test-times.json";
  const groups = existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, "utf8"))) : [["no run yet", {}]];
  const rows = groups.map(([name, { seconds, cpu, passed, failed, files = {} }]) => {
    const [slowest] = Object.entries(files).toSorted(([, one], [, other]) => other - one);
    const numbers = [seconds?.toFixed(1), cpu?.toFixed(1), passed, failed];
    return [name, ...numbers, slowest === undefined ? "" : `${slowest[0]} ${slowest[1].toFixed(1)}`];
  });
  printTable("Seconds of the last run", ["group", "seconds", "CPU", "passed", "failed", "slowest file"], rows);
}

/** Counts prose and code together. */
function printDocuments() {
  const markdown = (folder) => readdirSync(folder).filter((name) => name.endsWith(".md"));
  const pages = markdown("docs").map((page) => ({ page, words: wordsIn(readFileSync(join("docs", page), "utf8")) }));
  const rows = pages.map(({ page, words }) => [page, words]);
  printTable("Words of docs/", ["page", "words"], [...rows, ["**all**", sum(pages, "words")]]);
  const roots = markdown(".").map((name) => [name, readFileSync(name)]);
  const sizes = roots.map(([name, bytes]) => [name, (bytes.length / 1000).toFixed(1), wordsIn(String(bytes))]);
  printTable("Markdown at the root", ["file", "kB", "words"], sizes);
}

/** Code below a folder, without what tests install or write. */
function codeUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (name === "node_modules" || name.startsWith(".")) return [];
    const path = `${folder}/${name}`;
    return entry.isDirectory() ? codeUnder(path) : /\.(?:[cm]?[jt]s|tsx|hbs|css)$/.test(name) ? [path] : [];
  });
}

function rowsBy(members, keyOf, row) {
  const keys = [...new Set(members.map(keyOf))].toSorted((one, other) => (one < other ? -1 : 1));
  return keys.map((key) =>
    row(
      key,
      members.filter((member) => keyOf(member) === key),
    ),
  );
}

function linesIn(text) {
  return text.split("\n").length - Number(text.endsWith("\n"));
}

function wordsIn(text) {
  return text.split(/\s+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece)).length;
}

function sum(members, key) {
  return members.reduce((total, member) => total + member[key], 0);
}

function printTable(title, head, rows) {
  const line = (values) => `| ${values.join(" | ")} |`;
  const lines = [line(head), line(head.map((_, index) => (index === 0 ? "---" : "--:"))), ...rows.map(line)];
  console.log(`\n## ${title}\n\n${lines.join("\n")}`);
}
