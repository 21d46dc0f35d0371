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

/** `load` is `get` of a client; nothing of it stands where it is used. */
const api = { "src/api.ts": `${create}export const load = pay.get;\n` };
const again = { ...api, "src/again.ts": 'export { load as charges } from "./api.js";\n' };
/** Calls what it is given; that is known where it is given. */
const send = "export function send(client: any, path: string) { return client.get(path); }\n";
const setup = (code: string) => `<script setup lang="ts">\n${code}\n</script>\n`;
const importing = (names: string) => setup(`import { ${names} } from "./api";`);

/** The same in other modules, and in components, where no method is named. */
const UNNAMED: { readonly [title: string]: Files } = {
  "TypeScript, by import": { ...api, "src/main.ts": 'import { load } from "./api.js";\nvoid load("/charges");\n' },
  "TypeScript, by another name": {
    ...again,
    "src/main.ts": 'import { charges as c } from "./again.js";\nvoid c("/charges");\n',
  },
  "TypeScript, by namespace": {
    ...again,
    "src/main.ts": 'import * as all from "./again.js";\nvoid all.charges("/charges");\n',
  },
  "a function in JavaScript outside of the tsconfig": {
    ...api,
    "scripts/main.mjs": 'import { load } from "../src/api.js";\nvoid load("/charges");\n',
  },
  "a client given away in JavaScript outside of the tsconfig": {
    "src/api.ts": create + send,
    "scripts/main.mjs": 'import { pay, send } from "../src/api.js";\nvoid send(pay, "/charges");\n',
  },
  "<script setup>, by another name": {
    ...api,
    "src/App.vue": setup('import { load as l } from "./api";\nvoid l("/charges");'),
  },
  "<script setup>, exported again": {
    ...again,
    "src/App.vue": setup('import { charges } from "./again";\nvoid charges("/charges");'),
  },
  "<script setup>, dynamic import": {
    ...api,
    "src/App.vue": setup('const m = await import("./api");\nvoid m.load("/charges");'),
  },
  "<script setup>, a computed method": {
    "src/api.ts": `${create}export const VERB = "get" as const;\n`,
    "src/App.vue": setup('import { pay as p, VERB } from "./api";\nvoid p[VERB]("/charges");'),
  },
  "<script setup>, a client that is given away": {
    "src/api.ts": create + send,
    "src/App.vue": setup('import { pay, send } from "./api";\nvoid send(pay, "/charges");'),
  },
  "a template alone": {
    ...api,
    "src/App.vue": `${importing("load")}<template><p @click="load('/charges')" /></template>\n`,
  },
  "a template that hands on": {
    ...api,
    "src/App.vue": `${importing("load")}<template><Query :by="load" path="/charges" /></template>\n`,
  },
  "a template with what is there everywhere": {
    ...api,
    "src/App.vue": '<template><Query :by="load" path="/charges" /></template>\n',
  },
  "a template with props of a slot": {
    ...api,
    "src/App.vue": "<template><Api v-slot=\"{ get: g }\">{{ g('/charges') }}</Api></template>\n",
  },
  Svelte: {
    ...api,
    "src/App.svelte": '<script>\n  import { load } from "./api";\n</script>\n{#await load("/charges")}…{/await}\n',
  },
  Astro: {
    ...api,
    "src/a.astro": '---\nimport { load } from "./api";\nconst found = await load("/charges");\n---\n<p>{found}</p>\n',
  },
};

for (const [title, code] of Object.entries({ ...UNTOLD, ...UNNAMED }))
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

test("a type that a component alone names, and a file that no tsconfig has", async () => {
  const names = 'import type { Refund } from "../src/generated/operations/acme.js";\nlet x: Refund;\n';
  const gone = edited((next) => delete at(next, "paths")["/refunds"]);
  for (const [file, text, place] of [
    ["src/App.vue", setup(names), /perhaps used at src\/App\.vue:2/],
    ["scripts/types.ts", names, /used at scripts\/types\.ts:1/],
  ] as const) {
    const { stdout } = await usedOnly({ "src/pay.ts": create, [file]: text }, gone);
    assert.match(stdout, /^breaking .*type "Refund"/m);
    assert.match(stdout, place);
  }
});

test("what no code uses is left out as before", async () => {
  const code = {
    "src/pay.ts": `${create}void pay.get("/refunds");\n`,
    "src/App.vue": "<template>\n<p>Get the charges.</p>\n</template>\n<script>\nlet x;\n</script>\n",
  };
  const { stdout, status } = await usedOnly({ ...code, ...arrayBefore }, otherRequest);
  assert.match(stdout, /^No changes since .*\nnote: 1 change of what no code uses is not shown\n/, stdout);
  assert.is(status, 0);
});

test.run();
