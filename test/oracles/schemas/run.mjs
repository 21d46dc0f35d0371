// `check` of @sdkwright/runtime/validate, judged by the JSON Schema Test Suite. Usage: node run.mjs
import { check } from "@sdkwright/runtime/validate";
import { COUNTED_VERSION, countsOf, exceptionOf } from "./exceptions.mjs";
import { fetchSuite, groupsOf } from "./suite.mjs";

const DRAFTS = { draft7: "http://json-schema.org/draft-07/schema#", "draft2020-12": undefined };

const { version, missing } = fetchSuite();
if (missing === undefined) judge();
else console.log(`skipped: the JSON Schema Test Suite, because it cannot be had here (${missing})`);

function judge() {
  const problems = Object.keys(DRAFTS).flatMap(judgeDraft);
  if (version !== COUNTED_VERSION)
    console.log(`schemas: version ${version}; only of ${COUNTED_VERSION} counts are held`);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function judgeDraft(draft) {
  const tests = testsOf(draft);
  const differing = tests.filter(({ schema, data, valid }) => (check(schema, data).length === 0) !== valid);
  const strange = differing.filter((test) => exceptionOf(test) === undefined);
  const counts = Object.entries(countsOf(draft)).map(([name, expected]) => {
    return { name, expected, found: differing.filter((test) => exceptionOf(test) === name).length };
  });
  const explained = counts.filter(({ found }) => found > 0).map(({ name, found }) => `${found} ${name}`);
  console.log(
    `schemas: ${tests.length} tests of ${draft}, ${tests.length - differing.length} agree, ` +
      `${differing.length - strange.length} differ under named exceptions (${explained.join(", ")}), ${strange.length} unexplained`,
  );
  return [
    ...(tests.length === 0 ? [`${draft}: no tests found`] : []),
    ...strange.map(({ name, valid }) => `${name}: ${valid ? "allowed" : "refused"} by the suite alone`),
    ...(version === COUNTED_VERSION ? miscounted(counts) : []).map((text) => `${draft}: ${text}`),
  ];
}

function miscounted(counts) {
  const others = counts.filter(({ found, expected }) => found !== expected);
  return others.map(({ name, found, expected }) => `${found} tests differ by "${name}", not ${expected}`);
}

function testsOf(draft) {
  return groupsOf(draft).flatMap(({ name, schema, tests }) =>
    tests.map(({ description, data, valid }) => {
      return { name: `${name}: ${description}`, schema: inDialect(schema, DRAFTS[draft]), data, valid };
    }),
  );
}

function inDialect(schema, dialect) {
  return typeof schema === "boolean" || dialect === undefined ? schema : { $schema: dialect, ...schema };
}
