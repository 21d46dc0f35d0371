import { fillBaseUrl } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { markdownCode } from "#generator/diagnostics/github.js";
import { adding } from "../add/adding.js";
import { operationOf, readDocument } from "../openapi/project.js";

/** A pattern that is tried at each place of a run would take minutes with these. */
const test = suite("long texts are read in time that grows with their length");

const LONG = 300_000;

/** Of CPU. */
function within3Seconds<T>(work: () => T): T {
  const before = process.cpuUsage();
  const value = work();
  assert.ok(process.cpuUsage(before).user < 3_000_000);
  return value;
}

test("a value that is a base URL, with a path of slashes", () => {
  const value = `https://a.test/${"/".repeat(LONG)}x`;
  assert.ok("url" in within3Seconds(() => fillBaseUrl("{URL}/v2", () => value)));
});

test("text that is shown as code, of backslashes", () => {
  assert.is(within3Seconds(() => markdownCode("\\".repeat(LONG))).length, LONG + 2);
});

test("what stands behind a media type, of white space", async () => {
  const content = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`application/json;${" ".repeat(7000)}x${index}`, {}]),
  );
  const before = process.cpuUsage();
  await readDocument(operationOf({ responses: { 200: { description: "", content } } }));
  assert.ok(process.cpuUsage(before).user < 3_000_000);
});

test("a Swagger document's base path, of braces", async () => {
  const swagger = {
    swagger: "2.0",
    info: { title: "Acme", version: "1" },
    basePath: `/${"{a".repeat(LONG)}`,
    paths: {},
  };
  await adding({ "acme.json": swagger }, "acme.json", {}, ({ result, diagnostics }) => {
    assert.is(result.exitCode, 2);
    assert.match(diagnostics[0]?.message ?? "", '"host" or "basePath" is too long');
  });
});

test.run();
