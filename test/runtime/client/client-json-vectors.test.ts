import { ConfigurationError } from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import { normalizeProvider, parseProvider, pointerSegments, shownPointer } from "@sdkwright/runtime/config";
import { bindClient, type ClientParts } from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clientCases } from "../../vectors/client-cases.js";
import { type ClientCase, plainDefinition } from "../../vectors/format-case.js";

const test = suite("clientJson, the vectors of the formats");

/** Read from files, so only the generator finds them: other names or versions in documents, keys of input schemas. */
const FROM_FILES = new Set(["SW1316", "SW1318"]);
/** What has no document says "was not generated" instead of "is not in the document". */
const AT_RUN_TIME: { readonly [code: string]: string } = { SW1317: "SW1319" };

for (const item of clientCases) {
  const expected = (item.issues ?? [])
    .filter(({ severity = "error", code }) => severity === "error" && !FROM_FILES.has(code))
    .map(({ code, pointer }) => `${AT_RUN_TIME[code] ?? code} ${shownPointer(pointer)}`);
  test(item.id, () => {
    const before = JSON.stringify(item.document);
    assert.equal(errorsOf(item).sort(), expected.sort());
    assert.is(JSON.stringify(item.document), before, "immutable");
    if (expected.length === 0) checkValues(item);
  });
}

function errorsOf(item: ClientCase): string[] {
  try {
    bindClient(generatedFor(item), { clientJson: clientJson(item.document as object) });
    return [];
  } catch (error) {
    assert.instance(error, ConfigurationError);
    const { issues, message } = error as ConfigurationError;
    assert.not.match(`${message} ${JSON.stringify(error)}`, /s3cret|uper\$ecret/);
    return issues.map(({ code, pointer }) => `${code} ${pointer}`);
  }
}

interface Loose {
  readonly [key: string]: unknown;
}

/** An SDK that was generated from everything that the case names, but for the use-cases that it says do not exist. */
function generatedFor({ document, providers = {}, issues = [] }: ClientCase): ClientParts {
  const root = record(document);
  const unknown = new Set(
    issues.flatMap(({ code, pointer }) => (code === "SW1317" ? pointerSegments(pointer).at(-1) : [])),
  );
  const definitions = Object.keys(record(root["providers"])).flatMap((name) => {
    const parsed = parseProvider(providers[name] ?? plainDefinition(name));
    return parsed.value === undefined
      ? []
      : [[name, { definition: { ...normalizeProvider(parsed.value), name }, configured: {} }]];
  });
  const profiles = Object.entries(record(root["profiles"])).map(([name, settings]) => [
    name,
    {
      name,
      priority: [],
      useCases: Object.fromEntries(
        useCasesOf(settings)
          .filter((useCase) => !unknown.has(useCase))
          .map((useCase) => [useCase, { providerFailover: false, input: {}, providers: {} }]),
      ),
    },
  ]);
  return { providers: Object.fromEntries(definitions), profiles: Object.fromEntries(profiles) };
}

function useCasesOf(profile: unknown): string[] {
  const levels = [profile, ...Object.values(record(record(profile)["providers"]))];
  return levels.flatMap((level) => Object.keys(record(record(level)["defaults"])));
}

function record(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** The normalised values, where they are found in what the client is bound to. */
function checkValues(item: ClientCase): void {
  const { profiles = {}, providers } = clientJson(item.document as object).configure(generatedFor(item));
  for (const [pointer, expected] of Object.entries(item.values ?? {})) {
    const [root, name = "", ...rest] = pointerSegments(pointer);
    if (root === "providers" && rest[0] === "security") {
      assert.equal(at(providers[name]?.configured?.credentials, rest.slice(1)), expected, pointer);
    } else if (root === "profiles") {
      checkProfileValue(profiles[name], rest, expected, pointer);
    }
  }
}

function checkProfileValue(profile: unknown, path: readonly string[], expected: unknown, pointer: string): void {
  const [field, key = "", level, useCase = "", value] = path;
  if (field === "priority") assert.equal(at(profile, ["priority"]), expected, pointer);
  if (field === "prioritySource")
    assert.is(at(profile, ["mappedOnly"]), expected === "all" ? true : undefined, pointer);
  if (field === "defaults" && level !== undefined)
    assert.equal(at(profile, ["useCases", key, level]), expected, pointer);
  if (field !== "providers" || level !== "defaults") return;
  const settings = at(profile, ["useCases", useCase, "providers", key]);
  if (value !== undefined) assert.equal(at(settings, [value]), expected, pointer);
  else if (expected === undefined && settings !== undefined) {
    assert.equal(settings, { input: {}, retryPolicy: undefined, failoverOn: undefined }, pointer);
  }
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, key) => record(found)[key], value);
}

test.run();
