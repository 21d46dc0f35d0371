import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { locate } from "#generator/diagnostics/locate.js";
import { apiOf, type ApiOrIssues } from "#generator/openapi/api-of.js";
import type { Api } from "#generator/openapi/api.js";
import { readNeighbours } from "#generator/openapi/neighbours.js";
import { operationsFiles, operationsOf } from "#generator/emit/operations/operations-of.js";
import { Reader } from "#generator/project/reader.js";
import { shared } from "../tree.js";
import { DEFINITION } from "../generator/openapi/project.js";

const test = suite("OpenAPI documents of the corpus");

const corpus = join(shared, "corpus");
const folders = ["operations", "openapi"].map((name) => join(corpus, name));
const documents = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:json|ya?ml)$/.test(file))
    .map((file) => join(folder, file))
    .sort(),
);

/** Reads a document with its neighbours. */
async function read(path: string): Promise<ApiOrIssues> {
  const reader = new Reader(dirname(path));
  const reading = await reader.read(path, "openapi");
  if (!("source" in reading)) throw new Error(reading.reason);
  const definition = reader.sourceOf(path, "definition", JSON.stringify(DEFINITION), DEFINITION);
  const neighbours = await readNeighbours(reading.source, async (file) => {
    const found = await reader.read(file, "openapi");
    return "source" in found ? found : { reason: found.reason };
  });
  return apiOf({ definition, source: reading.source, ...neighbours }, reader.budget);
}

/** Documents that are none of OpenAPI 3, or are there to be broken, by what is said of them. */
function expectedError(path: string): RegExp | undefined {
  const text = readFileSync(path, "utf8");
  if (/^\s*(?:"swagger"|'?swagger'?)\s*:/m.test(text)) return /^SW1601 .*Swagger 2\.0/;
  return /^\s*["']?openapi["']?\s*:/m.test(text) ? undefined : /^SW1601 .*(?:no "openapi"|no object)/;
}

for (const path of documents) {
  test(relative(corpus, path), async () => {
    const { api, issues } = await read(path);
    const diagnostics = locate(issues);
    for (const { severity, start, pointer } of diagnostics) {
      if (severity === "note") assert.ok(start !== undefined && pointer !== undefined);
    }
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const expected = expectedError(path);
    assert.is(errors.length, expected === undefined ? 0 : 1, errors.map(({ message }) => message).join("\n"));
    assert.is(api === undefined, expected !== undefined);
    if (expected !== undefined) assert.match(errors.map(({ code, message }) => `${code} ${message}`).join(), expected);
  });
}

const OPERATIONS: { readonly [file: string]: number } = {
  "operations/openai.yaml": 162,
  "operations/clerk.yaml": 207,
  "operations/box.json": 296,
  "operations/figma.yaml": 47,
  "operations/zoom-video.json": 0,
};

/** Those of Figma reach six schemas each, with long names, and every fourth has pages. */
const MOST_BYTES: { readonly [file: string]: number } = { "operations/figma.yaml": 1800 };

/** What `diff` compares stays small beside the types. */
function bytesPerOperation(api: Api): number {
  const services = { default: { baseUrl: "https://api.acme.example" } };
  const definition = { name: "acme", defaultService: "default", services, securitySchemes: {} };
  const parts = operationsOf({ file: "acme.json", json: DEFINITION, definition, api });
  const [, , model] = operationsFiles(parts);
  return Buffer.byteLength(model?.text ?? "") / api.operations.length;
}

for (const [file, count] of Object.entries(OPERATIONS)) {
  const path = join(corpus, file);
  test(`what diff compares of ${file} is small`, async () => {
    const { api } = await read(path);
    if (api === undefined || count === 0) return;
    const bytes = bytesPerOperation(api);
    assert.ok(bytes <= (MOST_BYTES[file] ?? 1500), `${bytes} bytes for each operation`);
  });
  test(`${file} has ${count} operations, and every reference in it leads somewhere`, async () => {
    const { api } = await read(path);
    assert.is(api?.operations.length, count);
    const references = new Set(readFileSync(path, "utf8").match(/(?<=\$ref["']?:\s+["'])#[^"']+/g));
    const document = api?.document;
    assert.equal(
      [...references].filter((reference) => document?.resolve(reference) === undefined),
      [],
    );
  });
}

test.run();
