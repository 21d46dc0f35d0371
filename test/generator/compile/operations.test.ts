// Real documents and broken ones: whatever is emitted for them compiles, on every version of TypeScript.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate, type Generated } from "#generator/generate.js";
import { Reader } from "#generator/project/reader.js";
import { hasShared, root, shared } from "../../tree.js";
import { brokenDocuments } from "../operations/broken-documents.js";
import { emit } from "../operations/documents.js";
import { diagnosticsText } from "../snapshots/cases.js";
import { compilers } from "./compilers.js";

const test = suite("operations compile");

const folder = join(root, ".build", "operations");
/** The environment asks for more of them: the aim is 10,000. */
const count = Number(process.env["SDKWRIGHT_BROKEN"] ?? 200);
const BATCH = 500;

if (!hasShared) console.log("skipped: the corpus of OpenAPI documents is not here");
const corpus = hasShared ? await corpusFiles() : [];

for (const { version, check } of compilers) {
  test(`the SDK of every document of the corpus compiles on TypeScript ${version}`, async () => {
    if (corpus.length > 0) assert.is(await check(corpus), "");
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
async function corpusFiles(): Promise<readonly string[]> {
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
