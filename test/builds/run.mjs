// Builds apps of the usual kinds with a generated SDK, and runs them: npm run test:builds. Not part of `npm test`.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const builds = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(builds));
const work = join(builds, ".work");
/** What every app prints, or has in its page: the answer came through the SDK. */
const ANSWER = "the answer is 42";
const sdkwright = join(root, "generator/dist/bundle/bin.cjs");
const bin = (name) => join(builds, "node_modules/.bin", name);

/** Each: the app, the endings that its tsconfig asks for, how it is built, and how the answer is got out of it. */
const CASES = [
  {
    name: "12.22: Next.js with Turbopack",
    app: "next",
    ending: "",
    build: [[bin("next"), "build", "--turbopack"]],
    answer: nextPage,
  },
  {
    name: "12.22: Next.js with webpack",
    app: "next",
    ending: "",
    build: [[bin("next"), "build", "--webpack"]],
    answer: nextPage,
  },
  {
    name: "12.22: Vite",
    app: "vite",
    ending: ".ts",
    build: [
      [bin("tsc"), "-b"],
      [bin("vite"), "build"],
    ],
    answer: viteAsset,
  },
  {
    name: "12.22: tsc, in Node",
    app: "node",
    ending: ".js",
    build: [[bin("tsc")]],
    answer: (folder) => run([process.execPath, "dist/main.js"], folder),
  },
  {
    name: "12.22: tsc that emits under bundler resolution, in Node",
    app: "bundler",
    ending: ".js",
    build: [[bin("tsc")]],
    answer: (folder) => run([process.execPath, "dist/main.js"], folder),
  },
];

install();
let failed = 0;
for (const each of CASES) failed += test(each) ? 0 : 1;
rmSync(work, { recursive: true, force: true });
console.log(`${String(CASES.length - failed)} passed, ${String(failed)} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function test({ name, app, ending, build, answer }) {
  const begin = performance.now();
  try {
    const folder = prepare(app);
    run([process.execPath, sdkwright, "generate"], folder);
    const endings = endingsIn(join(folder, "src/generated"));
    if (endings.join() !== ending) throw new Error(`imports end in ${JSON.stringify(endings)}, not in ${ending}`);
    for (const command of build) run(command, folder);
    const found = answer(folder);
    if (!found.includes(ANSWER)) throw new Error(`no answer in ${found.slice(0, 2000)}`);
    run([process.execPath, sdkwright, "check"], folder, app === "next");
    console.log(`✓ ${name} ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    return true;
  } catch (error) {
    console.log(`\n✗ ${name}\n${error.message}\n`);
    return false;
  }
}

/** A copy of the app with the definition that all of them have, below the folder with the packages. */
function prepare(app) {
  const folder = join(work, app);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(builds, "apps", app), folder, { recursive: true });
  cpSync(join(builds, "apps/client"), join(folder, "client"), { recursive: true });
  const { ending } = CASES.find((each) => each.app === app);
  mkdirSync(join(folder, "src"), { recursive: true });
  for (const file of ["answer.ts", "ask.ts"]) {
    const text = readFileSync(join(builds, "apps", file), "utf8");
    writeFileSync(join(folder, "src", file), text.replaceAll(".ENDING", ending));
  }
  return folder;
}

function endingsIn(out) {
  const files = readdirSync(out, { recursive: true }).filter((file) => file.endsWith(".ts"));
  const texts = files.map((file) => readFileSync(join(out, file), "utf8"));
  const paths = texts.flatMap((text) => Array.from(text.matchAll(/from "(\.{1,2}\/[^"]+)"/g), ([, path]) => path));
  return [...new Set(paths.map((path) => /\.(?:js|ts)$/.exec(path)?.[0] ?? ""))];
}

/** The page was rendered while it was built. */
function nextPage(folder) {
  return readFileSync(join(folder, ".next/server/app/index.html"), "utf8");
}

function viteAsset(folder) {
  const asset = readdirSync(join(folder, "dist/assets")).find((file) => file.endsWith(".js"));
  return run([process.execPath, join("dist/assets", asset)], folder);
}

/**
 * The packages by their lock file, and the runtime as it is packed. `npm ci` refuses a lock file that lacks packages of
 * other platforms, which the registry did not have when it was made; `npm install` takes the versions of the lock too.
 */
function install() {
  run([process.execPath, "test/run.mjs", "--build"], root);
  const stamp = join(builds, "node_modules/.sdkwright-install");
  const wanted = createHash("sha256")
    .update(readFileSync(join(builds, "package-lock.json")))
    .digest("hex");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    run(["npm", "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"], builds);
    writeFileSync(stamp, wanted);
  }
  const runtime = join(builds, "node_modules/@sdkwright/runtime");
  rmSync(runtime, { recursive: true, force: true });
  for (const part of ["dist", "package.json"]) {
    cpSync(join(root, "runtime", part), join(runtime, part), { recursive: true });
  }
}

function run([command, ...args], cwd, mayDiffer = false) {
  const env = { ...process.env, CI: "1", NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: "utf8", timeout: 300_000 });
  if (error !== undefined) throw error;
  if (status !== 0 && !mayDiffer)
    throw new Error(`${command} ${args.join(" ")}: ${String(status)}\n${stdout}${stderr}`);
  return stdout;
}
