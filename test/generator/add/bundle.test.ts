import { suite } from "uvu";
import * as assert from "uvu/assert";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Files } from "../folder.js";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { addIn, adding, documentOf } from "./adding.js";

const test = suite("add: bundle");

interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: unknown } };
  readonly components?: { readonly [kind: string]: { readonly [name: string]: unknown } };
}

function bundled(
  files: Files,
  target = "api/acme.json",
): Promise<{ document: Document; codes: readonly string[]; messages: readonly string[] }> {
  return adding(
    files,
    target,
    { name: "acme", service: ["default=https://a.example"] },
    ({ json, diagnostics, result }) => {
      assert.is(result.exitCode, 0, JSON.stringify(diagnostics));
      const document = json("client/openapi/acme.json") as Document;
      return {
        document,
        codes: diagnostics.flatMap(({ code }) => (code.startsWith("SW07") ? [code] : [])),
        messages: diagnostics.map(({ message }) => message),
      };
    },
  );
}

const get = (schema: object): object => ({
  get: { responses: { "200": { content: { "application/json": { schema } } } } },
});

test("what stands in other files becomes components with names, each once, circles too", async () => {
  const files = {
    "api/acme.json": documentOf({
      paths: {
        "/pets": get({ $ref: "schemas/pet.yaml" }),
        "/pets/first": get({ $ref: "./schemas/pet.yaml#" }),
        "/owners": {
          get: {
            parameters: [{ $ref: "common.json#/parameters/Page" }],
            responses: { 404: { $ref: "common.json#/responses/Missing" } },
          },
        },
        "/self": get({ $ref: "acme.json#/components/schemas/Own" }),
      },
      components: { schemas: { Own: { type: "string" } } },
    }),
    "api/schemas/pet.yaml":
      "type: object\nproperties:\n  owner: { $ref: '../common.json#/schemas/Owner' }\n  parent: { $ref: '#' }\n  own: { $ref: '../acme.json#/components/schemas/Own' }\n",
    "api/common.json": {
      parameters: { Page: { name: "page", in: "query", schema: { type: "integer" } } },
      responses: { Missing: { description: "no", headers: { X: { $ref: "#/headers/X" } } } },
      headers: { X: { schema: { type: "string" } } },
      schemas: {
        Owner: { type: "object", properties: { pets: { type: "array", items: { $ref: "schemas/pet.yaml" } } } },
      },
    },
  };
  const { document, codes } = await bundled(files);
  assert.equal(codes, []);
  const pet = { $ref: "#/components/schemas/pet" };
  assert.equal(document.paths["/pets"], get(pet));
  assert.equal(document.paths["/pets/first"], get(pet));
  assert.equal(document.paths["/self"], get({ $ref: "#/components/schemas/Own" }));
  assert.equal(document.components, {
    schemas: {
      Own: { type: "string" },
      pet: {
        type: "object",
        properties: {
          owner: { $ref: "#/components/schemas/Owner" },
          parent: pet,
          own: { $ref: "#/components/schemas/Own" },
        },
      },
      Owner: { type: "object", properties: { pets: { type: "array", items: pet } } },
    },
    parameters: { Page: { name: "page", in: "query", schema: { type: "integer" } } },
    responses: { Missing: { description: "no", headers: { X: { $ref: "#/components/headers/X" } } } },
    headers: { X: { schema: { type: "string" } } },
  });
});

test("a component that is a reference alone is what it refers to, and gives its name", async () => {
  const files = {
    "api/acme.json": documentOf({
      paths: { "/pets": get({ $ref: "x.json" }) },
      components: { schemas: { Animal: { $ref: "x.json" }, x: {} } },
    }),
    "api/x.json": { type: "object", properties: { next: { $ref: "#" } } },
  };
  const { document } = await bundled(files);
  const animal = { $ref: "#/components/schemas/Animal" };
  assert.equal(document.paths["/pets"], get(animal));
  assert.equal(document.components, { schemas: { Animal: { type: "object", properties: { next: animal } }, x: {} } });
});

test("names that are taken get a number; what has no place among components is inlined", async () => {
  const files = {
    "api/acme.json": documentOf({
      paths: {
        "/a": { $ref: "paths/a.json" },
        "/b": get({ $ref: "b.json#/Pet" }),
        "/c": get({ $ref: "b.json#/list/0" }),
      },
      components: { schemas: { Pet: { type: "string" } }, securitySchemes: { $ref: "b.json#/security" } },
    }),
    "api/paths/a.json": get({ $ref: "../b.json#/Pet" }),
    "api/b.json": {
      Pet: { type: "number" },
      list: [{ type: "boolean" }],
      security: { key: { type: "apiKey", in: "header", name: "K" } },
    },
  };
  const { document } = await bundled(files);
  assert.equal(document.paths["/a"], get({ $ref: "#/components/schemas/Pet2" }));
  assert.equal(document.paths["/b"], document.paths["/a"]);
  assert.equal(document.components?.["schemas"], {
    Pet: { type: "string" },
    Pet2: { type: "number" },
    list_0: { type: "boolean" },
  });
  assert.equal(document.components?.["securitySchemes"], { key: { type: "apiKey", in: "header", name: "K" } });
});

test("discriminators name components; examples, defaults and extensions are data", async () => {
  const data = { $ref: "cat.json" };
  const files = {
    "api/acme.json": documentOf({
      paths: {
        "x-paths": data,
        "/a": get({
          discriminator: {
            propertyName: "k",
            mapping: { cat: "cat.json", dog: "Dog", own: "#/x%20y", eel: "eel.json" },
          },
          oneOf: [{ $ref: "cat.json" }],
          example: data,
          default: data,
          "x-y": data,
          properties: { example: data },
        }),
      },
    }),
    "api/cat.json": { type: "object" },
    "api/eel.json": { type: "object" },
  };
  const { document, codes } = await bundled(files);
  const cat = { $ref: "#/components/schemas/cat" };
  const mapping = { cat: cat.$ref, dog: "Dog", own: "#/x%20y", eel: "#/components/schemas/eel" };
  assert.equal([codes, document.paths["x-paths"]], [[], data]);
  assert.equal(
    document.paths["/a"],
    get({
      oneOf: [cat],
      discriminator: { propertyName: "k", mapping },
      example: data,
      default: data,
      "x-y": data,
      properties: { example: cat },
    }),
  );
});

test("nothing outside of the document's folder is read, by a path or by a link; what is missing is a note", async () => {
  const references = [
    "../secret.json",
    "link.json",
    "/etc/hostname",
    "https://a.example/x.json",
    "//a.example/x",
    "nope.json",
    "broken.json",
    "ok.json#/nope",
  ];
  const files = {
    "secret.json": { type: "string" },
    "api/broken.json": "{",
    "api/ok.json": {},
    "api/acme.json": documentOf({ paths: { "/a": get({ oneOf: references.map(($ref) => ({ $ref })) }) } }),
  };
  await withFolder({ "package.json": "{}", ...files }, async (folder) => {
    symlinkSync(join(folder, "secret.json"), join(folder, "api/link.json"));
    const { result, diagnostics, json } = await addIn(folder, "api/acme.json");
    assert.is(result.exitCode, 0);
    assert.equal(
      diagnostics.map(({ code }) => code).filter((code) => code === "SW0707"),
      references.map(() => "SW0707"),
    );
    assert.equal(
      (json("client/openapi/acme-pay.json") as Document).paths["/a"],
      get({ oneOf: references.map(($ref) => ({ $ref })) }),
    );
  });
});

const SECRET = "s3cret-hunter2";

/** What stands beside a document in somebody's project, as it is there. */
const KEPT: Files = {
  ".env": `STRIPE_KEY=${SECRET}\n`,
  ".npmrc": `//registry.example/:_authToken=${SECRET}\n`,
  ".config/schema.json": { type: "string", default: SECRET },
  id_rsa: SECRET,
  "notes.txt": SECRET,
  "gcp-key.json": { type: "service_account", private_key: SECRET, client_email: "x@y.example" },
  "plain.yaml": SECRET,
  "database.yml": `default: { adapter: pg, password: ${SECRET} }\nproduction: { password: ${SECRET} }\n`,
  "secrets.json": { kind: "List", items: [{ kind: "Secret", type: "Opaque", data: { key: SECRET } }] },
  "client.json": { providers: { acme: { security: [{ id: "k", apikey: SECRET }] } } },
  // `init` writes `$schema`, and a default input may have whatever a schema has.
  "client.stage.json": {
    $schema: "node_modules/sdkwright/client.schema.json",
    providers: { acme: { security: [{ id: "k", apikey: SECRET }] } },
    profiles: { "a/b": { defaults: { C: { input: { type: "string" } } } } },
  },
};

for (const isLink of [false, true]) {
  test(`key files and configurations beside the document are no parts of it${isLink ? ", linked either" : ""}`, async () => {
    const all = Object.keys(KEPT).flatMap((file) => [file, `${file}#/default`, `${file}#/providers/acme/security/0`]);
    const oneOf = [...all, "link.json", "ok.json"].map(($ref) => ({ $ref }));
    const examples = Object.fromEntries(all.map(($ref, index) => [`e${index}`, { $ref }]));
    const content = { "application/json": { schema: { oneOf }, examples } };
    const paths = { "/a": { get: { responses: { 200: { description: "", content } } } } };
    const files = { "package.json": "{}", ...KEPT, "ok.json": { type: "string" }, "acme.json": documentOf({ paths }) };
    await withFolder(files, async (folder) => {
      symlinkSync(join(folder, ".env"), join(folder, "link.json"));
      const { result, text, diagnostics } = await addIn(folder, "acme.json", { name: "acme", link: isLink });
      assert.is(result.exitCode, 0, JSON.stringify(diagnostics));
      assert.match(result.summary, /It refers to these files:\n {2}ok\.json\n(?! {2})/);
      const document = isLink ? "acme.json" : "client/openapi/acme.json";
      assert.not.match(text(document) + result.summary + JSON.stringify(diagnostics), SECRET);
      const { status } = await sdkwright(folder, []);
      const lock = JSON.parse(text("src/generated/sdkwright.lock.json")) as { inputs: { openapi: object } };
      const hashed = Object.entries(lock.inputs.openapi).filter(([, hash]) => hash !== "not accepted");
      assert.equal([status, hashed.map(([file]) => file)], [0, isLink ? ["acme.json", "ok.json"] : [document]]);
      assert.is((await sdkwright(folder, ["check"])).status, 0);
    });
  });
}

test("circles of references alone, and of paths, come to an end", async () => {
  const files = {
    "api/acme.json": documentOf({ paths: { "/a": get({ $ref: "x.json#/a" }), "/b": { $ref: "p.json#/b" } } }),
    "api/x.json": { a: { $ref: "#/b" }, b: { $ref: "#/a" } },
    "api/p.json": { b: { $ref: "#/c" }, c: { $ref: "#/b" } },
  };
  const { document, codes } = await bundled(files);
  assert.equal(document.components, {
    schemas: { a: { $ref: "#/components/schemas/b" }, b: { $ref: "#/components/schemas/a" } },
  });
  assert.equal(codes, ["SW0707"]);
});

test("Swagger 2.0: what it refers to becomes definitions, and then all of it OpenAPI 3", async () => {
  const swagger = {
    swagger: 2.0,
    info: { title: "Acme", version: "1" },
    paths: {
      "/a": {
        get: { produces: ["application/json"], responses: { 200: { description: "", schema: { $ref: "x.json" } } } },
      },
    },
  };
  const { document } = await bundled({ "api/acme.json": swagger, "api/x.json": { type: "object" } });
  const inYaml = `# in YAML\n${JSON.stringify(swagger)}\n`;
  await adding({ "acme.yaml": inYaml }, "acme.yaml", { service: ["default=https://a.example"] }, ({ result }) => {
    assert.match(result.summary, /acme\.json +a copy of the document, converted from Swagger 2\.0 in YAML\n/);
  });
  assert.equal(document.paths["/a"], {
    get: {
      responses: {
        200: { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/x" } } } },
      },
    },
  });
  assert.equal(document.components, { schemas: { x: { type: "object" } } });
});

test.run();
