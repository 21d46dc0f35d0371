// Engines that are no Node: Deno, Bun, workerd. And Node, where it reads TypeScript as it is written.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BROKEN, expect } from "../harness/expectation.mjs";
import { run, start } from "../harness/processes.mjs";
import { binary, INSTALLED, prepare, sdkwright, tool, tsc } from "../harness/project.mjs";
import { node, withoutNode } from "./node.mjs";

const DENO = "@deno/linux-x64-glibc/deno";
const BUN = "@oven/bun-linux-x64-baseline/bin/bun";
const WORKERD = "@cloudflare/workerd-linux-64/bin/workerd";

export const cases = [
  {
    name: "Deno",
    missing: () => withoutBinary("Deno", DENO),
    async test(server) {
      const folder = await prepare("deno", { ending: ".ts", by: [binary(DENO), "run", "-A", "npm:sdkwright"] });
      await run([binary(DENO), "check", "src/process.ts"], { cwd: folder });
      await runWithRights(folder, server.begin(), ["127.0.0.1", "nothing.invalid"], BROKEN.repeated);
      const visit = server.begin();
      const { host } = new URL(visit.env.SERVER_URL);
      await runWithRights(folder, visit, [host], BROKEN.forbidden);
      const withoutEnv = [binary(DENO), "run", "--no-prompt", `--allow-net=${host}`, "src/process.ts"];
      assert.match(await run(withoutEnv, { cwd: folder, env: visit.env, mayFail: true }), /env access to "SERVER_URL"/);
      await sdkwright(folder, "check");
    },
  },
  {
    name: "Bun",
    missing: () => withoutBinary("Bun", BUN),
    async test(server) {
      const folder = await prepare("bun", { by: [binary(BUN), INSTALLED] });
      const visit = server.begin();
      expect(await run([binary(BUN), "src/process.ts"], { cwd: folder, env: visit.env }), visit);
      await sdkwright(folder, "check");
    },
  },
  {
    name: "workerd, of an esbuild bundle",
    missing: () => withoutBinary("workerd", WORKERD),
    async test(server) {
      const folder = await prepare("worker");
      await run([tool("esbuild"), "src/worker.ts", "--bundle", "--format=esm", "--outfile=worker.js"], { cwd: folder });
      await withWorker(folder, async (address) => {
        const visit = server.begin();
        expect(await post(address, visit.env), visit, { broken: BROKEN.hidden });
        await shareClient(server, `${address}shared`);
      });
    },
  },
  {
    name: "workerd of 2024-09-02, where a signal has no name of its class",
    missing: () => withoutBinary("workerd", WORKERD),
    async test(server) {
      const folder = await prepare("worker");
      await run([tool("esbuild"), "src/worker.ts", "--bundle", "--format=esm", "--outfile=worker.js"], { cwd: folder });
      const config = join(folder, "workerd.capnp");
      writeFileSync(
        config,
        readFileSync(config, "utf8").replace(/compatibilityDate = "[^"]*"/, 'compatibilityDate = "2024-09-02"'),
      );
      await withWorker(folder, async (address) => {
        const { env } = server.begin();
        assert.deepEqual(await post(`${address}signals`, env), [404, 404, 404, "enough"]);
      });
    },
  },
  ...["22", "24"].map((version) => ({
    name: `Node ${version}, of TypeScript that nothing has compiled`,
    missing: () => withoutNode(version),
    async test(server) {
      const folder = await prepare("stripped", { ending: ".ts" });
      await run([tsc()], { cwd: folder });
      const visit = server.begin();
      expect(await run([node(version), "src/process.ts"], { cwd: folder, env: visit.env }), visit);
      await sdkwright(folder, "check");
    },
  })),
];

/** Deno, with what docs/deno-bun.md says that a program needs. */
async function runWithRights(folder, { env, counts }, hosts, broken) {
  const rights = ["--no-prompt", `--allow-env=${Object.keys(env).join(",")}`, `--allow-net=${hosts.join(",")}`];
  const output = await run([binary(DENO), "run", ...rights, "src/process.ts"], { cwd: folder, env });
  expect(output, { counts }, { broken });
}

/** Requests to a Worker may not wait for each other's promises, and do share one token and one challenge. */
async function shareClient(server, address) {
  const { env, counts } = server.begin();
  const answers = await Promise.all([1, 2, 3].map(() => post(address, env)));
  answers.push(await post(address, env));
  for (const answer of answers) assert.deepEqual(answer, { token: { q: "shared" }, staff: { staff: "shared" } });
  const expected = { "POST /token 200": 1, "GET /app 200": 4, "PUT /staff 401": 1, "PUT /staff 200": 4 };
  assert.deepEqual(counts, expected);
}

async function post(address, value) {
  const response = await fetch(address, { method: "POST", body: JSON.stringify(value) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

function withoutBinary(name, path) {
  return binary(path) === undefined ? `npm has no ${name} for this machine` : undefined;
}

/** The worker listens on a port of its own choice, and says so as a line of JSON. */
async function withWorker(folder, use) {
  const worker = start([binary(WORKERD), "serve", "workerd.capnp", "--control-fd=1"], { cwd: folder });
  let said = "";
  worker.stderr.on("data", (chunk) => (said += chunk));
  try {
    const [line] = await Promise.race([once(worker.stdout, "data"), once(worker, "exit").then(() => [""])]);
    const { port } = JSON.parse(String(line) || "{}");
    if (port === undefined) throw new Error(`workerd does not listen: ${said}`);
    await use(`http://127.0.0.1:${String(port)}/`);
  } catch (error) {
    throw new Error(`${error.message}\n${said}`, { cause: error });
  } finally {
    worker.kill();
  }
}
