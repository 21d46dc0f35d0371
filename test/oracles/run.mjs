// Counts what typescript-eslint reports about emitted code, and fails where that is not nothing. Its packages are
// installed here and nowhere else. Usage: npm run test:oracles [-- --rules], which lists the rules too
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const emitted = ["generated-snapshots/*/generated/**/*.ts", "examples/*/src/generated/**/*.ts"];

install();
build();
const { ESLint } = await import("eslint");
const eslint = new ESLint({ cwd: root, overrideConfigFile: join(here, "eslint.config.mjs") });
const results = await eslint.lintFiles(emitted);
const reports = results.flatMap(({ filePath, messages }) =>
  messages.map(({ line, ruleId, message }) => `${relative(root, filePath)}:${line}  ${ruleId}  ${message}`),
);
const rules = await rulesOf(results[0].filePath);
if (process.argv.includes("--rules")) console.log(rules.join("\n"));
for (const report of reports) console.log(report);
console.log(`${reports.length} reports of ${rules.length} rules over ${results.length} files`);
process.exitCode = reports.length === 0 ? 0 : 1;

/** Once per lock file. */
function install() {
  const stamp = join(here, "node_modules", ".installed");
  const wanted = readFileSync(join(here, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  run("npm", ["ci", "--no-audit", "--no-fund"], here);
  writeFileSync(stamp, wanted);
}

/** Emitted code is judged with the runtime's types. */
function build() {
  run(process.execPath, [join(root, "test/run.mjs"), "--build"], root);
}

async function rulesOf(file) {
  const { rules } = await eslint.calculateConfigForFile(file);
  return Object.keys(rules)
    .filter((rule) => rules[rule][0] !== 0)
    .sort();
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
