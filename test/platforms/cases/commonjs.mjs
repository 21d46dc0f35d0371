// CommonJS: `require` of ES modules, where Node and TypeScript have it, and the ways around where they have not.
import { expect } from "../harness/expectation.mjs";
import { run } from "../harness/processes.mjs";
import { prepare, sdkwright, tool, tsc } from "../harness/project.mjs";
import { node, withoutNode } from "./node.mjs";

/** Node before 20.19 and 22.12 has no `require` of ES modules; later ones can be asked for the same. */
const AS_BEFORE = "--no-experimental-require-module";
const NODENEXT = { name: "commonjs", compile: [tsc()] };
const BUNDLER = {
  name: "commonjs-bundler",
  compile: [tsc("typescript-6"), "--module", "commonjs", "--moduleResolution", "bundler"],
};

export const cases = [
  ...["20.19", "22", "24"].map((version) => requiring(`TypeScript 5.9, on Node ${version}`, NODENEXT, version)),
  requiring("TypeScript 6 and module commonjs, on Node 24", BUNDLER, "24"),
  refused("what TypeScript 5.4 says of require", [tsc("typescript-5.4")], /TS1479/),
  refused("what TypeScript says of require under node16", [tsc(), "--module", "node16"], /TS1479/),
  refused(
    "what TypeScript says under node10",
    [tsc(), "--module", "commonjs", "--moduleResolution", "node10"],
    /TS2307/,
  ),
  transpiled("tsx in a CommonJS package", "tsx"),
  transpiled("ts-node in a CommonJS package", "ts-node"),
  {
    name: "CommonJS: what Node says that cannot require ES modules",
    async test() {
      const folder = await compiled(NODENEXT);
      demand(await run([process.execPath, AS_BEFORE, "main.js"], { cwd: folder, mayFail: true }), /ERR_REQUIRE_ESM/);
    },
  },
  {
    name: "CommonJS by import(), with TypeScript 5.4, where Node cannot require ES modules",
    async test(server) {
      const folder = await prepare("commonjs-import");
      await run([tsc("typescript-5.4")], { cwd: folder });
      await run([tsc("typescript-5.4"), "-p", "service"], { cwd: folder });
      const visit = server.begin();
      const { env } = visit;
      expect(await run([process.execPath, AS_BEFORE, "service/main.js"], { cwd: folder, env }), visit);
      await sdkwright(folder, "check");
    },
  },
];

const folders = new Map();

/** Once for all that run it. */
function compiled(way) {
  if (!folders.has(way)) folders.set(way, compile(way));
  return folders.get(way);
}

async function compile({ name, compile: command }) {
  const folder = await prepare("commonjs", { name });
  await run(command, { cwd: folder });
  return folder;
}

function requiring(name, way, version) {
  return {
    name: `CommonJS: ${name}`,
    missing: () => withoutNode(version),
    async test(server) {
      const folder = await compiled(way);
      const visit = server.begin();
      expect(await run([node(version), "main.js"], { cwd: folder, env: visit.env }), visit);
      await sdkwright(folder, "check");
    },
  };
}

/** Loaders that compile while they load: tsx also makes CommonJS of the packages, where they are required. */
function transpiled(name, loader) {
  return {
    name,
    async test(server) {
      const folder = await prepare("tsx", { name: loader });
      const visit = server.begin();
      expect(await run([process.execPath, tool(loader), "src/main.ts"], { cwd: folder, env: visit.env }), visit);
      await sdkwright(folder, "check");
    },
  };
}

/** What cannot work is said, and docs/platforms.md quotes it. */
function refused(name, command, message) {
  return {
    name: `CommonJS: ${name}`,
    async test() {
      const folder = await prepare("commonjs", { name: "commonjs-refused" });
      demand(await run(command, { cwd: folder, mayFail: true }), message);
    },
  };
}

function demand(said, message) {
  if (!message.test(said)) throw new Error(`no ${String(message)} in:\n${said}`);
}
