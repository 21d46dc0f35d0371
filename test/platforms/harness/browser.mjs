// Chromium, headless, and the pages that it opens.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromiumPath } from "../../chromium.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css" };
const LIMIT = 60_000;

/** Why no page can be opened here, or undefined. */
export function withoutBrowser() {
  if (chromiumPath() !== undefined) return undefined;
  return "there is no Chromium: install it (on Debian, as root, this command does it), or name it with CHROME_PATH";
}

/** Opens a page with the environment after `#`, and resolves to what it sets as `report`. An error in the page rejects. */
export async function openPage(address, env) {
  const { chromium } = await import("playwright-core");
  const args = ["--no-sandbox", "--disable-dev-shm-usage"];
  const browser = await chromium.launch({ executablePath: chromiumPath(), args });
  try {
    const page = await browser.newPage();
    const broken = new Promise((_, reject) => page.on("pageerror", reject));
    await page.goto(`${address}#${encodeURIComponent(JSON.stringify(env))}`, { timeout: LIMIT });
    const report = page.waitForFunction("globalThis.report", undefined, { timeout: LIMIT });
    return await Promise.race([report.then((handle) => handle.evaluate((value) => value)), broken]);
  } finally {
    await browser.close();
  }
}

/** Serves folders by the beginning of the path, on loopback, while `use` runs. */
export async function serving(folders, use) {
  const server = createServer((request, response) => void sendFile(folders, request.url, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${String(server.address().port)}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function sendFile(folders, url, response) {
  const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
  const prefix = Object.keys(folders).find((each) => path.startsWith(each));
  const file = join(folders[prefix], path.slice(prefix.length).replace(/^$/, "index.html"));
  const content = await readFile(file).catch(() => undefined);
  if (content === undefined) return response.writeHead(404).end();
  return response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(content);
}
