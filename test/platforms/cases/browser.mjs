// Chromium: a bundle, and modules as they are installed.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { openPage, serving, withoutBrowser } from "../harness/browser.mjs";
import { BROKEN, expect } from "../harness/expectation.mjs";
import { run } from "../harness/processes.mjs";
import { platforms, prepare, tool } from "../harness/project.mjs";
import { compileWith } from "./node.mjs";

export const cases = [
  {
    name: "esbuild, in Chromium",
    missing: withoutBrowser,
    test: async (server) => visitPage(server, { "/": await bundle("page") }),
  },
  {
    name: "what Chromium does not let code do",
    missing: withoutBrowser,
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
    missing: withoutBrowser,
    async test(server) {
      const folder = await compileWith(1);
      cpSync(join(platforms, "apps/import-map/index.html"), join(folder, "dist/index.html"));
      await visitPage(server, { "/node_modules/": join(folder, "../node_modules"), "/": join(folder, "dist") });
    },
  },
];

/** As docs/platforms.md says it. */
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
