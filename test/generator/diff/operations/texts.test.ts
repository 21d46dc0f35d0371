import { suite } from "uvu";
import * as assert from "uvu/assert";
import { changedPaths, changesBetween, outputForDocument } from "../../lock/run.js";

const test = suite("diff of comments");

type Schema = { [keyword: string]: unknown };

/** A document in which every place stands whose comment is emitted, and those places. */
function documentWith() {
  const schema = (): Schema => ({ type: "object", properties: { a: { type: "string" }, b: { enum: ["x", "y"] } } });
  const [form, parts, json, query, named, answer] = [schema(), schema(), schema(), schema(), schema(), schema()];
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const filter = { name: "filter", in: "query", content: { "application/json": { schema: query } } };
  const content = { "application/x-www-form-urlencoded": { schema: form }, "multipart/form-data": { schema: parts } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Acme", version: "1" },
    paths: {
      "/a": {
        parameters: [limit],
        post: {
          parameters: [filter],
          requestBody: { content: { ...content, "application/json": { schema: json } } },
          responses: { "200": { description: "", content: { "application/json": { schema: answer } } } },
        },
      },
      "/b": {
        post: {
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Named" } } } },
          responses: {},
        },
      },
    },
    components: { schemas: { Named: named } },
  };
  const property = ({ properties }: Schema) => (properties as { a: Schema }).a;
  const places: { readonly [name: string]: Schema } = {
    "a field of a form": property(form),
    "a part": property(parts),
    "a property of a body": property(json),
    "a property of a parameter": property(query),
    "a property of an answer": property(answer),
    "a property of a schema": property(named),
    "a parameter": limit,
    "a parameter's schema": limit.schema,
    "another parameter": filter,
    "a schema": named,
  };
  return { document, places };
}

const base = await outputForDocument(documentWith().document);

for (const place of Object.keys(documentWith().places)) {
  for (const [keyword, value] of Object.entries({ description: "New words.", title: "New words.", deprecated: true })) {
    test(`${keyword} of ${place}: named where a comment is emitted`, async () => {
      const { document, places } = documentWith();
      Object.assign(places[place] ?? {}, { [keyword]: value });
      const next = await outputForDocument(document);
      assert.ok(base !== undefined && next !== undefined);
      const isEmitted = changedPaths(base, next).includes("operations/acme.ts");
      const said = changesBetween(base, next).map((each) => `${each.class}: ${each.sentence}`);
      if (isEmitted) assert.match(said.join(), /^compatible: (?:descriptions of 1|.* deprecated now$)/);
      if (keyword === "description") assert.ok(isEmitted);
    });
  }
}

test.run();
