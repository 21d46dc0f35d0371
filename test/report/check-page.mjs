// What is asked of each page, in each way of looking at it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const DEVICES = { phone: { width: 360, height: 740 }, desk: { width: 1100, height: 800 } };
const LOOKS = Object.keys(DEVICES).flatMap((device) => ["light", "dark"].map((scheme) => ({ device, scheme })));

export async function checkPages(files, executablePath, keep) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const totals = { passed: 0, failed: 0 };
  const check = async (name, look) => {
    const problems = await look().catch((error) => [error.message]);
    totals[problems.length === 0 ? "passed" : "failed"] += 1;
    console.log(`${problems.length === 0 ? "✓" : "✗"} ${name}`);
    for (const problem of problems) console.log(`  ${problem}`);
  };
  try {
    for (const file of files) {
      const name = basename(file, ".html");
      for (const look of LOOKS)
        await check(`${name}, ${look.device}, ${look.scheme}`, () => checkLook(browser, file, look, keep));
      await check(`${name}, by keyboard and without scripts`, () => checkKeyboard(browser, file));
      await check(`${name}, on paper`, () => checkPaper(browser, file));
    }
  } finally {
    await browser.close();
  }
  return totals;
}

/** A page, and what went wrong with it by itself: messages, errors, and requests for anything but the file. */
async function open(browser, file, options) {
  const page = await browser.newPage(options);
  const problems = [];
  page.on("console", (message) => problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => problems.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => problems.push(`request: ${request.url()}`));
  await page.goto(pathToFileURL(file).href);
  // The first request is for the page.
  problems.splice(0, problems[0]?.startsWith("request: file:") === true ? 1 : 0);
  return { page, problems };
}

async function checkLook(browser, file, { device, scheme }, keep) {
  const { page, problems } = await open(browser, file, { viewport: DEVICES[device], colorScheme: scheme });
  const scripts = await page.evaluate(() => document.scripts.length);
  if (scripts > 0) problems.push(`${String(scripts)} scripts`);
  problems.push(...(await widthProblems(page, "folded")), ...(await axeProblems(page, "folded")));
  if (keep !== undefined) await photograph(page, join(keep, `${basename(file, ".html")}-${device}-${scheme}.png`));
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  problems.push(...(await widthProblems(page, "unfolded")), ...(await axeProblems(page, "unfolded")));
  await page.close();
  return problems;
}

function photograph(page, path) {
  return page.screenshot({ path, fullPage: true });
}

/** Nobody scrolls sideways. */
async function widthProblems(page, state) {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  return scroll > client ? [`${state}: ${String(scroll)} px wide, of ${String(client)}`] : [];
}

async function axeProblems(page, state) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, help, nodes }) => `${state}: ${id}: ${help}: ${nodes[0]?.html ?? ""}`);
}

/** Every link and fold is reached with Tab and opened with Enter, and no script is needed for it. */
async function checkKeyboard(browser, file) {
  const { page, problems } = await open(browser, file, { viewport: DEVICES.phone, javaScriptEnabled: false });
  const wanted = await page.locator("a[href], summary").filter({ visible: true }).count();
  const reached = await tabThrough(page, wanted + 5);
  if (reached < wanted) problems.push(`${String(reached)} of ${String(wanted)} reached with Tab`);
  const closed = page.locator("details:not([open]) > summary").filter({ visible: true });
  const before = await closed.count();
  if (before > 0) {
    await closed.first().focus();
    await page.keyboard.press("Enter");
    if ((await closed.count()) >= before) problems.push("Enter does not unfold");
  }
  problems.push(...(await checkLinks(page)));
  await page.close();
  return problems;
}

async function tabThrough(page, most) {
  const seen = new Set();
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    if ((await focused.count()) === 0) continue;
    const { x, y } = (await focused.boundingBox()) ?? { x: 0, y: 0 };
    seen.add(`${String(x)} ${String(y)}`);
  }
  return seen.size;
}

/** A link into a fold unfolds it. */
async function checkLinks(page) {
  const problems = [];
  for (const link of await page.locator(".overview a").all()) {
    const target = (await link.getAttribute("href")) ?? "";
    await link.click();
    if (!(await page.locator(target).isVisible())) problems.push(`${target} is not to be seen`);
  }
  return problems;
}

/** What is folded on the screen is printed. */
async function checkPaper(browser, file) {
  const { page, problems } = await open(browser, file, { viewport: DEVICES.desk });
  await page.emulateMedia({ media: "print" });
  const hidden = await page
    .locator(".scenario .sentence, .operations li")
    .evaluateAll((all) => all.filter((each) => !each.checkVisibility()).length);
  if (hidden > 0) problems.push(`${String(hidden)} folded parts are not printed`);
  await page.pdf();
  await page.close();
  return problems;
}
