import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Files } from "../../folder.js";
import { at, diffAfter, edited, projectWith } from "./project.js";

const test = suite("diff --used leaves out no more than is unused");

const create = 'import { createAcme } from "./generated/providers/acme.js";\nexport const pay = createAcme();\n';
const call = `${create}void pay.get("/charges");\n`;

const definition = {
  name: "acme",
  defaultService: "default",
  services: [
    { id: "default", baseUrl: "https://api.acme.example" },
    { id: "files", baseUrl: "https://files.partner.example" },
  ],
  securitySchemes: [{ id: "admin", type: "http", scheme: "bearer" }],
  openapi: "../openapi/acme.json",
};
const client = { providers: { acme: { security: [{ id: "admin", token: "$ADMIN" }] } } };

/** GET /charges goes elsewhere. */
const moved = edited((next) => {
  at(next, "paths", "/charges", "get")["servers"] = [{ url: "https://files.partner.example" }];
});
/** GET /charges is asked with another parameter by default: other requests, to the same place. */
const otherRequest = edited((next) => {
  at(next, "components", "parameters", "Limit")["style"] = "spaceDelimited";
  at(next, "components", "parameters", "Limit")["schema"] = { type: "array", items: { type: "string" } };
});
const arrayBefore = edited((next) => {
  at(next, "components", "parameters", "Limit")["schema"] = { type: "array", items: { type: "string" } };
});

function project(code: Files): Files {
  const { "src/pay.ts": _, ...files } = projectWith("");
  return { ...files, "client/providers/acme.json": definition, "client/client.json": client, ...code };
}

async function usedOnly(code: Files, edit: Files): Promise<{ stdout: string; status: number | null }> {
  return diffAfter(project(code), edit, { used: true, "fail-on": "behavioural" });
}

test("a destination of credentials is never left out", async () => {
  const { stdout, status } = await usedOnly({ "src/pay.ts": `${create}void pay.get("/refunds");\n` }, moved);
  assert.match(stdout, /credential destination: "GET \/charges" of provider "acme" now uses service "files"/, stdout);
  assert.is(status, 1);
});

/** Code that calls GET /charges in a way that TypeScript cannot tell, or may. */
const UNTOLD: { readonly [title: string]: Files } = {
  "a path that is not known": { "src/pay.ts": `${create}void pay.get(process.argv[2] as never);\n` },
  "a client without types": { "src/pay.ts": `${create}const c: any = pay;\nvoid c.get("/charges");\n` },
  "a client that becomes any elsewhere": {
    "src/pay.ts": `${create}function send(c: any, path: string) { return c.get(path); }\nvoid send(pay, "/charges");\n`,
  },
  "a method by call": { "src/pay.ts": `${create}void pay.get.call(pay, "/charges");\n` },
  "a method by apply": { "src/pay.ts": `${create}void Reflect.apply(pay.get, pay, ["/charges"]);\n` },
  "a method as a value": { "src/pay.ts": `${create}void (["/charges"] as const).map(pay.get);\n` },
  "a method that was taken out": {
    "src/pay.ts": `${create}const { get } = pay;\nvoid (["/charges"] as const).map(get);\n`,
  },
  JavaScript: { "src/main.js": call },
  "JavaScript outside of the tsconfig": { "scripts/main.mjs": call.replace("./gen", "../src/gen") },
  "TypeScript outside of the tsconfig": { "scripts/main.ts": call.replace("./gen", "../src/gen") },
  Vue: { "src/App.vue": `<script setup lang="ts">\n${call}</script>\n` },
};

for (const [title, code] of Object.entries(UNTOLD))
  test(`what a call may meet stays: ${title}`, async () => {
    const before = { ...code, ...arrayBefore };
    const { stdout, status } = await usedOnly(before, otherRequest);
    assert.match(stdout, /^behavioural .*"GET \/charges"/m);
    assert.is(status, 1);
  });

test("a tsconfig in the output folder tells nothing of the code, nor do files that it leaves out", async () => {
  const after = {
    ...otherRequest,
    "src/generated/tsconfig.json": { extends: "../../tsconfig.json", include: ["./**/*.ts"] },
  };
  const { stdout, status } = await usedOnly({ "src/pay.ts": call, ...arrayBefore }, after);
  assert.match(stdout, /^behavioural .*"GET \/charges".*\n.*\n {13}used at src\/pay\.ts:3:6\n/m);
  assert.is(status, 1);
});

test("what no code uses is left out as before", async () => {
  const code = { "src/pay.ts": `${create}void pay.get("/refunds");\n`, "src/App.vue": "<script>\nlet x;\n</script>\n" };
  const { stdout, status } = await usedOnly({ ...code, ...arrayBefore }, otherRequest);
  assert.match(stdout, /^No changes since .*\nnote: 1 change of what no code uses is not shown\n/, stdout);
  assert.is(status, 0);
});

test.run();
