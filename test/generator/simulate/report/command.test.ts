import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../../folder.js";
import { sdkwright } from "../../sdkwright.js";
import { raven, reportIn, unfailing, wordsOf } from "./project.js";

const test = suite("report");

/** Without use-cases nothing is simulated. */
const plain = {
  "package.json": "{}",
  "client/client.json": { providers: { raven: {} } },
  "client/providers/raven.json": raven,
};

test("writes one file to the working directory, and says where; again there is nothing to write", async () => {
  await withFolder(plain, async (folder) => {
    const before = readdirSync(folder);
    const first = await reportIn(folder);
    assert.is(first.status, 0, first.stderr);
    assert.is(first.stdout, "Written: sdkwright-report.html. 1 provider, 0 use-cases. Open it in a browser.\n");
    assert.equal(readdirSync(folder), [...before, "sdkwright-report.html"].sort());
    assert.match(wordsOf(first.page), /There are none\. The application calls each provider directly/);
    const again = await sdkwright(folder, ["report"]);
    assert.equal([again.status, again.stdout], [0, "sdkwright-report.html is current.\n"]);
  });
});

test("says that the emitted code is stale, and nothing if it is current or absent", async () => {
  await withFolder(plain, async (folder) => {
    assert.is((await sdkwright(folder, ["report"])).stderr, "");
    await sdkwright(folder, ["generate"]);
    assert.is((await sdkwright(folder, ["report"])).stderr, "");
    const definition = join(folder, "client/providers/raven.json");
    writeFileSync(definition, readFileSync(definition, "utf8").replace("raven.example", "raven2.example"));
    const { status, stderr } = await sdkwright(folder, ["report"]);
    assert.is(status, 0);
    assert.match(
      stderr,
      "SW0823  src/generated, the code that your program runs, is stale: client/providers/raven.json changed\n  run `npx sdkwright generate`",
    );
  });
});

test("--file names another place; --format json says where", async () => {
  await withFolder(plain, async (folder) => {
    const { status, stdout } = await sdkwright(folder, ["report", "--file", "docs/page.html", "--format", "json"]);
    assert.is(status, 0);
    const { report, files } = JSON.parse(stdout) as { report: string; files: object };
    assert.equal([report, files], ["docs/page.html", { written: ["docs/page.html"], unchanged: [] }]);
    assert.ok(existsSync(join(folder, "docs/page.html")));
  });
});

test("a file that is no report stays as it is, unless forced; a report is replaced", async () => {
  await withFolder({ ...plain, "sdkwright-report.html": "<p>mine</p>" }, async (folder) => {
    const file = join(folder, "sdkwright-report.html");
    const refused = await sdkwright(folder, ["report"]);
    assert.is(refused.status, 3);
    assert.match(refused.stderr, /SW0825 {2}sdkwright-report.html already exists/);
    assert.is(readFileSync(file, "utf8"), "<p>mine</p>");
    assert.is((await sdkwright(folder, ["report", "--force"])).status, 0);
    writeFileSync(file, readFileSync(file, "utf8").replace("<h1>", "<h1>older "));
    assert.is((await sdkwright(folder, ["report"])).status, 0);
    assert.not.match(readFileSync(file, "utf8"), /older/);
  });
});

test("neither a folder nor a link is a place for it, not even by force", async () => {
  await withFolder({ ...plain, "elsewhere.txt": "mine" }, async (folder) => {
    mkdirSync(join(folder, "folder.html"));
    symlinkSync("elsewhere.txt", join(folder, "link.html"));
    symlinkSync("nowhere.txt", join(folder, "dangling.html"));
    for (const file of ["folder.html", "link.html", "dangling.html"]) {
      const { status, stderr } = await sdkwright(folder, ["report", "--force", "--file", file]);
      assert.is(status, 3);
      assert.match(stderr, /SW0826/);
    }
    assert.is(readFileSync(join(folder, "elsewhere.txt"), "utf8"), "mine");
    assert.not.ok(existsSync(join(folder, "nowhere.txt")));
  });
});

test("a linked folder leads it nowhere; outside of the project it stands where somebody says so", async () => {
  await withFolder(plain, async (folder) => {
    await withFolder({}, async (outside) => {
      symlinkSync(outside, join(folder, "docs"));
      const refused = await sdkwright(folder, ["report", "--file", "docs/page.html"]);
      assert.is(refused.status, 3);
      assert.match(refused.stderr, /SW0826 {2}docs\/page.html leads out of the project by a link/);
      assert.equal(readdirSync(outside), []);
      assert.is((await sdkwright(folder, ["report", "--file", join(outside, "page.html")])).status, 0);
      assert.equal(readdirSync(outside), ["page.html"]);
    });
  });
});

test("what git may run is no place for it, named or behind a link", async () => {
  await withFolder({ ...plain, ".git/hooks/sample": "" }, async (folder) => {
    symlinkSync(".git", join(folder, "docs"));
    for (const file of [".git/hooks/pre-commit", "docs/hooks/pre-commit", "docs/page.html"]) {
      const { status, stderr } = await sdkwright(folder, ["report", "--file", file]);
      assert.is(status, 3);
      assert.match(stderr, /SW0826 .* is in \.git, perhaps by a link/);
    }
    assert.equal(readdirSync(join(folder, ".git/hooks")), ["sample"]);
  });
});

test("what the file system refuses is said, and nothing is left behind", async () => {
  await withFolder({ ...plain, file: "" }, async (folder) => {
    const { status, stderr } = await sdkwright(folder, ["report", "--file", "file/page.html"]);
    assert.is(status, 2);
    assert.match(stderr, /SW0403/);
    assert.equal(readdirSync(folder).sort(), ["client", "file", "package.json"]);
  });
});

test("where the configuration has mistakes, they are told, and nothing is written", async () => {
  await withFolder({ ...plain, "client/client.json": { providers: { raven: { security: 1 } } } }, async (folder) => {
    const { status, stderr, stdout } = await sdkwright(folder, ["report"]);
    assert.is(status, 2);
    assert.match(stderr, /client\/client\.json:\d+/);
    assert.match(stdout, /nothing was written/);
    assert.not.ok(existsSync(join(folder, "sdkwright-report.html")));
  });
});

test("variables of a file count as set with --dotenv", async () => {
  await withFolder({ ...unfailing, ".env": "PIGEON_KEY=canary\n" }, async (folder) => {
    const { page } = await reportIn(folder, { args: ["--dotenv", ".env"] });
    assert.match(wordsOf(page), /PIGEON_KEY ● set/);
    assert.not.match(page, /canary/);
    assert.is((await sdkwright(folder, ["report", "--dotenv", "none"])).status, 3);
  });
});

test("takes no files, and knows no option of others", async () => {
  await withFolder(plain, async (folder) => {
    for (const args of [["x.json"], ["--watch"], ["--dry-run"]]) {
      const { status, stderr } = await sdkwright(folder, ["report", ...args]);
      assert.is(status, 3, stderr);
    }
  });
});

test("of several projects, one is picked, and each has a page of its own, with the name of the package", async () => {
  const folders = ["one", "a/b", "a-b"];
  const sdkwrightOptions = folders.map((name) => ({ config: `${name}/client.json`, out: `${name}/sdk` }));
  const files = {
    "package.json": { name: "shop", sdkwright: sdkwrightOptions },
    ...Object.fromEntries(
      folders.flatMap((name) => [
        [`${name}/client.json`, { providers: { raven: {} } }],
        [`${name}/providers/raven.json`, raven],
      ]),
    ),
  };
  await withFolder(files, async (folder) => {
    assert.is((await sdkwright(folder, ["report"])).status, 3);
    for (const name of folders) {
      assert.is((await sdkwright(folder, ["report", "--config", `${name}/client.json`])).status, 0);
    }
    for (const [name, page] of Object.entries({ one: "one", "a/b": "a--b", "a-b": "a-b" })) {
      const text = wordsOf(readFileSync(join(folder, `sdkwright-report.${page}.html`), "utf8"));
      assert.match(text, `shop, ${name}/client.json: 1 provider`);
    }
  });
});

test.run();
