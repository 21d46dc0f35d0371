import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Files } from "../../folder.js";
import { at, diffAfter, edited, projectWith } from "./project.js";

const test = suite("diff used at");

const create =
  'import { createAcme, type AcmeClient } from "./generated/providers/acme.js";\nconst pay = createAcme();\n';

interface Said {
  readonly changes: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** Class, what is known of the use, and the places, of each change. */
async function uses(code: string, edit: Files, options: object = {}, base: Files = {}): Promise<Said> {
  const { stdout, stderr } = await diffAfter({ ...projectWith(create + code), ...base }, edit, {
    format: "json",
    ...options,
  });
  assert.match(stdout, /^\{/, stderr);
  const { changes, notes } = JSON.parse(stdout) as {
    changes: { class: string; usage: string; usedAt?: { file: string; line: number; column: number }[] }[];
    notes: string[];
  };
  return {
    changes: changes.map(({ class: kind, usage, usedAt = [] }) => [
      kind,
      usage,
      ...usedAt.map(({ file, line, column }) => `${file}:${String(line - 2)}:${String(column)}`),
    ]),
    notes: notes.filter((note) => !note.includes("generate`")),
  };
}

const chargeChanged = edited((document) => {
  at(document, "components", "schemas", "Charge", "properties", "status")["enum"] = ["pending", "paid", "void"];
});
const refundsGone = edited((document) => delete at(document, "paths")["/refunds"]);
const limitDefault = edited((document) => {
  at(document, "components", "parameters", "Limit", "schema")["default"] = 50;
});

test("a breaking change is used where the code does not compile any more, and nowhere else", async () => {
  const reads = 'const [charge] = await pay.get("/charges").json();\nconsole.log(charge?.status);';
  const first = async (code: string) => (await uses(code, chargeChanged)).changes[0];
  assert.equal(await first(reads), ["breaking", "compiles", "src/pay.ts:1:24"]);
  const ends = `${reads}
switch (charge?.status) {
  case "paid": case "pending": case undefined: break;
  default: { const never: never = charge?.status as never; const none: never = charge?.status; void [never, none]; }
}`;
  assert.equal(await first(ends), ["breaking", "used", "src/pay.ts:5:66"]);
  assert.equal(await first('void pay.get("/refunds");'), ["breaking", "not used"]);
});

test("the compiler's message is in the data", async () => {
  const files = projectWith(`${create}void pay.get("/refunds");`);
  const { stdout } = await diffAfter(files, refundsGone, { format: "json" });
  const { changes } = JSON.parse(stdout) as { changes: { usedAt: { message?: string }[] }[] };
  assert.match(changes[0]?.usedAt[0]?.message ?? "", '"/refunds"');
});

/** Another rule turns the pages of charges. */
const pagesChanged = edited((document) => {
  const list = at(document, "paths", "/charges", "get");
  (list["parameters"] as object[]).push({ name: "page", in: "query", schema: { type: "integer", default: 1 } });
  at(list, "responses", "200")["headers"] = { Link: { schema: { type: "string" } } };
});

const listed = edited((document) => {
  const list = at(document, "paths", "/charges", "get");
  (list["parameters"] as object[]).push({ name: "page", in: "query", schema: { type: "integer", default: 1 } });
});

test("of another way to turn pages those calls are named that turn them, and those that are handed on", async () => {
  const code = `
void pay.get("/charges").items();
void pay.get("/charges").pages();
void pay.get("/charges").page();
void pay.get("/charges").json();
void (await pay.get("/charges"));
const later = pay.get("/charges");
void later;`;
  const files = { ...projectWith(create + code), ...listed };
  const { stdout } = await diffAfter(files, pagesChanged, { format: "json" });
  const { changes } = JSON.parse(stdout) as { changes: { sentence: string; usedAt?: { line: number }[] }[] };
  const change = changes.find(({ sentence }) => sentence.startsWith("pages of"));
  assert.is(change?.sentence, 'pages of "GET /charges" are now turned by the Link header (before: page number "page")');
  assert.equal(
    change?.usedAt?.map(({ line }) => line - 2),
    [2, 3, 4, 7],
  );
});

test("what does not compile with the present SDK either is no use", async () => {
  const code = 'const broken: number = "text";\nvoid pay.get("/nothing");\nvoid broken;';
  assert.equal((await uses(code, refundsGone)).changes[0], ["breaking", "not used"]);
});

test("of a behavioural change the calls are named, whatever the client is called", async () => {
  const code = `
void pay.get("/charges");
void (pay!)["get"]("/charges");
const PATH = "/charges";
export const send = (client: AcmeClient) => client.get(PATH);
export const other = new Map([["/charges", 1]]).get("/charges");
void pay.post("/charges", { json: { amount: 1 } });
void pay.untyped.get("/charges");
void pay.request("/charges", { method: "GET" });
const { get } = pay;
void get("/charges");
`;
  const places = ["2:6", "3:6", "5:45", "8:6", "9:6", "11:6"].map((place) => `src/pay.ts:${place}`);
  assert.equal(await uses(code, limitDefault), { changes: [["behavioural", "used", ...places]], notes: [] });
});

test("an operation that is gone is used where it is called, and its type where it is imported", async () => {
  const calls = 'void pay.get("/refunds");\nexport type { Refund } from "./generated/operations/acme.js";';
  assert.equal((await uses(calls, refundsGone)).changes, [
    ["breaking", "used", "src/pay.ts:1:14"],
    ["breaking", "used", "src/pay.ts:2:15"],
  ]);
  const [gone, type] = (await uses("", refundsGone)).changes;
  assert.equal(
    [gone, type],
    [
      ["breaking", "not used"],
      ["compatible", "not used"],
    ],
  );
});

test("a name that requests no longer have is used where a variable still has it, though code compiles", async () => {
  const gone = edited((document) => {
    delete at(document, "components", "schemas", "Charge", "properties")["status"];
  });
  const code = `
const query = { page: 2, limit: 10 };
void pay.get("/charges", { query });
void pay.get("/charges", { query: { limit: 10 } });
const body = { json: { amount: 1, status: "paid" as const } };
void pay.post("/charges", body);
void pay.post("/charges", { json: { amount: 1 } });`;
  const { changes } = await uses(code, gone, { used: true }, listed);
  assert.equal(
    new Set(changes.map((each) => each.join(" "))),
    new Set(["breaking used src/pay.ts:3:6", "breaking used src/pay.ts:6:6"]),
  );
});

test("an error belongs to the change that the compiler names first, and a switch to the enum", async () => {
  const several = edited((document) => {
    const charge = at(document, "components", "schemas", "Charge", "properties");
    at(charge, "status")["enum"] = ["pending", "paid", "void"];
    charge["total"] = charge["amount"];
    delete charge["amount"];
    at(document, "components", "schemas", "Charge")["required"] = ["id", "total"];
  });
  const code = `
type Charge = Awaited<ReturnType<typeof read>>;
const read = async () => (await pay.get("/charges/{id}", { params: { id: "1" } }).json());
const names: Record<NonNullable<Charge["status"]>, string> = { paid: "p", pending: "w" };
function word(status: NonNullable<Charge["status"]>): string {
  switch (status) {
    case "paid": return "p";
    case "pending": return names.pending;
  }
}
void read().then(({ amount, status = "paid" }) => [amount, word(status)]);`;
  const { changes } = await uses(code, several, { used: true });
  assert.equal(
    new Set(changes.map(([, , ...places]) => places.join(" "))),
    new Set(["src/pay.ts:4:7 src/pay.ts:5:55", "src/pay.ts:11:21"]),
  );
});

test("--used shows and judges only what is used", async () => {
  const both = edited((document) => {
    delete at(document, "paths")["/refunds"];
    at(document, "paths")["/more"] = { get: { responses: {} } };
  });
  const left = "3 changes that your code does not use are not shown";
  assert.equal(await uses('void pay.get("/charges");', both, { used: true }), { changes: [], notes: [left] });
  const status = async (code: string) =>
    (await diffAfter(projectWith(create + code), both, { used: true, "fail-on": "breaking" })).status;
  assert.is(await status('void pay.get("/charges");'), 0);
  assert.is(await status('void pay.get("/refunds");'), 1);
});

test("W5: a member of an enum that an answer gains fails only where code has to know all", async () => {
  const status = async (code: string) =>
    (await diffAfter(projectWith(create + code), chargeChanged, { used: true, "fail-on": "breaking" })).status;
  const reads = 'const [charge] = await pay.get("/charges").json();\n';
  assert.is(await status(`${reads}console.log(charge?.status);`), 0);
  assert.is(await status(`${reads}export const known: "paid" | "pending" | undefined = charge?.status;`), 1);
});

for (const [what, code, files, why] of [
  [
    "a path that is computed",
    "export const any = (path: string) => pay.untyped.get(path);",
    {},
    /1 call could not be read: "src\/pay\.ts:3:38"/,
  ],
  [
    "a client that becomes any",
    "declare function take(client: any): void;\ntake(pay);",
    {},
    /1 call could not be read: "src\/pay\.ts:4:6"/,
  ],
  [
    "JavaScript that is not checked",
    "",
    { "src/more.js": 'import { createAcme } from "./generated/providers/acme.js";' },
    /"src\/more\.js" is JavaScript that is not checked/,
  ],
  ["a component", "", { "src/View.vue": "<script>1</script>" }, /"src\/View\.vue" is not read/],
  [
    "code that is nested too deeply",
    `export const all = ${"[".repeat(20_000)}${"]".repeat(20_000)};`,
    {},
    /nested too deeply/,
  ],
  [
    "a package that others may install",
    "",
    { "package.json": { name: "acme-sdk", type: "module", exports: "./src/pay.js" } },
    /is not private: code outside/,
  ],
] as const) {
  test(`not known, and so used: ${what}`, async () => {
    const project = { ...projectWith(create + code), ...files };
    const { stdout, status } = await diffAfter(project, refundsGone, { used: true, "fail-on": "breaking" });
    assert.match(stdout, /operation "GET \/refunds" was removed\n.*\n {13}not known/);
    assert.match(stdout, why);
    assert.is(status, 1);
  });
}

test("not known without a tsconfig", async () => {
  const { "tsconfig.json": _, ...files } = projectWith(create);
  const { stdout, status } = await diffAfter(files, refundsGone, { used: true, "fail-on": "breaking" });
  assert.match(stdout, /not fully known: there is no tsconfig\.json/);
  assert.is(status, 1);
});

test("JavaScript that uses no SDK, and what is not called, keep nobody from knowing", async () => {
  const files = {
    ...projectWith(create),
    "eslint.config.js": 'import { readFileSync } from "node:fs";\nexport default [readFileSync];',
  };
  const { stdout } = await diffAfter(files, refundsGone, { used: true });
  assert.match(stdout, "2 changes that your code does not use are not shown");
});

test("a document that is added breaks calls; without any it is harmless", async () => {
  const { "client/providers/acme.json": definition, ...files } = projectWith(create) as { [path: string]: object };
  const { openapi: _, ...untyped } = definition as { openapi: string };
  const before = (code: string) => ({ ...files, "client/providers/acme.json": untyped, "src/pay.ts": create + code });
  const said = async (code: string) =>
    (await diffAfter(before(code), { "client/providers/acme.json": definition }, { format: "markdown" })).stdout;
  assert.match(await said('void pay.get("/anything");'), /🔴 breaking \|.*OpenAPI document.*`src\/pay\.ts:3:14`/);
  assert.match(await said(""), /🟢 compatible \|.*OpenAPI document/);
});

// Named calls

const calls = "./generated/operations/acme.calls.js";

const chargesRenamed = edited((document) => {
  at(document, "paths", "/charges", "get")["operationId"] = "list_charges";
});

test("39: an id that a vendor changes is told with both names, and where code has the former", async () => {
  const code = `import { getCharges, getRefunds } from "${calls}";
void getCharges(pay);
void getRefunds(pay);
void pay.get("/charges");`;
  const { stdout } = await diffAfter(projectWith(create + code), chargesRenamed, {});
  assert.match(stdout, 'the named call of "GET /charges" is now "listCharges", before "getCharges"');
  assert.match(stdout, /used at src\/pay\.ts:3:10\n/);
  assert.match(stdout, /1 change since .*: 1 breaking/);
});

test("39: nothing breaks by path, nor by another name", async () => {
  const code = `import { getRefunds } from "${calls}";\nvoid getRefunds(pay);\nvoid pay.get("/charges");`;
  assert.equal((await uses(code, chargesRenamed)).changes, [["compatible", "not used"]]);
  const options = { used: true, "fail-on": "breaking" } as const;
  const { stdout, status } = await diffAfter(projectWith(create + code), chargesRenamed, options);
  assert.match(stdout, "1 change that your code does not use is not shown");
  assert.is(status, 0);
});

test("39: a former name is found in whatever way code has it", async () => {
  const code = `import * as all from "${calls}";
void all.getCharges(pay);
void all["getCharges"](pay);
export { getCharges } from "${calls}";
const { getCharges } = await import("${calls}");
void getCharges(pay);
`;
  const places = ["2:10", "3:6", "4:10", "5:9"].map((place) => `src/pay.ts:${place}`);
  assert.equal((await uses(code, chargesRenamed)).changes, [["breaking", "used", ...places]]);
});

test("39: of a behavioural change the named calls are told, however they are called or handed on", async () => {
  const code = `import { getCharges as charges, getRefunds } from "${calls}";
import * as all from "${calls}";
void charges(pay);
void all.getCharges(pay);
void all["getCharges"](pay, { query: { limit: 1 } });
void getRefunds(pay);
const later = charges;
void later(pay);
void [charges, getRefunds].map((each) => each(pay));
const { getCharges } = await import("${calls}");
void getCharges(pay);
export { charges };
`;
  const places = ["3:6", "4:6", "5:6", "7:15", "8:6", "9:7", "9:42", "11:6"].map((place) => `src/pay.ts:${place}`);
  assert.equal(await uses(code, limitDefault), { changes: [["behavioural", "used", ...places]], notes: [] });
});

test("39: a breaking change of an operation is used where a named call of it does not compile", async () => {
  const code = `import { postCharges } from "${calls}";\nvoid postCharges(pay, { json: { amount: 1 } });`;
  const edit = edited((document) => {
    (at(document, "components", "schemas", "Charge")["required"] as string[]).push("status");
  });
  const [first] = (await uses(code, edit)).changes;
  assert.equal(first, ["breaking", "used", "src/pay.ts:2:25"]);
  const gone = (await uses(`import { getRefunds } from "${calls}";\nvoid getRefunds(pay);`, refundsGone)).changes;
  assert.equal(gone[0], ["breaking", "used", "src/pay.ts:1:10"]);
});

test("39: a name that stands for another operation now is told, though code compiles", async () => {
  const files = projectWith(`${create}import { refunds } from "${calls}";\nvoid refunds(pay);`);
  const withId = {
    ...files,
    ...edited((document) => {
      at(document, "paths", "/refunds", "get")["operationId"] = "refunds";
    }),
  };
  const moved = edited((document) => {
    const paths = at(document, "paths");
    paths["/v2/refunds"] = { get: { ...at(document, "paths", "/refunds", "get"), operationId: "refunds" } };
    delete paths["/refunds"];
  });
  const { stdout } = await diffAfter(withId, moved, { used: true });
  assert.match(stdout, 'the named call "refunds" is now "GET /v2/refunds", before "GET /refunds"');
  assert.match(stdout, /used at src\/pay\.ts:3:10/);
});

test("39: calls that are handed on all at once could be any", async () => {
  const code = `import * as all from "${calls}";\nexport const names = Object.keys(all);`;
  const { changes, notes } = await uses(code, limitDefault);
  assert.equal(changes, [["behavioural", "not known"]]);
  assert.match(notes.join(), '1 call could not be read: "src/pay.ts:4:34"');
});

test.run();
