// Browsers, and the pages that they open.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { browserPath } from "../../browsers.mjs";
import { start } from "./processes.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css" };
const LIMIT = 60_000;

/** Opens a page in Chromium with the environment after `#`, and resolves to what it sets as `report`. An error in the page rejects. */
export async function openPage(address, env) {
  const { chromium } = await import("playwright-core");
  const args = ["--no-sandbox", "--disable-dev-shm-usage"];
  const browser = await chromium.launch({ executablePath: browserPath("chromium"), args });
  try {
    const page = await browser.newPage();
    const broken = new Promise((_, reject) => page.on("pageerror", reject));
    await page.goto(withEnv(address, env), { timeout: LIMIT });
    const report = page.waitForFunction("globalThis.report", undefined, { timeout: LIMIT });
    return await Promise.race([report.then((handle) => handle.evaluate((value) => value)), broken]);
  } finally {
    await browser.close();
  }
}

/** The same in a browser that nothing drives: started with the address, it is told by the page what its `report` is. */
export async function openPageIn(name, folders, env) {
  const home = mkdtempSync(join(tmpdir(), "sdkwright-browser-"));
  let report;
  const reported = new Promise((resolve, reject) => {
    report = (text) => (text.startsWith("{") ? resolve(JSON.parse(text)) : reject(new Error(text)));
    setTimeout(reject, LIMIT, new Error(`${name} said nothing within ${String(LIMIT)} ms`)).unref();
  });
  return serving(
    folders,
    async (origin) => {
      const browser = start(COMMANDS[name](home, withEnv(`${origin}/`, env)), { env: { HOME: home }, detached: true });
      const gone = new Promise((_, reject) => {
        browser.on("error", reject);
        browser.on("exit", (status) => reject(new Error(`${name} ended with ${String(status)}`)));
      });
      try {
        return await Promise.race([reported, gone]);
      } finally {
        gone.catch(() => {});
        if (browser.exitCode === null) process.kill(-browser.pid, "SIGKILL");
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    report,
  );
}

const COMMANDS = {
  firefox(home, address) {
    writeFileSync(join(home, "user.js"), QUIET.map((name) => `user_pref("${name}", false);\n`).join(""));
    return [browserPath("firefox"), "--headless", "--no-remote", "--profile", home, address];
  },
  webkit: (_, address) => ["xvfb-run", "-a", browserPath("webkit"), address],
};

/** What Firefox would ask the network for by itself. */
const QUIET = [
  "app.normandy.enabled",
  "browser.safebrowsing.downloads.remote.enabled",
  "browser.safebrowsing.malware.enabled",
  "browser.safebrowsing.phishing.enabled",
  "browser.shell.checkDefaultBrowser",
  "datareporting.policy.dataSubmissionEnabled",
  "network.captive-portal-service.enabled",
  "network.connectivity-service.enabled",
];

function withEnv(address, env) {
  return `${address}#${encodeURIComponent(JSON.stringify(env))}`;
}

/** Serves folders by the beginning of the path, on loopback, while `use` runs. `report` gets what a page posts. */
export async function serving(folders, use, report = () => {}) {
  const server = createServer((request, response) => {
    if (request.method === "POST") return void readReport(request, response, report);
    void sendFile(folders, request.url, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${String(server.address().port)}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function readReport(request, response, report) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  response.end();
  report(Buffer.concat(chunks).toString());
}

async function sendFile(folders, url, response) {
  const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
  const prefix = Object.keys(folders).find((each) => path.startsWith(each));
  const file = join(folders[prefix], path.slice(prefix.length).replace(/^$/, "index.html"));
  const content = await readFile(file).catch(() => undefined);
  if (content === undefined) return response.writeHead(404).end();
  return response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(content);
}
