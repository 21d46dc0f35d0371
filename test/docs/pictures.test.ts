import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { linksOf, pages, proseOf } from "./markdown.js";

const test = suite("pictures of the documentation");

const images = readdirSync(join(root, "docs", "images")).map((name) => `docs/images/${name}`);

interface Script {
  readonly terminalPictures: () => Promise<Readonly<Record<string, string>>>;
}

test("a terminal's pictures show what the command prints now: else run `npm run pictures`", async () => {
  const script = join(root, "test", "pictures.mjs");
  const { terminalPictures } = (await import(pathToFileURL(script).href)) as Script;
  const made = Object.entries(await terminalPictures());
  assert.equal(
    made.map(([file]) => relative(root, file)),
    images.filter((file) => file.endsWith(".svg")).reverse(),
  );
  for (const [file, svg] of made) assert.is(readFileSync(file, "utf8"), svg, file);
});

test("every picture is small, and is on a page", () => {
  const shown = new Set(pages.flatMap(linksOf).map(({ target }) => target));
  assert.ok(images.includes("docs/images/report.png"));
  for (const file of images) {
    assert.ok(shown.has(file), file);
    assert.ok(statSync(join(root, file)).size < 120_000, file);
  }
});

test("every picture has a text that says what is seen", () => {
  const texts = pages.flatMap(({ text }) =>
    Array.from(proseOf(text).matchAll(/!\[([^\]]*)\]/g), ([, seen = ""]) => seen),
  );
  assert.ok(texts.length >= images.length);
  for (const text of texts) assert.ok(text.split(" ").length > 10, text);
});

test.run();
