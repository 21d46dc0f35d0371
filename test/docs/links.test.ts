import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { anchorsOf, linksOf, pageOf, pages } from "./markdown.js";

const test = suite("links of the documentation");

for (const page of pages) {
  test(`${page.file}: every relative link leads to a file, and to a heading in it`, () => {
    const dead = linksOf(page).filter(({ target, anchor }) => {
      if (!existsSync(join(root, target))) return true;
      return anchor !== "" && !anchorsOf(pageOf(target)).has(anchor);
    });
    assert.equal(dead, []);
  });
}

test("every page of docs/ is listed by its index, and all but the index by the README", () => {
  const listedBy = (file: string): ReadonlySet<string> => new Set(linksOf(pageOf(file)).map(({ target }) => target));
  const [index, readme] = [listedBy("docs/README.md"), listedBy("README.md")];
  const inDocs = pages.map(({ file }) => file).filter((file) => file.startsWith("docs/") && file !== "docs/README.md");
  assert.ok(inDocs.length > 10);
  assert.equal(
    inDocs.filter((file) => !index.has(file) || !readme.has(file)),
    [],
  );
});

for (const folder of ["generator", "runtime"]) {
  test(`the README of ${folder} is published, and links to nothing that is not`, () => {
    const { files, scripts } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
      readonly files: readonly string[];
      readonly scripts: { readonly prepack: string };
    };
    assert.ok(files.includes("README.md"));
    assert.not.match(scripts.prepack, "README");
    const outside = linksOf(pageOf(`${folder}/README.md`)).filter(
      ({ target }) => !files.some((file) => target === `${folder}/${file}` || target.startsWith(`${folder}/${file}/`)),
    );
    assert.equal(outside, []);
  });
}

test("the README fits on a few screens", () => {
  assert.ok(Buffer.byteLength(pageOf("README.md").text) <= 10_000);
});

test("a heading has the anchor that GitHub gives it", () => {
  const text = "# `a-b`: c\n\n## 2.2 Path\n\n## 2.2 Path\n\n```\n# no heading\n```\n";
  assert.equal([...anchorsOf({ file: "", text })], ["a-b-c", "22-path", "22-path-1"]);
});

test.run();
