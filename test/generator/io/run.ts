import { inputPlacesOf } from "#generator/project/places.js";
import type { Change } from "#generator/diff/change.js";
import { diffSince } from "#generator/diff/diff.js";
import { generate } from "#generator/generate.js";
import { loadProject } from "#generator/project/load-project.js";
import type { LoadedProject } from "#generator/project/project.js";
import { Reader } from "#generator/project/reader.js";
import { printLock } from "#generator/io/lock.js";
import type { PublicModel } from "#generator/emit/public-model.js";
import { readModel } from "#generator/emit/read-model.js";
import { upToDate } from "#generator/output/unchanged.js";
import type { Output } from "#generator/output/plan.js";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";

/** What `generate` would want to stand in a project's output folder; undefined where its input is not valid. */
export async function outputFor(folder: string): Promise<Output | undefined> {
  return (await generate(placesFor(folder), new Reader(folder))).output;
}

/** The output of a project with one provider, `acme`, that has this OpenAPI document. */
export function outputForDocument(document: object): Promise<Output | undefined> {
  const files = {
    "package.json": "{}",
    "client/openapi/acme.json": document,
    "client/providers/acme.json": {
      name: "acme",
      defaultService: "default",
      services: [{ id: "default", baseUrl: "https://api.acme.example" }],
      securitySchemes: [],
      openapi: "../openapi/acme.json",
    },
    "client/client.json": { providers: { acme: {} } },
  };
  return withFolder(files, outputFor);
}

/** The project that stands in a folder; undefined where it is not valid. */
export async function projectOf(folder: string): Promise<LoadedProject | undefined> {
  return (await loadProject(placesFor(folder), new Reader(folder))).project;
}

/** Whether the lock alone says that there is nothing to do. */
export function isUpToDate(folder: string): boolean {
  return upToDate(placesFor(folder)) !== undefined;
}

export function placesFor(folder: string): ReturnType<typeof inputPlacesOf> {
  return inputPlacesOf({ command: "generate", files: [], options: {} }, {}, { root: folder }, folder);
}

/** Every file of an output, the lock included. */
export function textsOf({ files, lock }: Output): { readonly [path: string]: string } {
  const texts = files.map(({ path, text }) => [path, text] as const);
  return { ...Object.fromEntries(texts), "sdkwright.lock.json": printLock(lock) };
}

/** Paths, without the lock, that differ between two outputs. */
export function changedPaths(base: Output, next: Output): string[] {
  const [before, after] = [textsOf(base), textsOf(next)];
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths.filter((path) => before[path] !== after[path] && path !== "sdkwright.lock.json");
}

/** The model in an output's lock, as it is printed and read. */
export function modelIn({ lock }: Output): PublicModel {
  const model = readModel(JSON.parse(JSON.stringify(lock.model)));
  assert.ok(model !== undefined, "the printed model cannot be read");
  return model;
}

/** What `diff` says between two outputs, of operations too. */
export async function changesBetween(base: Output, next: Output): Promise<readonly Change[]> {
  const beside = (path: string) => base.files.find((file) => file.path === path)?.text;
  const files = new Map(next.files.map(({ path, text }) => [path, text]));
  const diff = await diffSince(
    { kind: "lock", text: printLock(base.lock), name: "base", beside },
    modelIn(next),
    files,
  );
  assert.ok("changes" in diff, "the base cannot be read");
  return diff.changes;
}
