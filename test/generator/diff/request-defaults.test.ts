import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Change } from "#generator/diff/change.js";
import { compareModels } from "#generator/diff/compare.js";
import type { PublicModel, PublicProvider } from "#generator/surface/public-model.js";
import { readModel } from "#generator/surface/read-model.js";
import { model } from "./models.js";

const test = suite("diff of what every request carries");

type Defaults = Partial<Pick<PublicProvider, "security" | "headers" | "securitySchemes">>;

function withDefaults(defaults: Defaults): PublicModel {
  return model(({ providers }) => Object.assign(providers["acme"] ?? {}, defaults));
}

function told(before: Defaults, after: Defaults): string[] {
  return compareModels(withDefaults(before), withDefaults(after)).map(line);
}

function line({ class: kind, credentialDestination, sentence, place }: Change): string {
  return `${kind}${credentialDestination === true ? "!" : ""}: ${sentence} @ ${place.path.join("/")}`;
}

const SAME = ['compatible: the lock says the same of provider "acme" in another way @ '];
const NAMELESS = 'behavioural!: requests to provider "acme" that name no scheme now use';

test("another default security: where a credential now goes is said", () => {
  assert.equal(told({}, { security: ["key"] }), [
    `${NAMELESS} "key", before none: "apikey" of scheme "key" from $ACME_KEY @ security`,
  ]);
  assert.equal(told({ security: ["key"] }, { security: ["user", "key"] }), [
    `${NAMELESS} "user" and "key", before "key" @ security`,
  ]);
  assert.equal(told({ security: ["key"] }, {}), [`${NAMELESS.replace("!", "")} none, before "key" @ security`]);
  assert.equal(told({ security: ["key", "user"] }, { security: ["user", "key"] }), SAME);
});

test("the order of two signatures decides what the first of them covers", () => {
  const signature = (header: string) => ({ type: "signature", headers: [header] }) as const;
  const key = { type: "apiKey", in: "header", name: "X-Key" } as const;
  const securitySchemes = { a: signature("x-a"), b: signature("x-b"), key };
  const by = (...security: string[]): Defaults => ({ securitySchemes, security });
  assert.equal(told(by("a", "b", "key"), by("b", "a", "key")), [
    `${NAMELESS.replace("!", "")} "b" and "a" and "key", before "a" and "b" and "key" @ security`,
  ]);
  assert.equal(told(by("a", "b", "key"), by("key", "a", "b")), SAME);
});

test("constant headers: their values only where they may be shown", () => {
  const version = (value: string): Defaults => ({ headers: { "X-Version": value } });
  assert.equal(told({}, version("1")), [
    'behavioural: requests to provider "acme" now carry the header "X-Version" @ headers/X-Version',
  ]);
  assert.equal(told(version("1"), {}), [
    'behavioural: requests to provider "acme" no longer carry the header "X-Version" @ headers',
  ]);
  assert.equal(told(version("1"), version("2")), [
    'behavioural: the header "X-Version" of requests to provider "acme" changed: now "2", before "1" @ headers/X-Version',
  ]);
  assert.equal(told(version("1"), version("sk-live-abc")), [
    'behavioural: the header "X-Version" of requests to provider "acme" changed @ headers/X-Version',
  ]);
  assert.equal(told(version("1"), { headers: { "x-version": "1" } }), [
    'compatible: the header "X-Version" of requests to provider "acme" is written "x-version" @ headers/x-version',
  ]);
});

test("a lock keeps both", () => {
  const kept = withDefaults({ security: ["key"], headers: { a: "1" } });
  assert.equal(readModel(JSON.parse(JSON.stringify(kept))), kept);
  const broken = withDefaults({ security: [1] as never });
  assert.is(readModel(broken), undefined);
});

test.run();
