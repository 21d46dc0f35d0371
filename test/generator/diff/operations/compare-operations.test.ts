import { suite } from "uvu";

import * as assert from "uvu/assert";
import { stringLiteral } from "#generator/names/quoting.js";
import { operation, schema, told, type Edit } from "./models.js";

const test = suite("diff operations");

const CASES: readonly (readonly [name: string, edit: Edit, told: readonly string[]])[] = [
  [
    "operation gone",
    ({ operations }) => delete operations["GET /report"],
    ['breaking: operation "GET /report" was removed @ acme paths /report get'],
  ],
  [
    "operation added",
    ({ operations }) => (operations["GET /x"] = { options: "{}", answers: {}, errors: {} }),
    ['compatible: operation "GET /x" was added @ acme paths /x get'],
  ],
  [
    "status more",
    schema("ChargeStatus", '"pending" | "paid" | "void"'),
    [
      'breaking: "ChargeStatus" has more values, in answers of "GET /charges", "GET /charges/{id}" and "POST /charges" @ acme components schemas ChargeStatus enum',
    ],
  ],
  [
    "charge property added",
    schema(
      "Charge",
      "{ id: string; amount: number; status: ChargeStatus; parent?: Charge | null; payer: Payer; x: string }",
    ),
    [
      'compatible: "x" of "Charge" was added, in answers of "GET /charges", "GET /charges/{id}" and "POST /charges" @ acme components schemas Charge properties x',
    ],
  ],
  [
    "charge property removed",
    schema("Charge", "{ id: string; status: ChargeStatus; parent?: Charge | null; payer: Payer }"),
    [
      'breaking: "amount" of "Charge" was removed, in answers of "GET /charges", "GET /charges/{id}" and "POST /charges" @ acme components schemas Charge properties',
    ],
  ],
  [
    "charge property optional",
    schema("Charge", "{ id: string; amount?: number; status: ChargeStatus; parent?: Charge | null; payer: Payer }"),
    [
      'breaking: "amount" of "Charge" is no longer required, in answers of "GET /charges", "GET /charges/{id}" and "POST /charges" @ acme components schemas Charge properties amount',
    ],
  ],
  [
    "payer property required",
    schema("Payer", "{ name: string; email: string }"),
    [
      'breaking: callers now have to give "email" of "Payer", in requests of "POST /charges" @ acme components schemas Payer properties email',
    ],
  ],
  [
    "payer type",
    schema("Payer", "{ name: string; email?: number }"),
    [
      'breaking: the type of "email" of "Payer" changed, in answers of "GET /charges", "GET /charges/{id}" and "POST /charges" and requests of "POST /charges" @ acme components schemas Payer properties email',
    ],
  ],
  [
    "request property",
    schema("ChargeRequest", "{ amount: number; currency: string; payer?: Payer }"),
    [
      'breaking: callers now have to give "currency" of "ChargeRequest", in requests of "POST /charges" @ acme components schemas Charge properties currency',
    ],
  ],
  [
    "request wider",
    schema("ChargeRequest", "{ amount: number | string; payer?: Payer }"),
    [
      'compatible: the type of "amount" of "ChargeRequest" changed, in requests of "POST /charges" @ acme components schemas Charge properties amount',
    ],
  ],
  [
    "problem",
    schema("Problem", "{ detail: string }"),
    [
      'breaking: "title" of "Problem" was removed, in answers of "GET /charges" and "POST /charges" @ acme components schemas Problem properties',
      'compatible: "detail" of "Problem" was added, in answers of "GET /charges" and "POST /charges" @ acme components schemas Problem properties detail',
    ],
  ],
  [
    "report",
    schema("Report", "{ rows: (string | number)[] } | { url: string } | { other: 1 }"),
    ['breaking: the type of "Report" changed, in answers of "GET /report" @ acme components schemas Report'],
  ],
  [
    "query required",
    operation("GET /charges", (it) => (it.options = "{ query: { limit: number; status?: ChargeStatus } }")),
    [
      'breaking: callers now have to give query parameter "limit" of "GET /charges" @ acme paths /charges get parameters limit',
    ],
  ],
  [
    "query removed",
    operation("GET /charges", (it) => (it.options = "{ query?: { status?: ChargeStatus } }")),
    ['breaking: query parameter "limit" of "GET /charges" was removed @ acme paths /charges get parameters'],
  ],
  [
    "query added",
    operation(
      "GET /charges",
      (it) => (it.options = "{ query?: { limit?: number; status?: ChargeStatus; page?: string } }"),
    ),
    ['compatible: query parameter "page" of "GET /charges" was added @ acme paths /charges get parameters page'],
  ],
  [
    "header added",
    operation(
      "POST /charges",
      (it) =>
        (it.options = '{ headers: { "Acme-Version": string; "X-A"?: string; [name: string]: string | undefined } }'),
    ),
    ['compatible: header "X-A" of "POST /charges" was added @ acme paths /charges post parameters X-A'],
  ],
  [
    "header gone",
    operation("POST /charges", (it) => (it.options = "{}")),
    ['compatible: header "Acme-Version" of "POST /charges" was removed @ acme paths /charges post parameters'],
  ],
  [
    "security",
    operation(
      "GET /charges/{id}",
      (it) => (it.options = '{ params: { id: string }; security: "admin" | ["app", "token"] }'),
    ),
    ['breaking: callers of "GET /charges/{id}" now have to name `security` @ acme paths /charges/{id} get security'],
  ],
  [
    "body gone",
    operation("POST /charges/{id}/refund", (it) => delete it.bodies?.form),
    [
      'breaking: "POST /charges/{id}/refund" no longer takes a form @ acme paths /charges/{id}/refund post requestBody content form',
    ],
  ],
  [
    "body demanded",
    operation("POST /charges/{id}/refund", (it) => delete it.optionalBody),
    [
      'breaking: callers now have to give "POST /charges/{id}/refund" a body @ acme paths /charges/{id}/refund post requestBody',
    ],
  ],
  [
    "answer 202",
    operation("POST /charges", (it) => (it.answers["202"] = "Charge")),
    ['breaking: answer 202 was added to "POST /charges" @ acme paths /charges post responses 202'],
  ],
  [
    "answer gone",
    operation("POST /charges", (it) => (it.answers = { "202": "Charge" })),
    [
      'breaking: answer 201 of "POST /charges" is no longer described @ acme paths /charges post responses',
      'breaking: answer 202 was added to "POST /charges" @ acme paths /charges post responses 202',
    ],
  ],
  [
    "answer empty",
    operation("GET /charges", (it) => (it.answers["200"] = "undefined")),
    ['breaking: the body of answer 200 of "GET /charges" is gone @ acme paths /charges get responses 200'],
  ],
  [
    "answer json",
    operation("POST /charges/{id}/refund", (it) => (it.answers["204"] = "Charge")),
    [
      'compatible: the body of answer 204 of "POST /charges/{id}/refund" is now JSON @ acme paths /charges/{id}/refund post responses 204',
    ],
  ],
  [
    "answer described",
    operation("POST /hooks", (it) => (it.answers["200"] = "Charge")),
    ['compatible: answer 200 of "POST /hooks" is now described @ acme paths /hooks post responses 200'],
  ],
  [
    "error added",
    operation("GET /charges/{id}", (it) => (it.errors["404"] = "Problem")),
    ['compatible: error 404 of "GET /charges/{id}" is now described @ acme paths /charges/{id} get responses 404'],
  ],
  [
    "error 409 by itself",
    operation("POST /charges", (it) => (it.errors["409"] = "CardProblem")),
    ['compatible: error 409 of "POST /charges" is now described @ acme paths /charges post responses 409'],
  ],
  [
    "error gone",
    operation("POST /charges", (it) => delete it.errors["402"]),
    [
      'compatible: error 402 of "POST /charges" is no longer described by itself @ acme paths /charges post responses',
      'breaking: "decline" in the body of error 402 of "POST /charges" was removed @ acme paths /charges post responses 402 content json schema properties',
    ],
  ],
  [
    "errors gone",
    operation("GET /charges", (it) => (it.errors = {})),
    [
      'breaking: error 404 of "GET /charges" is no longer described @ acme paths /charges get responses',
      'breaking: error default of "GET /charges" is no longer described @ acme paths /charges get responses',
    ],
  ],
  [
    "wire",
    operation("GET /report", (it) => delete it.wire),
    [
      'behavioural: query parameter "fields" of "GET /report" is written otherwise @ acme paths /report get parameters fields',
    ],
  ],
  [
    "service",
    operation("GET /report", (it) => (it.wire = { ...it.wire, service: "files" })),
    [
      'behavioural!: "GET /report" now uses service "files" at "https://files.acme.example", before "default" at "https://api.acme.example" @ acme paths /report get servers',
    ],
  ],
  [
    "security wire",
    operation("GET /report", (it) => (it.wire = { ...it.wire, security: ["admin"] })),
    [
      'behavioural!: "GET /report" now uses security "admin" by default, before "key" or what `create…` gives @ acme paths /report get security',
    ],
  ],
  [
    "security none",
    operation("GET /report", (it) => (it.wire = { ...it.wire, security: [] })),
    [
      'behavioural: "GET /report" now uses security none by default, before "key" or what `create…` gives @ acme paths /report get security',
    ],
  ],
  [
    "media",
    operation("GET /report", (it) => delete it.media),
    ['behavioural: answer 200 of "GET /report" is no longer "text/csv" @ acme paths /report get responses 200'],
  ],
  [
    "default",
    operation("GET /charges", (it) => (it.defaults = {})),
    [
      'behavioural: the default of query parameter "limit" of "GET /charges" changed @ acme paths /charges get parameters limit schema default',
    ],
  ],
  [
    "text",
    operation("GET /charges", (it) => delete it.text),
    ["compatible: descriptions of 1 operation changed @ acme"],
  ],
  [
    "deprecated",
    operation("GET /charges", (it) => (it.deprecated = true)),
    ['compatible: "GET /charges" is deprecated now @ acme'],
  ],
  [
    "content type",
    operation("POST /charges", (it) => (it.wire = { contentTypes: { json: "application/vnd.acme+json" } })),
    [
      'behavioural: the content type of the JSON body of "POST /charges" changed: "application/vnd.acme+json" @ acme paths /charges post requestBody content',
    ],
  ],
  [
    "blob",
    operation("POST /hooks", (it) => (it.bodies = { body: "Blob" })),
    [
      'breaking: the type of the raw body of "POST /hooks" changed @ acme paths /hooks post requestBody content body schema',
    ],
  ],
  [
    "renamed type",
    ({ operations, schemas }) => {
      schemas["Bill"] = { type: "{ rows: (string | number)[] } | { url: string }", at: "/components/schemas/Bill" };
      delete schemas["Report"];
      (operations["GET /report"] as { answers: object }).answers = { "200": "Bill" };
    },
    [
      'compatible: the body of answer 200 of "GET /report" is written differently; for callers it is the same @ acme paths /report get responses 200 content json schema',
      'breaking: type "Report" can no longer be imported @ acme components schemas',
    ],
  ],
  [
    "first query parameters",
    operation(
      "GET /charges/{id}",
      (it) => (it.options = "{ params: { id: string }; query: { mode: string; page?: number } }"),
    ),
    [
      'breaking: callers now have to give query parameter "mode" of "GET /charges/{id}" @ acme paths /charges/{id} get parameters mode',
      'compatible: query parameter "page" of "GET /charges/{id}" was added @ acme paths /charges/{id} get parameters page',
    ],
  ],
  [
    "last query parameters gone",
    operation("GET /charges", (it) => (it.options = "{}")),
    [
      'breaking: query parameter "limit" of "GET /charges" was removed @ acme paths /charges get parameters',
      'breaking: query parameter "status" of "GET /charges" was removed @ acme paths /charges get parameters',
    ],
  ],
  [
    "a header that depends on an option",
    operation(
      "POST /charges",
      (it) =>
        (it.options =
          '({ headers: { "Acme-Version": string; Key: string; [name: string]: string | undefined } } | { idempotencyKey: string; headers: { "Acme-Version": string; [name: string]: string | undefined } })'),
    ),
    ['breaking: the type of parameters of "POST /charges" changed @ acme paths /charges post parameters'],
  ],
  [
    "the same of several operations",
    ({ operations }) => {
      for (const it of Object.values(operations)) it.errors["418"] = "Problem";
    },
    [
      'compatible: error 418 of "GET /charges", "GET /charges/{id}" and 4 more is now described @ acme paths /charges get responses 418',
    ],
  ],
  [
    "another name of a path's parameter",
    ({ operations }) => {
      const it = operations["GET /charges/{id}"];
      if (it === undefined) return;
      delete operations["GET /charges/{id}"];
      operations["GET /charges/{charge}"] = {
        ...it,
        options: "{ params: { charge: string } }",
        answers: { "200": "Payer" },
      };
    },
    [
      'breaking: operation "GET /charges/{id}" is now "GET /charges/{charge}" @ acme paths /charges/{charge} get',
      'breaking: "id" in the body of answer 200 of "GET /charges/{charge}" was removed @ acme paths /charges/{charge} get responses 200 content json schema properties',
      'breaking: "amount" in the body of answer 200 of "GET /charges/{charge}" was removed @ acme paths /charges/{charge} get responses 200 content json schema properties',
      'breaking: "status" in the body of answer 200 of "GET /charges/{charge}" was removed @ acme paths /charges/{charge} get responses 200 content json schema properties',
      'breaking: "parent" in the body of answer 200 of "GET /charges/{charge}" was removed @ acme paths /charges/{charge} get responses 200 content json schema properties',
      'breaking: "payer" in the body of answer 200 of "GET /charges/{charge}" was removed @ acme paths /charges/{charge} get responses 200 content json schema properties',
      'compatible: "name" in the body of answer 200 of "GET /charges/{charge}" was added @ acme paths /charges/{charge} get responses 200 content json schema properties name',
      'compatible: "email" in the body of answer 200 of "GET /charges/{charge}" was added @ acme paths /charges/{charge} get responses 200 content json schema properties email',
    ],
  ],
];

for (const [name, edit, expected] of CASES) {
  test(name, () => assert.equal(told(edit), expected));
}

test("nothing is said of what is the same, in another order too", () => {
  assert.equal(
    told(() => {}),
    [],
  );
  const turned: Edit = (model) => {
    model.operations = Object.fromEntries(Object.entries(model.operations).reverse());
    model.schemas = Object.fromEntries(Object.entries(model.schemas).reverse());
  };
  assert.equal(told(turned), []);
});

const REPORT = { options: "{}", answers: {}, errors: {} };
const AWAY = { service: "files" };
const ELSEWHERE =
  'now uses service "files" at "https://files.acme.example", before "default" at "https://api.acme.example" @ acme paths /x';
const BACK =
  'now uses service "default" at "https://api.acme.example", before "files" at "https://files.acme.example" @ acme paths /x';
const put =
  (key: string, wire?: object): Edit =>
  ({ operations }) =>
    (operations[key] = { ...REPORT, ...(wire && { wire }) });
const both =
  (...edits: readonly Edit[]): Edit =>
  (model, provider) => {
    for (const edit of edits) edit(model, provider);
  };

test("a HEAD without an entry goes like its GET, on either side", () => {
  const before = both(put("GET /x", AWAY), put("HEAD /x"));
  assert.equal(told(both(put("GET /x", AWAY), put("HEAD /x", {})), before), [
    `behavioural!: "HEAD /x" ${BACK} head servers`,
  ]);
  assert.equal(told(both(put("GET /x", AWAY), put("HEAD /x", {})), both(put("GET /x"), put("HEAD /x"))), [
    `behavioural!: "GET /x" ${ELSEWHERE} get servers`,
  ]);
});

test("a HEAD that comes or goes beside a GET: calls of it go otherwise than before", () => {
  const [alone, beside] = [put("GET /x", AWAY), both(put("GET /x", AWAY), put("HEAD /x", {}))];
  const gone = told(alone, beside);
  assert.equal(gone, [
    'breaking: operation "HEAD /x" was removed @ acme paths /x head',
    `behavioural!: "HEAD /x" ${ELSEWHERE} head servers`,
  ]);
  assert.match(told(beside, alone).join("\n"), `behavioural!: "HEAD /x" ${BACK}`);
});

test("the order of two signatures decides what the first of them covers", () => {
  const signed = (...security: string[]): Edit => {
    return ({ operations }, provider) => {
      for (const id of ["a", "b"]) provider.securitySchemes[id] = { type: "signature", headers: [`x-${id}`] };
      Object.assign(operations["GET /report"] ?? {}, { wire: { security } });
    };
  };
  assert.equal(told(signed("b", "a"), signed("a", "b")), [
    'behavioural: "GET /report" now uses security "b" and "a" by default, before "a" and "b" @ acme paths /report get security',
  ]);
  const same = 'compatible: "GET /report" is written differently; for callers it is the same @ acme paths';
  assert.equal(told(signed("b", "key"), signed("key", "b")), [same]);
});

test("a header that the document no longer has, and that any caller may give", () => {
  const options = (name: string) => `{ headers?: { "${name}"?: string; [name: string]: string | undefined } }`;
  const written = (name: string) =>
    operation("GET /report", (it) =>
      Object.assign(it, { options: options(name), wire: { headers: { [name]: { content: "application/json" } } } }),
    );
  assert.match(
    told(written("X-Other"), written("X-Mode")).join("\n"),
    'behavioural: header "X-Mode" of "GET /report" is written otherwise @ acme paths /report get parameters X-Mode',
  );
});

test("a parameter whose name a type writes otherwise than JSON", () => {
  for (const name of ["f\u200b", "t\u2028x", `a"b'"`]) {
    const options = `{ query?: { ${stringLiteral(name)}?: string[] } }`;
    const written = (explode: boolean) =>
      operation("GET /report", (it) => Object.assign(it, { options, wire: { query: { [name]: { explode } } } }));
    assert.match(told(written(true), written(false)).join(), / is written otherwise @ acme paths \/report get/);
  }
});

test("12: a type that code can import, though no operation leads to it on both sides", () => {
  const rewritten: Edit = ({ operations, schemas }) => {
    schemas["Table"] = structuredClone(schemas["Report"] ?? {});
    Object.assign(operations["GET /report"] ?? {}, { answers: { "200": "Table" } });
    operations["GET /rows"] = { ...REPORT, answers: { "200": "Report" } };
    schemas["Report"] = { interface: "{ rows: number }" };
  };
  assert.equal(told(rewritten), [
    'compatible: operation "GET /rows" was added @ acme paths /rows get',
    'compatible: the body of answer 200 of "GET /report" is written differently; for callers it is the same @ acme paths /report get responses 200 content json schema',
    'breaking: the type of "Report" changed, a type that code can import @ acme components schemas Report',
  ]);
  const swapped: Edit = ({ operations, schemas }) => {
    [schemas["Problem"], schemas["CardProblem"]] = [schemas["CardProblem"] ?? {}, schemas["Problem"] ?? {}];
    for (const { errors } of Object.values(operations))
      for (const [status, type] of Object.entries(errors))
        errors[status] = type === "Problem" ? "CardProblem" : "Problem";
  };
  assert.equal(
    told(swapped).filter((each) => !each.includes("written differently")),
    [
      'breaking: callers now have to give "decline" of "Problem", a type that code can import @ acme components schemas CardProblem properties decline',
      'breaking: "decline" of "CardProblem" was removed, a type that code can import @ acme components schemas Problem properties',
    ],
  );
});

test("12: what is written differently is told beside what else changed of the same operation, body or type", () => {
  const listed = operation("POST /charges", (it) =>
    Object.assign(it, {
      options: '{ query?: { q?: string }; headers: { "Acme-Version": string; [name: string]: string | undefined } }',
      wire: { headers: { "Acme-Version": {} } },
    }),
  );
  assert.equal(told(listed), [
    'compatible: query parameter "q" of "POST /charges" was added @ acme paths /charges post parameters q',
    'compatible: more of "POST /charges" is written differently; for callers it is the same @ acme paths',
  ]);
  const fields = (entries: string, wire: object) =>
    operation("POST /charges/{id}/refund", (it) =>
      Object.assign(it, { bodies: { form: `{ reason?: string; ${entries} }` }, wire: { form: wire } }),
    );
  const form = 'the form of "POST /charges/{id}/refund"';
  const at = "@ acme paths /charges/{id}/refund post requestBody content form schema properties";
  assert.equal(
    told(
      fields("tags?: string[]; note?: string[]", { tags: { style: "form" } }),
      fields("tags?: string[]; note?: string[]", { tags: {}, note: {} }),
    ),
    [
      `behavioural: "tags" in ${form} is written otherwise ${at} tags`,
      'compatible: more of "POST /charges/{id}/refund" is written differently; for callers it is the same @ acme paths',
    ],
  );
  assert.equal(told(fields("tags?: string[]", { tags: {} }), fields("", {})), [
    `compatible: "tags" in ${form} was added ${at} tags`,
  ]);
  const twins: Edit = ({ schemas }) => {
    schemas["Twin"] = { interface: "{ name: string; email?: string }" };
  };
  const body =
    (text: string): Edit =>
    (model, provider) => {
      twins(model, provider);
      operation("POST /charges/{id}/refund", (it) => Object.assign(it, { bodies: { json: text } }))(model, provider);
    };
  assert.equal(told(body("{ payer: Twin; n: string }"), body("{ payer: Payer; n: number }")), [
    'breaking: the type of "n" in the JSON body of "POST /charges/{id}/refund" changed @ acme paths /charges/{id}/refund post requestBody content json schema properties n',
    'compatible: more of the JSON body of "POST /charges/{id}/refund" is written differently; for callers it is the same @ acme paths /charges/{id}/refund post requestBody content json schema',
  ]);
  const request =
    (text: string): Edit =>
    (model, provider) => {
      twins(model, provider);
      schema("ChargeRequest", text)(model, provider);
    };
  assert.equal(told(request("{ amount: string; payer?: Twin }"), request("{ amount: number; payer?: Payer }")), [
    'breaking: the type of "amount" of "ChargeRequest" changed, in requests of "POST /charges" @ acme components schemas Charge properties amount',
    'compatible: more of "ChargeRequest" is written differently; for callers it is the same @ acme paths',
  ]);
});

test("12: of a path whose parameter has another name, what else changed of its parameters", () => {
  const key = (name: string) => `GET /charges/{id}/lines/{${name}}`;
  const lines =
    (name: string, id: string, explode: boolean): Edit =>
    ({ operations }) => {
      operations[key(name)] = {
        options: `{ params: { id: ${id}; ${name}: string[] } }`,
        answers: {},
        errors: {},
        wire: { params: { [name]: { explode } } },
      };
    };
  const at = "@ acme paths /charges/{id}/lines/{number} get";
  assert.equal(told(lines("number", "number", true), lines("line", "string", false)), [
    `breaking: operation "${key("line")}" is now "${key("number")}" ${at}`,
    `behavioural: path parameter "number" of "${key("number")}" is written otherwise ${at} parameters number`,
    `compatible: the type of path parameter "id" of "${key("number")}" changed ${at} parameters id`,
  ]);
});

test("12: what several properties have in common is told of each of them", () => {
  const query = (type: string) =>
    operation("GET /charges", (it) =>
      Object.assign(it, { options: `{ query?: { first?: ${type}; last?: ${type} } }` }),
    );
  assert.match(
    told(query("Payer"), query("Problem")).join("\n"),
    'breaking: the type of query parameter "last" of "GET /charges" changed @ acme paths /charges get parameters last',
  );
});

test("12: a range of answers of which one is left is more than that one", () => {
  for (const range of ["2XX", "default"]) {
    const before = operation("GET /report", (it) => (it.answers = { [range]: "Report" }));
    const after = operation("GET /report", (it) =>
      Object.assign(it, { answers: { "201": "Report" }, text: "0000000b" }),
    );
    assert.equal(told(after, before), [
      `breaking: answer ${range} of "GET /report" is described as 201 alone @ acme paths /report get responses`,
      "compatible: descriptions of 1 operation changed @ acme",
    ]);
  }
});

test("12: the name of an operation's type that another one took", () => {
  const taken: Edit = ({ operations }) => {
    operations["GET /report"] = { ...operations["GET /report"], name: "GetReport2" } as typeof REPORT;
    operations["GET /re-port"] = { ...REPORT, name: "GetReport" };
  };
  assert.equal(told(taken), [
    'compatible: operation "GET /re-port" was added @ acme paths /re-port get',
    'breaking: the type of "GET /report" is now called "GetReport2", before "GetReport" @ acme paths /report get',
  ]);
});

test("12: what is told of one does not stand for another of its name, or for another use", () => {
  const typed = (type: string): Edit => operation("GET /charges/{id}", (it) => Object.assign(it, { options: `{ params: { id: ${type} }; query?: { id?: ${type} }; headers?: { id?: ${type}; [name: string]: string | undefined } }` })); // prettier-ignore
  assert.equal(
    told(typed("string"), typed('"a"')).map((each) => each.replace(/ of "GET .*/, "")),
    ["path parameter", "query parameter", "header"].map((what) => `compatible: the type of ${what} "id"`),
  );
  assert.equal(told(schema("Payer", "{ title: string }")), [
    'breaking: "name" of "Payer" was removed, in answers of "GET /charges", "GET /charges/{id}" and "POST /charges" and requests of "POST /charges" @ acme components schemas Payer properties',
    'breaking: "email" of "Payer" was removed, in answers of "GET /charges", "GET /charges/{id}" and "POST /charges" and requests of "POST /charges" @ acme components schemas Payer properties',
    'breaking: callers now have to give "title" of "Payer", in requests of "POST /charges" @ acme components schemas Payer properties title',
  ]);
});

test("12: paths that share a path item of the document, and what is both an answer and an error, are told of each", () => {
  const shared =
    (type: string): Edit =>
    ({ operations }) => {
      for (const key of ["GET /a", "GET /b"]) {
        operations[key] = {
          at: "/components/pathItems/Both/get",
          options: `{ query?: { z?: ${type} } }`,
          answers: { default: `{ id: ${type} }` },
          errors: { default: `{ id: ${type} }` },
        };
      }
    };
  const at = "@ acme components pathItems Both get";
  const [inAnswer, place] = ["default of", `${at} responses default content json schema properties id`];
  assert.equal(told(shared("number"), shared("string")), [
    `breaking: the type of query parameter "z" of "GET /a" and "GET /b" changed ${at} parameters z`,
    `breaking: the type of "id" in the body of answer ${inAnswer} "GET /a" and "GET /b" changed ${place}`,
    `breaking: the type of "id" in the body of error ${inAnswer} "GET /a" and "GET /b" changed ${place}`,
  ]);
});

test.run();
