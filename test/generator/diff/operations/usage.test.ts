import { suite } from "uvu";
import * as assert from "uvu/assert";
import { at, diffAfter, edited, projectWith } from "./project.js";

const test = suite("diff used at");

const create =
  'import { createAcme, type AcmeClient } from "./generated/providers/acme.js";\nconst pay = createAcme();\n';

/** The places that `diff` names for an edit, by class and sentence. */
async function uses(code: string, edit: ReturnType<typeof edited>, used = false): Promise<unknown> {
  const { stdout, stderr } = await diffAfter(projectWith(create + code), edit, { format: "json", used });
  assert.match(stdout, /^\{/, stderr);
  const { changes, notes } = JSON.parse(stdout) as {
    changes: { class: string; sentence: string; usedAt?: Place[]; perhapsUsedAt?: Place[] }[];
    notes: string[];
  };
  const places = (some: Place[] = []) => some.map(({ file, line, column }) => `${file}:${line - 2}:${column}`);
  return {
    changes: changes.map((change) => [
      change.class,
      ...places(change.usedAt),
      ...places(change.perhapsUsedAt).map((it) => `perhaps ${it}`),
    ]),
    notes: notes.filter((note) => !note.includes("generate`")),
  };
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const chargeChanged = edited((document) => {
  at(document, "components", "schemas", "Charge", "properties", "status")["enum"] = ["pending", "paid", "void"];
});
const refundsGone = edited((document) => delete at(document, "paths")["/refunds"]);

test("a call is found by the name of the client's provider, whatever the client is called", async () => {
  const code = `
void pay.get("/charges");
void (pay!)["get"]("/charges/{id}", { params: { id: "1" } });
const PATH = "/charges";
export const send = (client: AcmeClient) => client.post(PATH, { json: { amount: 1 } });
export const other = new Map([["/charges", 1]]).get("/charges");
void pay.delete("/charges/{id}", { params: { id: "1" } });
void pay.untyped.get("/charges");
void pay.head("/charges");
void pay.request("/charges", { method: "POST" });
`;
  assert.equal(await uses(code, chargeChanged), {
    changes: [["breaking", ...["2:6", "3:6", "5:45", "8:6", "9:6", "10:6"].map((place) => `src/pay.ts:${place}`)]],
    notes: [],
  });
});

test("unions of literals count, and type parameters as what they extend", async () => {
  const code = `
export const any = (path: "/refunds" | "/charges") => pay.untyped.get(path);
export function some<P extends "/refunds">(path: P) {
  return pay.get(path);
}
`;
  assert.equal(await uses(code, refundsGone), {
    changes: [["breaking", "src/pay.ts:2:55", "src/pay.ts:4:10"], ["compatible"]],
    notes: [],
  });
});

test("a function of ours without the client that it came from may be of any provider", async () => {
  const code = `
const { get } = pay;
void get("/refunds");
export const send = (client: Pick<AcmeClient, "get">) => client.get("/refunds");
export const fetched = (client: { get(path: string): void }) => client.get("/refunds");
`;
  assert.equal(await uses(code, refundsGone), {
    changes: [["breaking", "perhaps src/pay.ts:3:6", "perhaps src/pay.ts:4:58"], ["compatible"]],
    notes: [],
  });
});

test("calls that cannot be read are counted, and then every breaking change counts", async () => {
  const code = `
export const any = (path: string) => pay.untyped.get(path);
export const method = (method: string) => pay.request("/charges", { method });
`;
  const notes = [`2 calls could not be read: "src/pay.ts:4:38", "src/pay.ts:5:43"`];
  assert.equal(await uses(code, refundsGone), { changes: [["breaking"], ["compatible"]], notes });
  const left = "1 change of what no code uses is not shown";
  assert.equal(await uses(code, refundsGone, true), { changes: [["breaking"]], notes: [...notes, left] });
});

test("--used shows and judges only what is used", async () => {
  const both = edited((document) => {
    delete at(document, "paths")["/refunds"];
    at(document, "components", "schemas", "Problem", "properties")["title"] = { type: "integer" };
    at(document, "paths")["/more"] = { get: { responses: {} } };
  });
  const left = "3 changes of what no code uses are not shown";
  const call = 'void pay.get("/charges/{id}", { params: { id: "1" } });';
  assert.equal(await uses(call, both, true), {
    changes: [["breaking", "src/pay.ts:1:6"]],
    notes: [left],
  });
  const files = projectWith(create + 'void pay.get("/charges");');
  assert.is((await diffAfter(files, both, { "fail-on": "breaking" })).status, 1);
  assert.is((await diffAfter(files, both, { "fail-on": "breaking", used: true })).status, 0);
  assert.is((await diffAfter(projectWith(create + call), both, { "fail-on": "breaking", used: true })).status, 1);
});

test("a type that can no longer be imported is breaking where code imports it", async () => {
  const names = `
import type { Refund } from "./generated/operations/acme.js";
export type { Charge, Refund as R } from "./generated/operations/acme.js";
export type X = [Refund, import("./generated/operations/acme.js").Refund];
`;
  assert.equal(await uses(names, refundsGone), {
    changes: [["breaking"], ["breaking", "src/pay.ts:2:15", "src/pay.ts:3:23", "src/pay.ts:4:26"]],
    notes: [],
  });
  const all = 'import type * as Acme from "./generated/operations/acme.js";\nexport type X = Acme.Refund;\n';
  assert.equal(await uses(all, refundsGone), {
    changes: [["breaking"], ["breaking", "perhaps src/pay.ts:1:28"]],
    notes: [],
  });
});

test("a document that is added breaks calls; without any it is harmless", async () => {
  const { "client/providers/acme.json": definition, ...files } = projectWith(create) as { [path: string]: object };
  const { openapi: _, ...untyped } = definition as { openapi: string };
  const after = { "client/providers/acme.json": definition };
  const before = (code: string) => ({ ...files, "client/providers/acme.json": untyped, "src/pay.ts": create + code });
  const said = async (code: string) => (await diffAfter(before(code), after, { format: "markdown" })).stdout;
  assert.match(
    await said('void pay.get("/anything");'),
    /🔴 breaking \|.*operations of an OpenAPI document.*`src\/pay\.ts:3:6`/,
  );
  assert.match(await said(""), /🟢 compatible \|.*operations of an OpenAPI document/);
  const gone = await diffAfter(projectWith(`${create}void pay.get("/charges");`), {
    "client/providers/acme.json": untyped,
  });
  assert.match(gone.stdout, /^breaking .*no longer has the operations.*\n.*\n {13}used at src\/pay\.ts:3:6\n/m);
});

for (const [what, code] of [
  ["sums", `export const text = ${'"abc" +\n'.repeat(5000)}"";\nvoid pay.get("/refunds");`],
  ["sums of calls", `export const sum = ${'pay.get("/refunds") + '.repeat(3000)}"";`],
  ["calls of what calls give", `void pay.get("/refunds")${".then()".repeat(500)};`],
] as const) {
  test(`${what} may be long`, async () => {
    const said = (await uses(code, refundsGone)) as { changes: string[][]; notes: string[] };
    assert.match(String(said.changes[0]?.[1]), "src/pay.ts:");
    assert.equal(said.notes, []);
  });
}

test("where TypeScript cannot follow code every change counts", async () => {
  const note =
    "where code uses what changed is not known, so every change counts: some code is nested too deeply to be read";
  for (const code of [
    `export const all = ${"[".repeat(20_000)}${"]".repeat(20_000)};`,
    `void pay.get("/refunds")${".then()".repeat(20_000)};`,
    `void pay${"!".repeat(20_000)}.get("/refunds");`,
  ]) {
    for (const used of [false, true]) {
      assert.equal(await uses(code, refundsGone, used), { changes: [["breaking"], ["breaking"]], notes: [note] });
    }
  }
});

test("where nothing is known of the code every change counts, and a note says why", async () => {
  const files = projectWith(create);
  const { "tsconfig.json": tsconfig, ...bare } = files;
  const note = "note: where code uses what changed is not known, so every change counts: ";
  assert.match((await diffAfter(bare, refundsGone, { used: true })).stdout, `: 2 breaking.\n`);
  assert.ok((await diffAfter(bare, refundsGone, { used: true })).stdout.includes(`${note}there is no tsconfig.json\n`));
  const elsewhere = {
    ...files,
    "tsconfig.json": { ...(tsconfig as object), include: ["tests"], files: ["src/other.ts"] },
    "src/other.ts": "",
    "src/pay.ts": "",
  };
  assert.ok((await diffAfter(elsewhere, refundsGone)).stdout.includes("no code imports the emitted modules"));
});

test.run();
