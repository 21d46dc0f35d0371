// Next.js by both of its bundlers: a route in Node, one in the edge runtime, and a page in the browser.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { withoutBrowser } from "../../browsers.mjs";
import { openPage } from "../harness/browser.mjs";
import { BROKEN, expect } from "../harness/expectation.mjs";
import { run, start } from "../harness/processes.mjs";
import { copyApp, INSTALLED, prepare, sdkwright, tool, tsc } from "../harness/project.mjs";
import { print, progress } from "../harness/terminal.mjs";

/** Each with an app; `next-15` has the tsconfig that Next.js 15 writes. */
const programs = Object.entries({ Turbopack: "next", webpack: "next-15" }).map(([bundler, app]) => ({
  name: `12.22: Next.js with ${bundler}: route, edge, page`,
  wantsBrowser: "chromium",
  async test(server) {
    const folder = await prepare(app, { ending: "", also: "next", name: `next-${bundler.toLowerCase()}` });
    // By the tsconfig as it is: the build of Next.js 16 writes "bundler" over "node".
    await run([tsc(), "--noEmit"], { cwd: folder });
    progress(`building Next.js with ${bundler}`);
    await run([tool("next"), "build", `--${bundler.toLowerCase()}`], { cwd: folder });
    await withNext(folder, async (origin) => {
      for (const route of ["node", "edge"]) await askRoute(server, `${origin}/${route}`);
      await visit(server, origin);
    });
    // Next wrote its own settings into tsconfig.json, which the lock notices. So what is generated must stay the same.
    await sdkwright(folder, "generate");
    await sdkwright(folder, "check");
  },
}));

/** The steps of docs/nextjs.md, in a folder that Next.js has not seen: no tsconfig, no SDK, no environment. */
const fromScratch = {
  name: "12.22: Next.js from scratch: init, a build that calls nobody, .env.local, one client, what is kept for an hour",
  async test() {
    const folder = await copyApp("next-fresh");
    const vendor = await startVendor();
    try {
      await beginIn(folder, vendor.origin);
      await run([process.execPath, INSTALLED, "env", "--check", "--dotenv", ".env.local"], { cwd: folder });
      await run([tool("next"), "build"], { cwd: folder });
      equal(vendor.calls, [], "the build called the vendor");
      await afterFirstBuild(folder);
      await withNext(folder, async (origin) => askAll(origin, vendor));
    } finally {
      vendor.close();
    }
  },
};

export const cases = [...programs, fromScratch];

/** The first call is what `init` prints. */
async function beginIn(folder, origin) {
  const said = await sdkwright(folder, "init", "acme-pay", "--base-url", origin, "--auth", "header=X-Api-Key");
  const [, file, code] = /A first call, in (\S+):\n\n([^]*)$/.exec(said) ?? [];
  equal(file, "app/first-call/route.ts", said);
  mkdirSync(join(folder, "app/first-call"));
  writeFileSync(join(folder, file), code);
  const example = readFileSync(join(folder, ".env.example"), "utf8");
  writeFileSync(join(folder, ".env.local"), example.replace("ACME_PAY_API_KEY=", "ACME_PAY_API_KEY=k-1"));
  await sdkwright(folder, "generate");
}

/** Next.js has written a tsconfig: the lock notices, and the SDK stays as it is. */
async function afterFirstBuild(folder) {
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8"));
  equal(compilerOptions.strict, false, "the tsconfig of Next.js");
  const client = join(folder, "src/generated/client.ts");
  const before = readFileSync(client, "utf8");
  const stale = await run([process.execPath, INSTALLED, "check"], { cwd: folder, mayFail: true });
  if (!stale.includes("sdkwright.lock.json")) throw new Error(`check says nothing of the lock: ${stale}`);
  await sdkwright(folder, "generate");
  await sdkwright(folder, "check");
  equal(readFileSync(client, "utf8"), before, "the SDK after generate");
}

async function askAll(origin, { calls }) {
  const ask = async (path) => (await fetch(`${origin}${path}`)).text();
  const page = await ask("/");
  if (!page.includes("<p>/balance k-1</p>")) throw new Error(page);
  equal(JSON.parse(await ask("/charges")), { charges: "/charges k-1", clients: 1 }, "one client");
  equal(await ask("/first-call"), "/ k-1", "the first call");
  equal([await ask("/rates"), await ask("/rates")], ["/rates k-1", "/rates k-1"], "rates");
  equal(calls, ["/balance", "/charges", "/", "/rates"], "what the vendor was asked for");
}

/** An API that says what it was asked for, and by whom. */
async function startVendor() {
  const calls = [];
  const server = createServer(({ url, headers }, response) => {
    calls.push(url);
    response.end(`${url} ${String(headers["x-api-key"])}`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${String(server.address().port)}`, calls, close };
}

function equal(is, wanted, what) {
  const [found, expected] = [JSON.stringify(is), JSON.stringify(wanted)];
  if (found !== expected) throw new Error(`${what}: ${found}, not ${expected}`);
}

async function askRoute(server, address) {
  const visit = server.begin();
  const response = await fetch(address, { method: "POST", body: JSON.stringify(visit.env) });
  if (!response.ok) throw new Error(`${address} answers ${String(response.status)}: ${await response.text()}`);
  expect(await response.json(), visit);
}

async function visit(server, origin) {
  const reason = withoutBrowser("chromium");
  if (reason !== undefined) return print(`  skipped: the page, because ${reason}`);
  const { env, counts } = server.begin();
  const report = await openPage(`${origin}/`, env);
  return expect(report, { counts }, { broken: BROKEN.hidden });
}

/** It names its port, which it chose, when it listens. */
async function withNext(folder, use) {
  const next = start([process.execPath, tool("next"), "start", "--port", "0", "--hostname", "127.0.0.1"], {
    cwd: folder,
  });
  let said = "";
  try {
    const origin = await new Promise((resolve, reject) => {
      next.on("exit", () => reject(new Error("next start has ended")));
      for (const stream of [next.stdout, next.stderr])
        stream.on("data", (chunk) => {
          said += chunk;
          const [address] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said) ?? [];
          if (address !== undefined) resolve(address);
        });
    });
    await use(origin);
  } catch (error) {
    throw new Error(`${error.message}\n${said}`, { cause: error });
  } finally {
    next.kill();
  }
}
