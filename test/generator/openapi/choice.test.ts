import { suite } from "uvu";
import * as assert from "uvu/assert";
import { documentOf, readDocument } from "./project.js";

const test = suite("the choice of operations");

const PATHS = documentOf({
  "/charges": { get: {}, post: {} },
  "/charges/{id}": { get: {}, delete: {} },
  "/charges/{id}/refunds": { post: {} },
  "/refunds": { get: {} },
  "/refunds/{id}/lines/{line}": { get: {} },
  "/a.b+c": { get: {} },
});

const ALL = [
  "get /charges",
  "post /charges",
  "get /charges/{id}",
  "delete /charges/{id}",
  "post /charges/{id}/refunds",
  "get /refunds",
  "get /refunds/{id}/lines/{line}",
  "get /a.b+c",
];

async function chosen(
  choice: object,
  idempotent: object = {},
): Promise<readonly [readonly string[] | undefined, readonly string[]]> {
  const { api, issues } = await readDocument(PATHS, { openapi: { file: "../openapi.json", ...choice }, idempotent });
  const aboutChoice = issues.filter((issue) => !issue.startsWith("SW1607"));
  return [api?.operations.map(({ method, path }) => `${method} ${path}`), aboutChoice];
}

const CASES: readonly (readonly [choice: object, expected: readonly string[]])[] = [
  [{}, ALL],
  [{ include: ["**"] }, ALL],
  [{ include: ["/**"] }, ALL],
  [{ include: ["GET /charges*"] }, ["get /charges"]],
  [{ include: ["get /charges/*"] }, ["get /charges/{id}"]],
  [{ include: ["/charges/{id}"] }, ["get /charges/{id}", "delete /charges/{id}"]],
  [{ include: ["/charges/**"] }, ALL.slice(0, 5)],
  [{ include: ["/refunds/**", "POST /charges"] }, ["post /charges", "get /refunds", "get /refunds/{id}/lines/{line}"]],
  [{ include: ["/**/lines/*"] }, ["get /refunds/{id}/lines/{line}"]],
  [{ include: ["/a.b+c"] }, ["get /a.b+c"]],
  [{ include: ["/charges**"], exclude: ["DELETE /**", "/**/refunds"] }, ALL.slice(0, 3)],
  [{ exclude: ["/charges/**", "/refunds/**"] }, ["get /a.b+c"]],
];

for (const [choice, expected] of CASES) {
  test(JSON.stringify(choice), async () => {
    assert.equal(await chosen(choice), [expected, []]);
  });
}

test("a pattern that matches nothing is a warning at its place", async () => {
  const [operations, issues] = await chosen({
    include: ["/charges", "PATCH /charges", "charges", "/a-b+c"],
    exclude: ["/gone", "POST /charges"],
  });
  assert.equal(operations, ["get /charges"]);
  assert.equal(
    issues.map((issue) => issue.replace(/:\d+:\d+/, "")),
    ["include/1", "include/2", "include/3", "exclude/0"].map(
      (place) =>
        `SW1608 client/providers/acme.json /openapi/${place}: this pattern matches no operation of the document`,
    ),
  );
});

test("so is a pattern of `idempotent` that matches nothing", async () => {
  const [, issues] = await chosen(
    {},
    { "POST /charges": true, "/refunds/**": false, "POST /search": true, "PUT /charges": true },
  );
  assert.equal(
    issues.map((issue) => issue.replace(/:\d+:\d+/, "")),
    ["POST ~1search", "PUT ~1charges"].map(
      (key) =>
        `SW1608 client/providers/acme.json /idempotent/${key}: this pattern matches no operation of the document`,
    ),
  );
});

test("a choice of nothing is a warning too", async () => {
  const [operations, issues] = await chosen({ exclude: ["/**"] });
  assert.equal(operations, []);
  assert.match(issues.join("\n"), /^SW1609 [^\n]+$/);
});

test("a pattern of many stars takes no longer than any other", async () => {
  const document = documentOf({ [`/${"a".repeat(3000)}`]: { get: {} } });
  const { api } = await readDocument(document, { openapi: { file: "../openapi.json", include: ["/*a*a*a*a*a*a*ab"] } });
  assert.equal(api?.operations, []);
});

test("what is not chosen is not noted either", async () => {
  const document = documentOf({ "/a": { get: {} }, "/b": { get: { parameters: 5 }, trace: {} } });
  const { issues } = await readDocument(document, { openapi: { file: "../openapi.json", include: ["/a"] } });
  assert.equal(issues, []);
});

test.run();
