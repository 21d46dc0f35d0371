// What others say of what we emit: typescript-eslint of the code, openapi-typescript of the types, swagger-client, the
// specification's table and Prism of what is sent, oidc-provider and oauth4webapi of how tokens are got, OpenTelemetry's SDK
// of spans and metrics, the JSON Schema Test Suite of validation, undici, msw and nock of what a client hands to `fetch`, clients
// and SDKs of others of what they throw, and of webhooks, eventsource-parser of streams of events. Fails where one of them
// finds something. Their packages are installed here and nowhere else; the test suite is Debian's.
// Usage: npm run test:oracles [-- --rules], which lists the rules of typescript-eslint too
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce } from "../install.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const emitted = ["generated-snapshots/*/generated/**/*.ts", "examples/*/src/generated/**/*.ts"];

installOnce(here);
for (const apart of ["telemetry", "fetch", "errors", "streams", "webhooks"]) installOnce(join(here, apart));
build();
const judges = [
  "wire/run.mjs",
  "oauth/run.mjs",
  "telemetry/run.mjs",
  "schemas/run.mjs",
  "fetch/run.mjs",
  "errors/run.mjs",
  "streams/run.mjs",
  "webhooks/run.mjs",
];
const verdicts = [await lint(), types(), ...judges.map(judge)];
process.exitCode = verdicts.every(Boolean) ? 0 : 1;

async function lint() {
  const { ESLint } = await import("eslint");
  const eslint = new ESLint({ cwd: root, overrideConfigFile: join(here, "eslint.config.mjs") });
  const results = await eslint.lintFiles(emitted);
  const reports = results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId, message }) => `${relative(root, filePath)}:${line}  ${ruleId}  ${message}`),
  );
  const rules = await rulesOf(eslint, results[0].filePath);
  if (process.argv.includes("--rules")) console.log(rules.join("\n"));
  for (const report of reports) console.log(report);
  console.log(`eslint: ${reports.length} reports of ${rules.length} rules over ${results.length} files`);
  return reports.length === 0;
}

/** Documents of vendors stand beside the checkout, not in it. */
function types() {
  if (existsSync(join(root, "..", "shared", "corpus")))
    return ["types/run.mjs", "types/identity.mjs"].map(judge).every(Boolean);
  console.log("skipped: types of vendors' documents, because ../shared is absent");
  return true;
}

/** A process of its own, which ends with a line of figures. What libraries say of documents is shown where it fails. */
function judge(file) {
  const options = { cwd: root, stdio: ["ignore", "inherit", "pipe"], encoding: "utf8", maxBuffer: 1e8 };
  const { status, stderr } = spawnSync(process.execPath, [join(here, file)], options);
  if (status !== 0) process.stderr.write(stderr);
  return status === 0;
}

/** Emitted code is judged with the runtime's types. */
function build() {
  run(process.execPath, [join(root, "test/run.mjs"), "--build"], root);
}

async function rulesOf(eslint, file) {
  const { rules } = await eslint.calculateConfigForFile(file);
  return Object.keys(rules)
    .filter((rule) => rules[rule][0] !== 0)
    .sort();
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
