import { join, relative } from "node:path";
import { Project, SyntaxKind, type SourceFile } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";

const test = suite("architecture");

const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { allowJs: false } });
project.addSourceFilesAtPaths([
  `${root}/runtime/src/**/*.ts`,
  `${root}/generator/src/**/*.ts`,
  `${root}/test/**/*.ts`,
  `!${root}/test/bench/**`,
  `!${root}/test/platforms/**`,
  `!${root}/test/mutation/**`,
  `!${root}/test/oracles/**`,
]);
const files = project
  .getSourceFiles()
  .map((file) => ({ path: relative(root, file.getFilePath()), imports: importsOf(file), file }));
const inFolder = (folder: string) => files.filter(({ path }) => path.startsWith(`${folder}/`));

test("nothing in the runtime imports a Node built-in or the generator, and only ky, @noble/hashes and what one door is for from outside", () => {
  const allowed = /^(\.{1,2}\/|ky$|@noble\/hashes\/)/;
  assert.equal(
    violations(inFolder("runtime/src"), (specifier) => !allowed.test(specifier)),
    ["runtime/src/opentelemetry.ts → @opentelemetry/api"],
  );
});

test("a name that comes from outside is never assigned to an object that has a prototype: `__proto__` would change that", () => {
  const found = inFolder("runtime/src").flatMap(({ path, file }) =>
    file
      .getDescendantsOfKind(SyntaxKind.BinaryExpression)
      .filter((one) => one.getOperatorToken().getKind() === SyntaxKind.EqualsToken)
      .flatMap((one) => one.getLeft().asKind(SyntaxKind.ElementAccessExpression) ?? [])
      .filter((left) => left.getArgumentExpression()?.getKind() === SyntaxKind.Identifier)
      .map((left) => `${path} ${left.getText()}`),
  );
  assert.equal(found.sort(), [
    // One of our words.
    "runtime/src/config/base-url.ts filled[part]",
    "runtime/src/config/options.ts each[key]",
    // An object without prototype.
    "runtime/src/config/options.ts read[name]",
    // By number.
    "runtime/src/config/text.ts next[column]",
    "runtime/src/http/bound-provider.ts read[id]",
    // A text: `__proto__` takes none.
    "runtime/src/opentelemetry.ts headers[name]",
    "runtime/src/testing/route.ts this.#steps[at]",
    // Own from the start.
  ]);
});

test("no arguments are made of a list: a document, an answer or a caller may have more than the stack holds", () => {
  const taking = /\.(?:push|unshift|splice|concat|fromCharCode|fromCodePoint)$|^Math\.(?:max|min)$/;
  const found = ["generator/src", "runtime/src"].flatMap(inFolder).flatMap(({ path, file }) =>
    file
      .getDescendantsOfKind(SyntaxKind.CallExpression)
      .filter((call) => taking.test(call.getExpression().getText()))
      .filter((call) => call.getArguments().some((argument) => argument.getKind() === SyntaxKind.SpreadElement))
      .map((call) => `${path}:${call.getStartLineNumber()}`),
  );
  assert.equal(found, []);
});

test("the generator writes nothing but files that it makes: what stands there may be a link that somebody committed", () => {
  const writing = /(?:^|\.)(?:writeFile|appendFile|copyFile|cp|truncate|createWriteStream|open)(?:Sync)?$/;
  const found = inFolder("generator/src").flatMap(({ path, file, imports }) =>
    imports.every((specifier) => !specifier.startsWith("node:fs"))
      ? []
      : file
          .getDescendantsOfKind(SyntaxKind.CallExpression)
          .filter((call) => writing.test(call.getExpression().getText()))
          .filter((call) => !/flag: "wx"|O_RDONLY|, "r"/.test(call.getText()))
          .map((call) => `${path}:${call.getStartLineNumber()}`),
  );
  assert.equal(found, []);
});

test("the generator imports the runtime through its config door only; simulations run what emitted code runs on", () => {
  const wrong = (specifier: string) =>
    /(@sdkwright|\.\.)\/runtime\b/.test(specifier) && specifier !== "@sdkwright/runtime/config";
  const others = inFolder("generator/src").filter(({ path }) => !path.startsWith("generator/src/simulate/"));
  assert.equal(violations(others, wrong), []);
  const beyond = (specifier: string) =>
    wrong(specifier) && !/^@sdkwright\/runtime\/(generated\/(client|digest|oauth2|signature)|testing)$/.test(specifier);
  assert.equal(violations(inFolder("generator/src/simulate"), beyond), []);
});

/**
 * The folders of each package, those that know the least first: a folder imports from itself and from those before it. Those
 * in parentheses know each other: what sends a request signs it, and what signs it may send it again.
 */
const LAYERS: { readonly [packageFolder: string]: string } = {
  runtime:
    "errors abort.ts abort-while-held.ts clock.ts late.ts telemetry config schema webhooks (auth http operations) policy failover formats client testing " +
    "index.ts generated.ts generated-digest.ts generated-oauth2.ts generated-signature.ts generated-client.ts generated-webhooks.ts " +
    "client-json.ts failover.ts opentelemetry.ts validate.ts testing.ts",
  generator:
    "io diagnostics schema openapi project emit output diff add init simulate generate.ts cli bin.ts index.ts vite-results.ts vite.ts",
};

for (const [packageFolder, layers] of Object.entries(LAYERS)) {
  const ranks = layers.match(/\([^)]*\)|\S+/g) ?? [];
  const rankOf = (path: string): number =>
    ranks.findIndex((rank) => rank.replace(/[()]/g, "").split(" ").includes(folderOf(path)));
  test(`imports of the ${packageFolder} go one way, those of types too`, () => {
    const upward = inFolder(`${packageFolder}/src`).flatMap(({ path, imports }) => {
      const targets = imports
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => join(path, "..", specifier));
      return targets.filter((target) => rankOf(path) < rankOf(target)).map((target) => `${path} → ${target}`);
    });
    assert.equal(upward, []);
    const strangers = inFolder(`${packageFolder}/src`).filter(({ path }) => rankOf(path) < 0);
    assert.equal(
      strangers.map(({ path }) => path),
      [],
    );
  });
}

test("what answers from the lock needs nothing but Node's built-ins", () => {
  const reached = new Set(["generator/src/bin.ts"]);
  for (const path of reached) {
    const file = project.getSourceFile(join(root, path));
    if (file === undefined) {
      assert.is(path, "generator/src/io/fingerprint.ts"); // made by the build
      continue;
    }
    for (const declaration of [...file.getImportDeclarations(), ...file.getExportDeclarations()]) {
      const specifier = declaration.getModuleSpecifierValue();
      if (specifier === undefined || declaration.isTypeOnly()) continue;
      if (specifier.startsWith(".")) reached.add(join(path, "..", specifier).replace(/\.js$/, ".ts"));
      else assert.match(specifier, /^node:/, path);
    }
  }
  assert.ok(reached.size < 20, [...reached].join(" "));
});

test("only `clientJson` and the generator load the formats", () => {
  const importers = inFolder("runtime/src").filter(
    ({ path, imports }) => !path.includes("/formats/") && imports.some((specifier) => specifier.includes("/formats/")),
  );
  assert.equal(
    importers.map(({ path }) => path),
    ["runtime/src/client/client-json.ts"],
  );
});

test("nothing but their door loads the fakes: no SDK carries them", () => {
  const importers = inFolder("runtime/src").filter(
    ({ path, imports }) => !path.includes("/testing/") && imports.some((specifier) => specifier.includes("/testing")),
  );
  assert.equal(
    importers.map(({ path }) => path),
    ["runtime/src/testing.ts"],
  );
});

for (const library of [
  "ky",
  "@opentelemetry/api",
  "get-tsconfig",
  "js-yaml",
  "handlebars",
  "ts-morph",
  "prettier",
  "json-schema-to-typescript",
  "chokidar",
  "yargs",
  "@clack/prompts",
]) {
  test(`${library} is imported by one file`, () => {
    const importers = [...inFolder("runtime/src"), ...inFolder("generator/src")].filter(({ imports }) =>
      imports.some((specifier) => specifier === library || specifier.startsWith(`${library}/`)),
    );
    assert.ok(importers.length <= 1, importers.map(({ path }) => path).join(", "));
  });
}

test("every suite that a test file makes is run, and every test file makes one", () => {
  const silent = files
    .filter(({ path }) => path.endsWith(".test.ts"))
    .flatMap(({ path, file }) => {
      const suites = suitesOf(file);
      const notRun = suites.filter((name) => !file.getFullText().includes(`${name}.run()`));
      return suites.length === 0 ? [path] : notRun.map((name) => `${path}: ${name}`);
    });
  assert.equal(silent, []);
});

/** `config` of `runtime/src/config/env.ts`, `errors.ts` of `runtime/src/errors.js`. */
function folderOf(path: string): string {
  return (path.split("/")[2] ?? "").replace(/\.js$/, ".ts");
}

/** Static and dynamic imports, re-exports and type imports alike. */
function importsOf(file: SourceFile): string[] {
  const dynamic = file
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => call.getExpression().getKind() === SyntaxKind.ImportKeyword)
    .map((call) => call.getArguments()[0]?.getText().slice(1, -1) ?? "");
  const fixed = [...file.getImportDeclarations(), ...file.getExportDeclarations()].map((declaration) =>
    declaration.getModuleSpecifierValue(),
  );
  return [...fixed.filter((specifier) => specifier !== undefined), ...dynamic];
}

function suitesOf(file: SourceFile): string[] {
  return file
    .getVariableDeclarations()
    .filter((declaration) => /^suite[(<]/.test(declaration.getInitializer()?.getText() ?? ""))
    .map((declaration) => declaration.getName());
}

function violations(sources: typeof files, isWrong: (specifier: string) => boolean): string[] {
  return sources.flatMap(({ path, imports }) => imports.filter(isWrong).map((specifier) => `${path} → ${specifier}`));
}

test.run();
