import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { codeBlocksOf, pageOf } from "./markdown.js";

const test = suite("the pages of platforms, and what is run on them");

const folder = join(root, "test", "platforms");

const PLACES =
  "Node 20.19 with ky 1, Node 22 with ky 1, Node 22 with ky 2, Node 24 with ky 2, nothing has compiled, Deno, Bun, workerd, " +
  "esbuild, Chromium without a bundler, Vite, Rollup, webpack with ts-loader, Next.js with Turbopack, " +
  "Next.js with webpack, Next.js from scratch, node:test, Vitest, Jest, CommonJS";

const PAGES = ["platforms", "node", "nextjs", "vite", "workers", "deno-bun"].map((name) => `docs/${name}.md`);

interface Cases {
  readonly cases: readonly { readonly name: string; readonly test: unknown }[];
}

test("every place that the table of platforms names has a case, and no two cases have one name", async () => {
  const { cases } = (await import(pathToFileURL(join(folder, "cases/index.mjs")).href)) as Cases;
  const names = cases.map(({ name }) => name);
  assert.is(new Set(names).size, names.length);
  const places = PLACES.split(", ");
  for (const place of places)
    assert.ok(
      names.some((name) => name.includes(place)),
      place,
    );
});

test("configurations on the pages are those of the apps", () => {
  const apps = readdirSync(join(folder, "apps"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:mjs|html)$/.test(file))
    .map((file) => readFileSync(join(folder, "apps", file), "utf8"));
  const blocks = PAGES.flatMap((file) => codeBlocksOf(pageOf(file)).map((block) => ({ ...block, file })));
  const shown = blocks.filter(({ language, code }) => language === "js" && code.startsWith("export default"));
  assert.is(shown.length, 3);
  for (const { code, file, line } of shown)
    assert.ok(
      apps.some((text) =>
        squeezed(text).includes(squeezed(code.replace("export default {", "").replace(/\};\s*$/, ""))),
      ),
      `${file}:${line}`,
    );
  const [, map = ""] = /<script type="importmap">([^]*?)<\/script>/.exec(pageOf("docs/vite.md").text) ?? [];
  assert.ok(
    apps.some((text) => squeezed(text).includes(squeezed(map))),
    "import map",
  );
});

test("files of the Next.js page are those of the app that is built from scratch", () => {
  const app = join(folder, "apps/next-fresh");
  const sources = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => squeezed(readFileSync(join(app, file), "utf8").replaceAll(/^.*\bseen\b.*\n/gm, "")));
  const files = new Set(sources);
  const blocks = codeBlocksOf(pageOf("docs/nextjs.md")).filter(({ language }) => language === "tsx");
  assert.is(blocks.length, 3);
  for (const { code, line } of blocks) assert.ok(files.has(squeezed(code)), `docs/nextjs.md:${line}`);
  const { scripts } = JSON.parse(readFileSync(join(app, "package.json"), "utf8")) as { scripts: { prebuild: string } };
  assert.match(pageOf("docs/nextjs.md").text, `"prebuild": "${scripts.prebuild}"`);
});

/** Layout is prettier's, and differs with the language. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

test.run();
