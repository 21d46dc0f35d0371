import { tsconfigOf } from "#generator/project/load-tsconfig.js";
import fs from "node:fs";
import { readdirSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../folder.js";

const test = suite("tsconfig");

interface Values {
  readonly importExtension: string;
  readonly allowJs: boolean;
  /** Files that were read, and places that were looked at in vain in the project. */
  readonly read: readonly string[];
  readonly absent: readonly string[];
  readonly problems: readonly string[];
}

async function valuesFor(files: Files, folder = "src/generated"): Promise<Values> {
  return withFolder(files, async (root) => {
    const { texts, absent, problems, ...values } = await tsconfigOf(join(root, folder));
    const named = (paths: Iterable<string>) => Array.from(paths, (path) => relative(root, path)).sort();
    return {
      ...values,
      read: named(texts.keys()),
      absent: named(absent).filter((path) => !path.startsWith("..")),
      problems: problems.map(({ path, message }) => `${relative(root, path)}: ${message}`),
    };
  });
}

/** A tsconfig with these options, and more. */
const withOptions = (compilerOptions: object, more: object = {}) => ({ compilerOptions, ...more });
const BUNDLED = { moduleResolution: "bundler", noEmit: true };

const TS = { compilerOptions: { allowImportingTsExtensions: true } };

test("tsconfig: without one, imports end in .js", async () => {
  const { importExtension, allowJs, read, problems } = await valuesFor({});
  assert.equal([importExtension, allowJs, read, problems], [".js", false, [], []]);
});

test("tsconfig: the flag may have either name, and stand above the output folder", async () => {
  assert.is((await valuesFor({ "tsconfig.json": TS })).importExtension, ".ts");
  const rewriting = { compilerOptions: { rewriteRelativeImportExtensions: true } };
  assert.is((await valuesFor({ "src/tsconfig.json": rewriting })).importExtension, ".ts");
});

test("tsconfig: the nearest counts", async () => {
  const files = { "tsconfig.json": TS, "src/tsconfig.json": {} };
  assert.is((await valuesFor(files)).importExtension, ".js");
});

test("tsconfig: comments and trailing commas are fine", async () => {
  const text = '// yes\n{ "compilerOptions": { /* so */ "allowImportingTsExtensions": true, }, }';
  assert.is((await valuesFor({ "tsconfig.json": text })).importExtension, ".ts");
});

test("tsconfig: what looks like a comment in a string is none", async () => {
  const text = '{ "x": "/*", "y": "//\\"", "compilerOptions": { "allowJs": true, "z": "*/,}" , } }';
  assert.is((await valuesFor({ "tsconfig.json": text })).allowJs, true);
});

test("tsconfig: extends by path, with and without ending; a file wins over what it extends", async () => {
  for (const name of ["./base.json", "./base"]) {
    assert.is((await valuesFor({ "tsconfig.json": { extends: name }, "base.json": TS })).importExtension, ".ts");
  }
  const own = { extends: "./base.json", compilerOptions: { allowImportingTsExtensions: false } };
  assert.is((await valuesFor({ "tsconfig.json": own, "base.json": TS })).importExtension, ".js");
});

test("tsconfig: in a list the later wins, through more than one step", async () => {
  const off = { compilerOptions: { allowImportingTsExtensions: false } };
  const files = { "on.json": { extends: "./deep.json" }, "deep.json": TS, "off.json": off };
  const extending = (...names: string[]) => ({ ...files, "tsconfig.json": { extends: names } });
  assert.is((await valuesFor(extending("./on", "./off"))).importExtension, ".js");
  assert.is((await valuesFor(extending("./off", "./on"))).importExtension, ".ts");
});

test("tsconfig: extends a package, by name, by file, and through its exports", async () => {
  const files: Files = {
    "node_modules/plain/tsconfig.json": TS,
    "node_modules/@scope/named/node.json": TS,
    "node_modules/exporting/package.json": { name: "exporting", exports: { "./strict": "./configs/strict.json" } },
    "node_modules/exporting/configs/strict.json": TS,
  };
  for (const name of ["plain", "plain/tsconfig.json", "plain/tsconfig", "@scope/named/node", "exporting/strict"]) {
    assert.is((await valuesFor({ ...files, "tsconfig.json": { extends: name } })).importExtension, ".ts", name);
  }
});

test("tsconfig: a circle, a base that is not there, nonsense: read as far as it goes", async () => {
  const circle = { ...TS, extends: "./other.json" };
  assert.is(
    (await valuesFor({ "tsconfig.json": circle, "other.json": { extends: "./tsconfig.json" } })).importExtension,
    ".ts",
  );
  assert.is((await valuesFor({ "tsconfig.json": { ...TS, extends: ["./gone", 5] } })).importExtension, ".ts");
  for (const text of ["", "null", "[]", '{"compilerOptions":[1]}', "[".repeat(50_000)]) {
    assert.is((await valuesFor({ "tsconfig.json": text })).importExtension, ".js", text.slice(0, 30));
  }
});

test("tsconfig: allowJs, or checkJs, which implies it", async () => {
  assert.is((await valuesFor({ "tsconfig.json": { compilerOptions: { allowJs: true } } })).allowJs, true);
  assert.is((await valuesFor({ "tsconfig.json": { compilerOptions: { checkJs: true } } })).allowJs, true);
  assert.is(
    (await valuesFor({ "tsconfig.json": { compilerOptions: { checkJs: true, allowJs: false } } })).allowJs,
    false,
  );
});

test("tsconfig: a comment without end takes time in proportion to its length", async () => {
  assert.is((await valuesFor({ "tsconfig.json": `{${" /* ".repeat(1_000_000)}` })).importExtension, ".js");
});

test("tsconfig: so does a text of escapes that nothing ends", async () => {
  const begin = process.cpuUsage().user;
  assert.is((await valuesFor({ "tsconfig.json": `"${'\\"'.repeat(300_000)}\\` })).importExtension, ".js");
  assert.ok(process.cpuUsage().user - begin < 3_000_000);
});

test("12.22: no ending where only a bundler reads the code, .ts where a flag asks for it, else .js", async () => {
  const cases: readonly (readonly [object, string])[] = [
    [BUNDLED, ""],
    [{ ...BUNDLED, moduleResolution: "Bundler" }, ""],
    [{ module: "preserve", noEmit: true }, ""],
    [{ ...BUNDLED, allowImportingTsExtensions: true }, ".ts"],
    [{ ...BUNDLED, rewriteRelativeImportExtensions: true }, ".ts"],
    [{ ...BUNDLED, allowImportingTsExtensions: false }, ""],
    [{ moduleResolution: "bundler" }, ".js"],
    [{ moduleResolution: "bundler", noEmit: false }, ".js"],
    [{ moduleResolution: "bundler", emitDeclarationOnly: true }, ".js"],
    [{ module: "nodenext", noEmit: true }, ".js"],
    [{ moduleResolution: "node", noEmit: true }, ""],
    [{ module: "commonjs" }, ".js"],
    [{ moduleResolution: "node" }, ".js"],
  ];
  for (const [options, expected] of cases) {
    const { importExtension } = await valuesFor({ "tsconfig.json": withOptions(options) });
    assert.is(importExtension, expected, JSON.stringify(options));
  }
});

test("12.22: where the base is missing, each flag of the file itself counts", async () => {
  for (const flag of ["allowImportingTsExtensions", "rewriteRelativeImportExtensions"]) {
    const { importExtension } = await valuesFor({
      "tsconfig.json": withOptions({ ...BUNDLED, [flag]: true }, { extends: "./gone" }),
    });
    assert.is(importExtension, ".ts", flag);
  }
});

test("12.22: the flags may come from different files of a chain", async () => {
  const { importExtension, read, problems } = await valuesFor({
    "tsconfig.json": { extends: ["./a", "@scope/base"], compilerOptions: { strict: true } },
    "a.json": { extends: "./configs/b.json" },
    "configs/b.json": withOptions({ noEmit: true }),
    "node_modules/@scope/base/tsconfig.json": withOptions({ moduleResolution: "bundler" }),
    "node_modules/@scope/base/package.json": { name: "@scope/base" },
  });
  assert.is(importExtension, "");
  assert.equal(problems, []);
  assert.equal(read, ["a.json", "configs/b.json", "node_modules/@scope/base/tsconfig.json", "tsconfig.json"]);
});

test("12.22: of references, the project whose files contain the output counts", async () => {
  const references = [{ path: "./tsconfig.node.json" }, { path: "./app" }];
  const files = {
    "tsconfig.json": { files: [], references },
    "tsconfig.node.json": withOptions({ module: "nodenext" }, { include: ["vite.config.ts"] }),
    "app/tsconfig.json": withOptions(BUNDLED, { include: ["../src"] }),
  };
  const { importExtension, read } = await valuesFor(files);
  assert.equal([importExtension, read], ["", ["app/tsconfig.json", "tsconfig.json", "tsconfig.node.json"]]);
  const others = { ...files, "app/tsconfig.json": withOptions(BUNDLED, { include: ["../lib"] }) };
  assert.is((await valuesFor(others)).importExtension, ".js");
  const own = { ...files, "tsconfig.json": withOptions({ allowJs: true }, { references }) };
  assert.equal([(await valuesFor(own)).importExtension, (await valuesFor(own)).allowJs], [".js", true]);
  const circle = { ...files, "tsconfig.node.json": { files: [], references: [{ path: "./tsconfig.json" }] } };
  assert.is((await valuesFor(circle)).importExtension, "");
});

test("12.22: nearer ones, missing bases and missing references are known as absent", async () => {
  const { absent } = await valuesFor({
    "tsconfig.json": { extends: "./base", files: [], references: [{ path: "./gone" }] },
    "base.json": {},
  });
  assert.equal(absent, ["base", "gone", "src/generated/tsconfig.json", "src/tsconfig.json"]);
  const missing = await valuesFor({ "tsconfig.json": { ...TS, extends: "./base" } });
  assert.equal(missing.absent, ["base", "base.json", "src/generated/tsconfig.json", "src/tsconfig.json"]);
});

test("12.22: what cannot be read whole is told, and nothing is taken from a device", async () => {
  assert.equal((await valuesFor({ "tsconfig.json": '{ "compilerOptions": ' })).problems, [
    "tsconfig.json: it is not JSON",
  ]);
  assert.equal((await valuesFor({ "tsconfig.json": { ...TS, extends: "./gone" } })).problems, [
    'tsconfig.json: it extends "./gone", which is not there',
  ]);
  for (const [content, message] of [
    [{ extends: "./tsconfig.json" }, "the files that it extends form a circle"],
    [{ extends: 5 }, "an option has a wrong value"],
    [withOptions({ module: 5 }), "an option has a wrong value"],
  ] as const) {
    assert.equal((await valuesFor({ "tsconfig.json": content })).problems, [`tsconfig.json: ${message}`]);
  }
  await withFolder({ "src/x": "" }, async (root) => {
    symlinkSync("/dev/zero", join(root, "tsconfig.json"));
    assert.is((await tsconfigOf(join(root, "src"))).problems.length, 1);
  });
});

test("what is no tsconfig has no hash: it may hold a secret", async () => {
  const secret = JSON.stringify({ providers: { acme: { security: [{ id: "key", apikey: "swordfish7" }] } } });
  for (const content of [
    { ...TS, extends: "./client.json" },
    { files: [], references: [{ path: "./client.json" }] },
  ]) {
    await withFolder({ "tsconfig.json": JSON.stringify(content), "client.json": secret, "src/x": "" }, async (root) => {
      const { texts, problems } = await tsconfigOf(join(root, "src"));
      assert.is(texts.get(join(root, "client.json")), "{}");
      assert.equal(
        problems.map(({ message }) => message),
        ["it has none of the keys of a tsconfig"],
      );
    });
  }
});

test("12.22: reading writes nothing", async () => {
  await withFolder({ "tsconfig.json": withOptions(BUNDLED) }, async (root) => {
    const written: unknown[] = [];
    const { writeFileSync } = fs;
    // What is written and removed again would not be seen afterwards.
    fs.writeFileSync = (path) => void written.push(path);
    const cwd = process.cwd();
    // Elsewhere the library tells by the folder's own name whether case counts.
    process.chdir("/");
    try {
      await tsconfigOf(join(root, "src"));
    } finally {
      process.chdir(cwd);
      Object.assign(fs, { writeFileSync });
    }
    assert.equal([written, readdirSync(root)], [[], ["tsconfig.json"]]);
  });
});

test("tsconfig: a reference to a place that no system has, and options that are no texts, are no mistake of ours", async () => {
  const long = "x".repeat(300);
  for (const path of ["package.json/x", "loop", "loop/x", "a\0b", long, `${"x/".repeat(5000)}x`, "./pipe"]) {
    const files = { "tsconfig.json": { ...TS, files: [], references: [{ path }] }, "package.json": {} };
    await withFolder(files, async (root) => {
      symlinkSync("loop", join(root, "loop"));
      const { importExtension, absent } = await tsconfigOf(join(root, "src"));
      assert.is(importExtension, ".ts", path.slice(0, 20));
      assert.ok(!absent.some((place) => place.includes("\0")));
    });
  }
  for (const wrong of [{ toString: 1 }, [], 5, null, true]) {
    for (const option of ["moduleResolution", "module", "paths", "noEmit", "allowJs"]) {
      for (const base of [{}, { extends: "./gone" }]) {
        const files = { "tsconfig.json": withOptions({ module: "commonjs", [option]: wrong }, base) };
        assert.is((await valuesFor(files)).importExtension, ".js");
      }
    }
  }
});

test("tsconfig: a base at a place that no system has is missing", async () => {
  for (const name of ["./a\0b", "a\0b", "./package.json/x", "./loop", `./${"x".repeat(300)}`, "x".repeat(300)]) {
    await withFolder({ "tsconfig.json": { ...TS, extends: name }, "package.json": {} }, async (root) => {
      symlinkSync("loop", join(root, "loop"));
      const { importExtension, problems, absent } = await tsconfigOf(join(root, "src"));
      assert.equal([importExtension, problems.length], [".ts", 1], name);
      assert.ok(!absent.some((place) => place.includes("\0")), name);
    });
  }
});

test.run();
