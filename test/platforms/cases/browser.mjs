// Browsers: a bundle, in Chromium modules as they are installed, and what pages cannot do.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { openPage, openPageIn, serving } from "../harness/browser.mjs";
import { BROKEN, expect } from "../harness/expectation.mjs";
import { run } from "../harness/processes.mjs";
import { platforms, prepare, tool } from "../harness/project.mjs";
import { compileWith } from "./node.mjs";

/** WebKitGTK, which has the engine of Safari. */
const NAMES = { firefox: "Firefox", webkit: "WebKit" };

export const cases = [
  {
    name: "esbuild, in Chromium",
    browser: "chromium",
    test: async (server) => visitPage(server, { "/": await bundle("page") }),
  },
  {
    name: "what Chromium does not let code do",
    browser: "chromium",
    async test(server) {
      const out = await bundle("limits");
      const { env, counts } = server.begin();
      const report = await serving({ "/": out }, (origin) => openPage(`${origin}/`, env));
      assert.deepEqual(report, LIMITS);
      assert.deepEqual(counts, REACHED);
    },
  },
  {
    name: "Chromium without a bundler, by an import map",
    browser: "chromium",
    async test(server) {
      const folder = await compileWith(1);
      cpSync(join(platforms, "apps/import-map/index.html"), join(folder, "dist/index.html"));
      await visitPage(server, { "/node_modules/": join(folder, "../node_modules"), "/": join(folder, "dist") });
    },
  },
  ...["firefox", "webkit"].flatMap((browser) => [
    {
      name: `esbuild, in ${NAMES[browser]}`,
      browser,
      async test(server) {
        const visit = server.begin();
        const report = await openPageIn(browser, { "/": await bundle("page") }, visit.env);
        expect(report, visit, { broken: BROKEN.hidden });
      },
    },
    {
      name: `what ${NAMES[browser]} does not let code do`,
      browser,
      async test(server) {
        const { env, counts } = server.begin();
        const report = await openPageIn(browser, { "/": await bundle("limits") }, env);
        assert.deepEqual(report, { ...LIMITS, ...OTHER_LIMITS[browser].report });
        assert.deepEqual(counts, { ...REACHED, ...OTHER_LIMITS[browser].reached });
      },
    },
  ]),
];

/** As docs/vite.md says it. */
const LIMITS = {
  redirect: "RedirectError redirect-opaque",
  closed: "NetworkError network-reset",
  hiddenChallenge: "AuthenticationError http-401",
  cookie: "ConfigurationError forbidden-header",
  referer: "ConfigurationError forbidden-header",
  streamed: "NetworkError network-reset",
  unset: "ConfigurationError missing-service",
  mine: [{ as: "Bearer alice" }, { as: "Bearer bob" }, { as: "Bearer bob" }],
  everybodys: [{ as: null }, { as: null }],
  lost: null,
};

/** Whoever has a credential asks the server; the browser sends again what a kept connection lost. */
const REACHED = {
  "GET /moved 307": 1,
  "GET /closed 404": 1,
  "PUT /hidden 401": 1,
  "GET /mine 200": 4,
  "POST /lost 200": 2,
};

/** Where they are not as Chromium: Firefox would send a stream as a text; WebKit sends nothing again. */
const OTHER_LIMITS = {
  firefox: { report: { streamed: "RequestError no-streams" } },
  webkit: { report: { lost: "NetworkError network-reset" }, reached: { "POST /lost 200": 1 } },
};

async function bundle(entry) {
  const folder = await prepare("page", { name: `page-${entry}` });
  const options = ["--bundle", "--format=esm", "--splitting", "--minify", "--target=es2022", "--outdir=public"];
  await run([tool("esbuild"), `page=src/${entry}.ts`, ...options], { cwd: folder });
  cpSync(join(folder, "index.html"), join(folder, "public/index.html"));
  return join(folder, "public");
}

/** Opens the page of some folders, and holds what it did against the expectation. */
export async function visitPage(server, folders) {
  const visit = server.begin();
  const report = await serving(folders, (origin) => openPage(`${origin}/`, visit.env));
  expect(report, visit, { broken: BROKEN.hidden });
}
