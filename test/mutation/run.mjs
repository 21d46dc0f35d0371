// Mutates the policy core and runs its suites against every mutant; see README.md. Usage: npm run mutation [-- file.js]
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const circuit = [
  "circuit",
  "circuit-admission",
  "circuit-evidence",
  "circuit-group",
  "circuit-reducer",
  "circuit-state",
];
const core = [
  ...circuit,
  "attempt",
  "backoff",
  "classify",
  "in-flight",
  "limits",
  "line",
  "performance",
  "retry",
  "turn",
];
const files = [...core, "wait", "waiting-line"]
  .map((name) => `policy/${name}.js`)
  .concat("http/retry-after.js", "use-case/failover.js");
const asked = process.argv.slice(2);
const mutated = asked.length > 0 ? asked : files;
// The quickest first: a mutant is done with at the first test that fails.
const suites = [
  ...["pure", "reducer", "structures", "wait", "performance", "limits", "events", "own-terms", "retry"].map(
    (name) => `policy/${name}`,
  ),
  "use-case/deadline",
  "use-case/use-case",
  "use-case/failover",
  "use-case/bad-input",
  "client/circuits",
  "policy/circuit",
  "policy/leaks",
  "policy/held-back",
];

if (!existsSync(join(here, "node_modules"))) run("npm", ["ci", "--no-audit", "--no-fund"], here);
run(process.execPath, [join(root, "test/run.mjs"), "--build"], root);
run(join(root, "node_modules/.bin/tsc"), ["-b", "test"], root);

// Mutants live in a copy: the suites import the runtime by its name, so the name has to lead there.
const copy = mkdtempSync(join(tmpdir(), "mutation-"));
try {
  for (const path of ["package.json", "runtime/package.json", "runtime/dist", ".build/test"]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  linkModules();
  writeFileSync(join(copy, "suites.mjs"), runner());
  writeFileSync(join(copy, "stryker.config.json"), JSON.stringify(configuration(), undefined, 2));
  process.exitCode = run(join(here, "node_modules/.bin/stryker"), ["run"], copy, false);
} finally {
  rmSync(copy, { recursive: true });
}

function runner() {
  const list = suites.map((name) => ({ name, file: join(copy, `.build/test/runtime/${name}.test.js`).slice(1) }));
  return `import { run } from "uvu/run";\nawait run(${JSON.stringify(list)}, { bail: true });\n`;
}

function configuration() {
  return {
    testRunner: "command",
    commandRunner: { command: `${process.execPath} suites.mjs` },
    mutate: mutated.map((file) => `runtime/dist/${file}`),
    // What an error says in words is not what the suites hold.
    mutator: { excludedMutations: ["StringLiteral"] },
    inPlace: true,
    concurrency: availableParallelism(),
    // Long enough that a busy machine is not taken for a mutant that hangs.
    timeoutMS: 20_000,
    reporters: ["clear-text"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, allowEmojis: false },
    checkers: [],
    plugins: [],
    disableTypeChecks: false,
    allowConsoleColors: false,
    // Of the whole; README.md tells why the score of one file may be lower.
    thresholds: { high: 100, low: 97, break: mutated === files ? 97 : null },
  };
}

function linkModules() {
  const modules = join(root, "node_modules");
  mkdirSync(join(copy, "node_modules/@sdkwright"), { recursive: true });
  for (const name of readdirSync(modules).filter((entry) => entry !== "@sdkwright" && !entry.startsWith("."))) {
    symlinkSync(join(modules, name), join(copy, "node_modules", name));
  }
  symlinkSync(join(copy, "runtime"), join(copy, "node_modules/@sdkwright/runtime"));
}

function run(command, args, cwd, required = true) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (required && status !== 0) process.exit(status ?? 1);
  return status ?? 1;
}
