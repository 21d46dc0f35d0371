import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Issue, normalizeClient, normalizeProvider, parseClient, parseProvider } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { shared } from "../tree.js";

const test = suite("formats, over real documents");

function read(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(shared, "corpus", ...path), "utf8")) as unknown;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(shared, "corpus", folder));
}

function errors(issues: readonly Issue[]): string[] {
  return issues.filter(({ severity }) => severity === "error").map(({ code, pointer }) => `${code} ${pointer}`);
}

for (const folder of ["providers", "lookalikes"]) {
  for (const file of filesIn(folder)) {
    test(`${folder}/${file} is accepted`, () => {
      const { value, issues } = parseProvider(read(folder, file));
      assert.equal(errors(issues), []);
      assert.is(value && normalizeProvider(value).name, value?.name);
    });
  }
}

for (const file of filesIn("client-history")) {
  test(`client-history/${file}`, () => {
    const { value, issues } = parseClient(read("client-history", file));
    const isOld = /^0[012]/.test(file);
    assert.equal(errors(issues), isOld ? ["SW1311 /providers/tyntec/security/0"] : []);
    if (value !== undefined) assert.ok(Object.keys(normalizeClient(value).profiles).length > 0);
  });
}

test("client-history: 04 → 05 and 06 → 07 only reformat", () => {
  for (const [before, after] of [
    ["04", "05"],
    ["06", "07"],
  ] as const) {
    const [first, second] = [before, after].map((name) =>
      normalizeClient(parseClient(read("client-history", `${name}.json`)).value ?? {}),
    );
    assert.equal(first, second);
  }
});

test("client/install-playground.json is accepted", () => {
  assert.equal(parseClient(read("client", "install-playground.json")).issues, []);
});

test("broken documents give the diagnostics that they deserve", () => {
  assert.equal(errors(parseProvider(read("broken", "mailgun.json")).issues), ["SW1101 /paramters"]);
  assert.equal(errors(parseProvider(read("broken", "unverified-swapi.json")).issues), ["SW1203 /defaultService"]);
  assert.equal(errors(parseClient(read("broken", "misnested.json")).issues), [
    "SW1101 /providers/osm/auth",
    "SW1101 /providers/noop/auth",
  ]);
  assert.equal(errors(parseClient(read("broken", "client-station.json")).issues), [
    "SW1311 /providers/hubspot/security/0",
  ]);
});

test.run();
