import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript-6";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { snapshots } from "../snapshots/cases.js";

const test = suite("completions");

const generated = join(snapshots, "typed-operations/generated");
const provider = join(generated, "providers/parcel-post.js");
const calls = join(generated, "operations/parcel-post.calls.ts");
const file = join(generated, "probe.ts");
const before = `import type { ParcelPostClient } from ${JSON.stringify(provider)};\ndeclare const post: ParcelPostClient;\n`;

/** An editor with some code, and the place in it where `|` stands. */
function editorOf(code: string): { readonly service: ts.LanguageService; readonly place: number } {
  const text = before + code;
  const place = text.indexOf("|", before.length);
  const service = ts.createLanguageService(hostOf(text.replace(/\|/g, (bar, at) => (at === place ? "" : bar))));
  return { service, place };
}

/** What an editor offers where `|` stands. */
function offered(code: string): string[] {
  const { service, place } = editorOf(code);
  return (service.getCompletionsAtPosition(file, place, {})?.entries ?? []).map(({ name }) => name);
}

/** What an editor says of one of them. */
function saidOf(name: string, code: string): string {
  const { service, place } = editorOf(code);
  const details = service.getCompletionEntryDetails(file, place, name, {}, undefined, {}, undefined);
  return textOf(details?.documentation);
}

function textOf(parts: readonly ts.SymbolDisplayPart[] = []): string {
  return parts.map(({ text }) => text).join("");
}

function hostOf(text: string): ts.LanguageServiceHost {
  const read = (path: string) => (path === file ? text : existsSync(path) ? readFileSync(path, "utf8") : undefined);
  return {
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    directoryExists: (path) => ts.sys.directoryExists(path),
    fileExists: (path) => path === file || existsSync(path),
    readFile: read,
    getScriptFileNames: () => [file, calls],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const content = read(path);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => snapshots,
    getCompilationSettings: () => ({ strict: true, module: ts.ModuleKind.NodeNext, types: [], noEmit: true }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  };
}

test("methods, and only those that the document has", () => {
  assert.equal(offered("post.|").sort(), ["delete", "get", "head", "name", "post", "put", "request", "untyped"]);
});

test("paths of a method", () => {
  assert.equal(offered('post.get("|")'), [
    "/parcels",
    "/parcels/{id}",
    "/parcels/{id}/label",
    "/depots/{ACCOUNT}/stock",
  ]);
});

test("options of an operation: its own and those of all requests", () => {
  assert.equal(
    offered('post.post("/parcels", { | })').sort(),
    [
      [
        "deadline",
        "from",
        "handle",
        "headers",
        "idempotencyKey",
        "idempotent",
        "json",
        "redirect",
        "requestTimeout",
        "retries",
        "retryPolicy",
      ],
      ["security", "service", "signal", "stream"],
    ].flat(),
  );
  assert.equal(offered('post.get("/parcels", { query: { | } })').sort(), ["limit", "status"]);
  assert.equal(offered('post.get("/parcels", { query: { status: "|" } })').sort(), ["moving", "there", "waiting"]);
  assert.equal(offered('post.get("/parcels/{id}", { params: { | } })'), ["id"]);
  assert.equal(offered('post.post("/parcels", { json: { | } })').sort(), ["grams", "within"]);
  assert.equal(offered('post.get("/parcels", { service: "|" })').sort(), ["default", "files"]);
});

test("documented statuses in `handle`", () => {
  assert.ok(offered('post.post("/parcels", { handle: [|] })').includes("402"));
  assert.ok(offered('post.get("/parcels/{id}", { handle: [|] })').includes("404"));
});

test("what an answer has", () => {
  const code = 'export const it = async () => (await post.get("/parcels/{id}", { params: { id: "1" } }).json()).|';
  assert.equal(offered(code).sort(), ["grams", "id", "status", "within"]);
});

const imported = 'import { createParcel, getParcel, listParcels } from "./operations/parcel-post.calls.js";\n';

test("options and documented statuses of a named call", () => {
  const byPath = offered('post.post("/parcels", { | })').sort();
  assert.equal(offered(`${imported}createParcel(post, { | })`).sort(), byPath);
  assert.equal(offered(`${imported}listParcels(post, { query: { status: "|" } })`).sort(), [
    "moving",
    "there",
    "waiting",
  ]);
  assert.ok(offered(`${imported}createParcel(post, { handle: [|] })`).includes("402"));
  assert.equal(offered(`${imported}listParcels(post, { service: "|" })`).sort(), ["default", "files"]);
});

test("parameters and properties of a body have their descriptions", () => {
  const calls = [
    ["id", 'post.get("/parcels/{id}", { params: { | } })', "The number on the label."],
    ["limit", 'post.get("/parcels", { query: { | } })', "How many, 100 at most."],
    ["grams", 'post.post("/parcels", { json: { | } })', "Weight."],
    ["id", "getParcel(post, { params: { | } })", "The number on the label."],
    ["limit", "listParcels(post, { query: { | } })", "How many, 100 at most."],
    ["grams", "createParcel(post, { json: { | } })", "Weight."],
  ] as const;
  for (const [name, call, text] of calls) assert.is(saidOf(name, imported + call), text, call);
});

test("over a named call there are its text and options; its definition is the function", () => {
  const { service, place } = editorOf(`${imported}void create|Parcel(post, { json: { grams: 1 }, headers: desk });`);
  const info = service.getQuickInfoAtPosition(file, place);
  assert.is(textOf(info?.documentation), "Hands in a parcel. `POST /parcels`");
  const shown = textOf(info?.displayParts);
  for (const part of ["client: ParcelPostClient<", "ParcelRequest", "Parcel-Desk"]) assert.match(shown, part);
  const [definition] = service.getDefinitionAtPosition(file, place) ?? [];
  assert.is(definition?.fileName, calls);
  const { textSpan = { start: 0, length: 0 } } = definition ?? {};
  const { start, length } = textSpan;
  assert.is(readFileSync(calls, "utf8").slice(start, start + length), "createParcel");
});

test("an editor imports a named call where it is not imported yet, and strikes a deprecated one through", () => {
  const { service, place } = editorOf("parcelsDel|");
  const offers = service.getCompletionsAtPosition(file, place, { includeCompletionsForModuleExports: true });
  const found = offers?.entries.find(({ name }) => name === "parcelsDelete");
  assert.is(found?.source, "./operations/parcel-post.calls.js");
  assert.match(found?.kindModifiers ?? "", "deprecated");
});

test.run();
