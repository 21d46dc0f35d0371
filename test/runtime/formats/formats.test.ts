import {
  checkReferences,
  type Issue,
  type Known,
  normalizeClient,
  normalizeProvider,
  parseClient,
  parseProfile,
  parseProvider,
  pointerSegments,
} from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clientCases } from "../../vectors/client-cases.js";
import { type ClientCase, type FormatCase, plainDefinition } from "../../vectors/format-case.js";
import { providerCases } from "../../vectors/provider-cases.js";

const test = suite("formats");

for (const item of clientCases) {
  test(`client ${item.id}`, () => {
    const before = JSON.stringify(item.document);
    const { value, sound, issues } = parseClient(freeze(item.document));
    const references = sound === undefined ? [] : checkReferences(sound, known(item));
    check(item, [...issues, ...references], value && normalizeClient(freeze(value)));
    assert.is(JSON.stringify(item.document), before, "immutable");
  });
}

for (const item of providerCases) {
  test(`provider ${item.id}`, () => {
    const { value, issues } = parseProvider(freeze(item.document));
    check(item, issues, value && normalizeProvider(freeze(value)));
  });
}

function check(item: FormatCase, issues: readonly Issue[], normalized: unknown): void {
  const found = issues.map(
    ({ code, severity, pointer, target }) => `${severity} ${code} ${pointer} ${target ?? "value"}`,
  );
  const expected = (item.issues ?? []).map(
    ({ code, severity = "error", pointer, target = "value" }) => `${severity} ${code} ${pointer} ${target}`,
  );
  assert.equal(found.sort(), expected.sort());
  for (const { pointer, code, says = [] } of item.issues ?? []) {
    const issue = issues.find((other) => other.pointer === pointer && other.code === code);
    for (const text of says)
      assert.ok(`${issue?.message} (${issue?.hint})`.includes(text), `${text} in ${issue?.message} (${issue?.hint})`);
  }
  assert.not.match(JSON.stringify(issues), /s3cret|uper\$ecret/);
  for (const [pointer, value] of Object.entries(item.values ?? {}))
    assert.equal(at(normalized, pointer), value, pointer);
}

function known({ document, providers = {}, profiles = {} }: ClientCase): Known {
  const named = Object.keys((document as { providers?: object } | null)?.providers ?? {});
  const definitions = named.flatMap((name) => {
    const parsed = parseProvider(name in providers ? providers[name] : plainDefinition(name));
    return parsed.value === undefined ? [] : [[name, normalizeProvider(parsed.value)] as const];
  });
  const documents = Object.entries(profiles).flatMap(([name, json]) => {
    const profile = parseProfile(json).value;
    if (profile === undefined) return [];
    const inputs = Object.fromEntries(Object.entries(profile.usecases).map(([useCase, { input }]) => [useCase, input]));
    return [[name, { document: profile, useCases: Object.keys(profile.usecases), inputs }] as const];
  });
  return { providers: Object.fromEntries(definitions), profiles: Object.fromEntries(documents) };
}

function at(value: unknown, pointer: string): unknown {
  return pointerSegments(pointer).reduce<unknown>(
    (outer, key) =>
      typeof outer === "object" && outer !== null && Object.hasOwn(outer, key) ? outer[key as never] : undefined,
    value,
  );
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const item of Object.values(value)) freeze(item);
  return Object.freeze(value);
}

test.run();
