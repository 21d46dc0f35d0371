import { suite } from "uvu";
import * as assert from "uvu/assert";
import { adding } from "../../add/adding.js";
import { sdkwright } from "../../sdkwright.js";
import { declarationOf, emit } from "./documents.js";

const test = suite("types of answers");

const ORDER = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const BYTES = { type: "string", format: "binary" };
const content = (type: string, schema: object = ORDER) => ({ description: "", content: { [type]: { schema } } });
const [JSON_ANSWER, NONE] = [content("application/json"), { description: "" }];

function moduleOf(answers: { readonly [operation: string]: object }): string {
  const paths = Object.entries(answers).map(([operation, responses]) => {
    const [method = "", path = ""] = operation.split(" ");
    return [path, { [method]: { responses } }] as const;
  });
  return emit({ openapi: "3.1.0", info: {}, paths: Object.fromEntries(paths) })?.module ?? "";
}

/** The declaration of the one operation that has these answers. */
function answersOf(responses: object, method = "get"): string {
  const name = `${method.charAt(0).toUpperCase()}${method.slice(1)}X`;
  return declarationOf(moduleOf({ [`${method} /x`]: responses }), name).replace(/^\{ options: \{\}; (.*) \}$/, "$1");
}

test("K2 2a: an answer without content beside JSON is `undefined`", () => {
  const order = "{ id: string }";
  assert.is(answersOf({ 200: JSON_ANSWER, 204: NONE }), `answers: { 200: ${order}; 204: undefined }; errors: {}`);
  // Neighbours: another status, a range, and 205 whatever is listed for it.
  assert.is(answersOf({ 200: JSON_ANSWER, 202: NONE }), `answers: { 200: ${order}; 202: undefined }; errors: {}`);
  assert.is(answersOf({ 201: JSON_ANSWER, "2XX": NONE }), `answers: { 201: ${order}; "2XX": undefined }; errors: {}`);
  assert.is(
    answersOf({ 200: JSON_ANSWER, 205: JSON_ANSWER }),
    `answers: { 200: ${order}; 205: undefined }; errors: {}`,
  );
});

test("K2: the definition lists operations whose empty 2xx is `undefined`; 204 and 205 are it anyway", async () => {
  const paths = {
    "/maybe": { get: { responses: { 200: JSON_ANSWER, 204: NONE } } },
    "/taken": { get: { responses: { 200: JSON_ANSWER, 202: NONE } } },
    "/none": { post: { responses: { 200: NONE } } },
  };
  const document = { openapi: "3.1.0", info: {}, servers: [{ url: "https://api.acme.example" }], paths };
  await adding({ "acme.json": document }, "acme.json", { name: "acme" }, async ({ folder, text }) => {
    assert.is((await sdkwright(folder, ["generate"])).status, 0);
    const [listed] = /emptyAnswers: \[[^\]]*\]/.exec(text("src/generated/providers/acme.definition.ts")) ?? [];
    assert.is(listed, 'emptyAnswers: ["GET /taken", "POST /none"]');
  });
});

test("NestJS: what the document does not list is unknown, and 204 has nothing", () => {
  assert.is(answersOf({ 200: NONE, 404: NONE }), "answers: { 200: unknown }; errors: { 404: unknown }");
  assert.is(answersOf({ 201: NONE }, "post"), "answers: { 201: unknown }; errors: {}");
  assert.is(answersOf({ 204: NONE }, "delete"), "answers: { 204: undefined }; errors: {}");
  assert.is(answersOf({ 201: NONE, 204: NONE }), "answers: { 201: unknown; 204: undefined }; errors: {}");
  assert.is(answersOf({ default: NONE }), "answers: { default: unknown }; errors: {}");
});

test("K5 neighbour: bytes of any type are no JSON", () => {
  const module = moduleOf({ "get /x": { 200: content("*/*", BYTES), 400: content("*/*") } });
  assert.match(declarationOf(module, "GetX"), "answers: { 200: never }; errors: { 400: { id: string } }");
  assert.match(module, "Answers besides JSON: 200 bytes.");
  assert.is(answersOf({ 200: content("*/*", { type: "string" }) }), "answers: { 200: string }; errors: {}");
});

test("Box: a documented redirect says in the operation's comment what another host needs", () => {
  const said = 'Redirects (302). To another host only with `crossOriginRedirects: "follow-anonymous"` of the client.';
  const file = { 200: content("application/octet-stream", BYTES), 302: { description: "The file's place." } };
  assert.match(moduleOf({ "get /x": file }), said);
  assert.match(moduleOf({ "get /x": { 307: NONE } }), said.replace("302", "307"));
  for (const [operation, status] of [
    ["get", 301],
    ["get", 304],
    ["post", 302],
  ] as const)
    assert.not.match(moduleOf({ [`${operation} /x`]: { 200: JSON_ANSWER, [status]: NONE } }), "Redirects");
});

test.run();
