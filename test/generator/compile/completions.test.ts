import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript-6";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { snapshots } from "../snapshots/cases.js";

const test = suite("completions");

const provider = join(snapshots, "typed-operations/generated/providers/parcel-post.js");
const file = join(snapshots, "typed-operations/generated/probe.ts");
const before = `import type { ParcelPostClient } from ${JSON.stringify(provider)};\ndeclare const post: ParcelPostClient;\n`;

/** What an editor offers where `|` stands. */
function offered(code: string): string[] {
  const text = before + code;
  const place = text.indexOf("|", before.length);
  const service = ts.createLanguageService(hostOf(text.replace(/\|/g, (bar, at) => (at === place ? "" : bar))));
  return (service.getCompletionsAtPosition(file, place, {})?.entries ?? []).map(({ name }) => name);
}

function hostOf(text: string): ts.LanguageServiceHost {
  const read = (path: string) => (path === file ? text : existsSync(path) ? readFileSync(path, "utf8") : undefined);
  return {
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    directoryExists: (path) => ts.sys.directoryExists(path),
    fileExists: (path) => path === file || existsSync(path),
    readFile: read,
    getScriptFileNames: () => [file],
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

test.run();
