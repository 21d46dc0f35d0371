// CommonJS: `require` of ES modules, by what compilers make of `import`.
import { expect } from "../harness/expectation.mjs";
import { run } from "../harness/processes.mjs";
import { prepare, sdkwright, tool, tsc } from "../harness/project.mjs";
import { node, withoutNode } from "./node.mjs";

/** The app's tsconfig has `"module": "commonjs"`, with which TypeScript 5 looks for modules as node10 does. */
const COMMONJS = { name: "commonjs", compile: [tsc()] };
const OTHERS = {
  "TypeScript 5.4": { name: "commonjs-5.4", compile: [tsc("typescript-5.4")] },
  "TypeScript 6": { name: "commonjs-6", compile: [tsc("typescript-6")] },
  "TypeScript 5.9 and nodenext": { name: "commonjs-nodenext", compile: [tsc(), "--module", "nodenext"] },
};

export const cases = [
  ...["20.19", "22", "24"].map((version) => requiring(`TypeScript 5.9, on Node ${version}`, COMMONJS, version)),
  ...Object.entries(OTHERS).map(([name, way]) => requiring(`${name}, on Node 24`, way, "24")),
  refused("what TypeScript says of require under node16", async () => {
    const folder = await prepare("commonjs", { name: "commonjs-refused" });
    return { folder, command: [tsc(), "--module", "node16"], message: /TS1479/ };
  }),
  refused("what Node says that cannot require ES modules", async () => {
    const folder = await compiled(COMMONJS);
    const command = [process.execPath, "--no-experimental-require-module", "main.js"];
    return { folder, command, message: /ERR_REQUIRE_ESM/ };
  }),
  transpiled("tsx in a CommonJS package", "tsx"),
  transpiled("ts-node in a CommonJS package", "ts-node"),
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

/** docs/node.md quotes what cannot work. */
function refused(name, attempt) {
  return {
    name: `CommonJS: ${name}`,
    async test() {
      const { folder, command, message } = await attempt();
      const said = await run(command, { cwd: folder, mayFail: true });
      if (!message.test(said)) throw new Error(`no ${String(message)} in:\n${said}`);
    },
  };
}
