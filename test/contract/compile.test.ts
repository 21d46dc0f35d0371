// Real documents and broken ones: whatever is emitted for them compiles, on every version of TypeScript.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate, type Generated } from "#generator/generate.js";
import { Reader } from "#generator/project/reader.js";
import { root, shared } from "../tree.js";
import { brokenDocuments } from "../generator/emit/operations/broken-documents.js";
import { emit } from "../generator/emit/operations/documents.js";
import { diagnosticsText } from "../generator/snapshots/cases.js";
import { compilers, oldest } from "../generator/compile/compilers.js";
import { runs } from "../effort.js";

const test = suite("the corpus compiles");

const folder = join(root, ".build", "operations");
const count = runs(10_000);
const BATCH = 500;

const definitions = await definitionFiles();
const documents = await documentFiles();

test(`the SDK of all definitions compiles on TypeScript ${oldest.version}`, async () => {
  assert.is(await oldest.check(definitions), "");
});

for (const { version, check } of compilers) {
  test(`the SDKs of all definitions and documents compile on TypeScript ${version}`, async () => {
    assert.is(await check([...definitions, ...documents]), "");
  });
}

test(`${count} broken documents give modules that compile`, async () => {
  const [newest] = compilers.slice(-1);
  assert.ok(newest);
  for (let batch = 0; batch * BATCH < count; batch += 1) {
    const files = brokenDocuments(Math.min(BATCH, count - batch * BATCH), batch + 1).flatMap((document, at) => {
      const module = emit(document)?.module;
      return module === undefined ? [] : [write(join(folder, "broken", `${batch}-${at}.ts`), module)];
    });
    assert.is(await newest.check(files), "");
  }
});

/** One project with a provider for each document that is OpenAPI 3; the others are each the one expected error. */
async function documentFiles(): Promise<readonly string[]> {
  const client = join(folder, "client");
  rmSync(folder, { recursive: true, force: true });
  const documents = ["operations", "openapi"].flatMap((part) => {
    const from = join(shared, "corpus");
    const files = readdirSync(join(from, part), { recursive: true, encoding: "utf8" }).map((file) => join(part, file));
    const found = files.filter((file) => /\.(?:json|ya?ml)$/.test(file));
    for (const file of found) write(join(client, file), readFileSync(join(from, file), "utf8"));
    return found;
  });
  const first = await sdkOf(documents);
  const refused = new Set(
    first.issues.filter(({ severity }) => severity === "error").map(({ source }) => source?.path),
  );
  const sound = documents.filter((file) => !refused.has(join(client, file)));
  const { output, issues } = await sdkOf(sound);
  assert.ok(output, diagnosticsText(issues.filter(({ severity }) => severity === "error")));
  assert.ok(sound.length > 200, `${sound.length} documents are read`);
  return output.files.flatMap(({ path, text }) => {
    const file = write(join(output.folder, path), text);
    return path.endsWith(".ts") ? [file] : [];
  });
}

function sdkOf(documents: readonly string[]): Promise<Generated> {
  const client = join(folder, "client");
  const names = documents.map((file, at) => {
    const name = `document-${lettersOf(at)}`;
    const services = [{ id: "default", baseUrl: "https://api.acme.example" }];
    const openapi = `../${file}`;
    write(
      join(client, "providers", `${name}.json`),
      JSON.stringify({ name, services, defaultService: "default", openapi }),
    );
    return [name, { file: `providers/${name}.json` }];
  });
  const config = write(join(client, "client.json"), JSON.stringify({ providers: Object.fromEntries(names) }));
  return generate(
    { root: folder, config, isConfigGiven: true, definitions: [], out: join(folder, "generated") },
    new Reader(folder),
  );
}

/** An SDK of all real definitions, written below the repository so that it finds the runtime. */
async function definitionFiles(): Promise<readonly string[]> {
  const home = join(root, ".build", "corpus");
  const definitions = readdirSync(join(shared, "corpus", "providers"));
  rmSync(home, { recursive: true, force: true });
  const names = definitions.map((file) => copyDefinition(join(shared, "corpus", "providers", file), home));
  const client = { providers: Object.fromEntries(names.map((name) => [name, {}])) };
  const config = join(home, "client", "client.json");
  writeFileSync(config, JSON.stringify(client));
  const out = join(home, "generated");
  const places = { root: home, config, isConfigGiven: true, definitions: [], out };
  const { issues, output } = await generate(places, new Reader(home));
  assert.ok(output, diagnosticsText(issues));
  return output.files.map(({ path, text }) => write(join(out, path), text));
}

function copyDefinition(file: string, folder: string): string {
  const text = readFileSync(file, "utf8");
  const { name } = JSON.parse(text) as { name: string };
  write(join(folder, "client", "providers", `${name}.json`), text);
  return name;
}

/** Names of providers have no digits. */
function lettersOf(number: number): string {
  return Array.from(String(number), (digit) => "abcdefghij".charAt(Number(digit))).join("");
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  return file;
}

test.run();
