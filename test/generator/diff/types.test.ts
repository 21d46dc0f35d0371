import { suite } from "uvu";
import * as assert from "uvu/assert";
import { changes, type Edit, type UseCaseFile } from "./models.js";
import { line } from "./told.js";

const test = suite("diff types");

const of = ' of use-case "Charge" of profile "pay/charge"';
const document = "client/profiles/pay/charge.json usecases Charge";

async function told(edit: Edit, before?: Edit): Promise<string[]> {
  return (await changes(edit, before)).map((change) => line(change).replace(of, "").replace(document, "…"));
}

const useCase =
  (edit: (useCase: UseCaseFile) => void): Edit =>
  ({ charge }) =>
    edit(charge.usecases["Charge"] ?? { input: {}, result: {} });
const input = (edit: (schema: { [keyword: string]: unknown }) => void): Edit => useCase(({ input }) => edit(input));
const result = (edit: (schema: { [keyword: string]: unknown }) => void): Edit => useCase(({ result }) => edit(result));
const property = (name: string, schema: unknown): Edit =>
  input(({ properties }) => void ((properties as { [key: string]: unknown })[name] = schema));

/** Nobody performs the profile: there is no provider, and so no map. */
const withoutMaps: Edit = ({ client }) => {
  Object.assign(client.profiles["pay/charge"] ?? {}, { providers: {}, priority: [] });
  client.providers = {};
};

test("inputs: callers give them", async () => {
  assert.equal(await told(property("memo", { type: "string" })), [
    'compatible: input "memo" was added @ … input properties memo',
  ]);
  assert.equal(await told(property("amount", { type: "string" })), [
    'breaking: the type of input "amount" changed @ … input properties amount',
  ]);
  assert.equal(await told(property("currency", { enum: ["EUR"] })), [
    'breaking: input "currency" has fewer values @ … input properties currency enum',
  ]);
  assert.equal(await told(input((schema) => void (schema["required"] = ["amount", "currency", "note"]))), [
    'breaking: callers now have to give input "note" @ … input properties note',
  ]);
  assert.equal(await told(({ client }) => delete client.profiles["pay/charge"]?.defaults["Charge"]?.input), [
    'breaking: callers now have to give input "currency" @ … input properties currency',
    'behavioural: the default input "currency" was removed from use-case "Charge" of profile "pay/charge" @ client profiles pay/charge defaults Charge input currency',
  ]);
});

test("inputs: maps read them", async () => {
  assert.equal(await told(property("currency", { enum: ["EUR", "USD", "CZK"] })), [
    'breaking: input "currency" has more values, which maps read @ … input properties currency enum',
  ]);
  assert.equal(await told(input((schema) => void (schema["required"] = ["currency"]))), [
    'breaking: input "amount" is no longer required, which maps read @ … input properties amount',
  ]);
  assert.equal(await told(property("amount", { type: ["integer", "null"] })), [
    'breaking: the type of input "amount" changed, which maps read @ … input properties amount',
  ]);
});

test("inputs: without a map, what is wider is fine", async () => {
  for (const [edit, text] of [
    [
      property("currency", { enum: ["EUR", "USD", "CZK"] }),
      'input "currency" has more values @ … input properties currency enum',
    ],
    [
      input((schema) => void (schema["required"] = ["currency"])),
      'input "amount" is no longer required @ … input properties amount',
    ],
    [
      property("amount", { type: ["integer", "null"] }),
      'the type of input "amount" changed @ … input properties amount',
    ],
    [input((schema) => void (schema["additionalProperties"] = true)), "the input may now have other keys @ … input"],
  ] as const) {
    assert.equal(await told(edit, withoutMaps), [`compatible: ${text}`]);
  }
});

test("results: callers read them, and switch over their values", async () => {
  const state = (...values: string[]): Edit =>
    result(({ properties }) => void ((properties as { [key: string]: unknown })["state"] = { enum: values }));
  assert.equal(await told(state("new", "paid"), state("new")), [
    'breaking: result "state" has more values @ … result properties state enum',
  ]);
  assert.equal(await told(state("new"), state("new", "paid")), [
    'breaking: result "state" has fewer values @ … result properties state enum',
  ]);
  assert.equal(await told(result((schema) => void (schema["required"] = []))), [
    'breaking: result "id" is no longer required @ … result properties id',
  ]);
  assert.equal(await told(result((schema) => void (schema["properties"] = { id: { type: "string" } }))), [
    'breaking: result "paid" was removed @ … result properties',
  ]);
});

test("results: maps make them", async () => {
  const added: Edit = result((schema) => {
    (schema["properties"] as { [key: string]: unknown })["receipt"] = { type: "string" };
    schema["required"] = ["id", "receipt"];
  });
  assert.equal(await told(added), ['breaking: maps now have to give result "receipt" @ … result properties receipt']);
  assert.equal(await told(added, withoutMaps), [
    'compatible: result "receipt" was added @ … result properties receipt',
  ]);
});

test("the same types, written differently", async () => {
  assert.equal(
    await told(
      input((schema) => {
        schema["$defs"] = { money: (schema["properties"] as { amount: unknown }).amount };
        (schema["properties"] as { [key: string]: unknown })["amount"] = { $ref: "#/$defs/money" };
      }),
    ),
    ["compatible: the input is written differently; its types are the same @ … input"],
  );
  assert.equal(await told(property("amount", { type: "number" })), [
    "compatible: the input is written differently; its types are the same @ … input",
  ]);
  assert.equal(await told(property("amount", { type: "integer", minimum: 1 })), [
    'compatible: input "amount" is described differently @ … input properties amount',
  ]);
});

test("12: what is written differently is told beside what else changed, and what code can import by its name", async () => {
  const written = (amount: string, definitions: object, more: object = {}): Edit =>
    input((schema) => {
      schema["$defs"] = definitions;
      const currency = { enum: ["EUR", "USD"] };
      schema["properties"] = { amount: { $ref: `#/$defs/${amount}` }, currency, note: { type: "string" }, ...more };
    });
  const memo = { memo: { type: "string" } };
  const [added, more] = [
    'compatible: input "memo" was added @ … input properties memo',
    "compatible: more of the input is written differently; its types are the same @ … input",
  ];
  const gone = (name: string) => `compatible: type "${name}" of the input can no longer be imported @ … input`;
  const [small, any] = [{ type: "integer", maximum: 100 }, { type: "number" }];
  assert.equal(await told(written("any", { small, any }, memo), written("small", { small, any })), [
    added,
    more,
    gone("ChargeInputSmall"),
  ]);
  assert.equal(await told(written("any", { any: { type: "integer" } }, memo), written("any", { any })), [added, more]);
  assert.equal(await told(written("any", { any }, memo), written("any", { any })), [added]);
  for (const kept of [
    (type: string) => ({ allOf: [{ type }], type: "number" }),
    (type: string) => ({ $ref: "#cents", $defs: { a: { $anchor: "cents", type } } }),
  ]) {
    const of = (type: string): object => ({ any: kept(type) });
    assert.equal(await told(written("any", of("number"), memo), written("any", of("integer"))), [added, more]);
  }
  const encoded = (type: string, beside = {}): Edit => written("any", { any: { $ref: "#/$defs/a%20b" }, "a b": { type } }, beside); // prettier-ignore
  assert.equal(await told(encoded("number", memo), encoded("integer")), [added, more]);
  // Told of the property that has it, and of nothing else.
  const object = (type: string): object => ({ of: { type: "object", properties: { x: { type } } } });
  assert.equal(await told(written("of", object("string")), written("of", object("number"))), [
    'breaking: the type of input "amount.x" changed @ … input properties amount properties x',
  ]);
  const both = (one: object, other: object): object => ({ one, other });
  const [a, b] = [
    { type: "object", properties: { a: {} } },
    { type: "object", properties: { b: {} } },
  ];
  const swapped = await told(
    written("other", both(b, a), { ...memo, to: { $ref: "#/$defs/one" } }),
    written("one", both(a, b), { to: { $ref: "#/$defs/other" } }),
  );
  for (const what of [
    '"a" of type "ChargeInputOne" of the input was',
    '"b" of type "ChargeInputOther" of the input was',
  ])
    assert.ok(
      swapped.some((each) => each.includes(what)),
      swapped.join("\n"),
    );
});

test("12: parts to which ten times as many ways lead at each level", async () => {
  const levels = (type: string, beside = {}): Edit =>
    input((schema) => {
      const part = (level: number) => ({ type: "object", properties: { x: { $ref: `#/$defs/l${level}` } } });
      const all = (level: number): object => ({ allOf: Array.from({ length: 10 }, () => part(level)) });
      const levels = Array.from({ length: 15 }, (_, at) => [`l${at}`, all(at + 1)] as const);
      const end = { type: "object", properties: { y: { type } } };
      schema["$defs"] = { ...Object.fromEntries(levels), l15: end };
      Object.assign(schema["properties"] as object, { x: { $ref: "#/$defs/l0" }, ...beside });
    });
  const began = performance.now();
  const lines = await told(levels("string", { memo: {} }), levels("number"));
  assert.ok(
    lines.some((each) => each.startsWith('breaking: the type of input "x.x')),
    lines.join(),
  );
  assert.ok(performance.now() - began < 10_000);
});

test("composed inputs: what a part of an allOf demands", async () => {
  const part = (name: string) => ({ type: "object", required: [name], properties: { [name]: { type: "string" } } });
  const composed = (...names: string[]): Edit => useCase((made) => void (made.input = { allOf: names.map(part) }));
  const without: Edit = ({ client }) => {
    delete client.profiles["pay/charge"]?.defaults["Charge"]?.input;
    delete client.profiles["pay/charge"]?.providers["acme"]?.defaults;
  };
  const before: Edit = (documents) => [without, composed("a")].forEach((edit) => edit(documents));
  assert.equal(await told(composed("a", "b"), before), [
    'breaking: callers now have to give input "b" @ … input properties b',
  ]);
});

test("schemas to which twice as many ways lead at each level", async () => {
  for (const kind of ["allOf", "anyOf"]) {
    const levels = (leaf: string): Edit =>
      useCase((made) => {
        const definitions: { [name: string]: object } = {};
        const both = (level: number) => ["S", "T"].map((name) => ({ $ref: `#/definitions/${name}${level}` }));
        for (let level = 0; level < 60; level += 1)
          for (const name of ["S", "T"]) definitions[`${name}${level}`] = { [kind]: both(level + 1) };
        const object = (type: string) => ({ type: "object", properties: { [`of-${type}`]: { type } } });
        Object.assign(definitions, { S60: object(leaf), T60: object("string") });
        made.result = { type: "object", properties: { a: { $ref: "#/definitions/S0" } }, definitions };
      });
    assert.match((await told(levels("number"), levels("boolean"))).join(), /^breaking: .*result/, kind);
  }
});

test("a use-case that is described, or is no longer", async () => {
  const gone: Edit = ({ charge }) => (charge.name = "elsewhere");
  const said = (await told(gone)).find((text) => text.includes("described"));
  assert.match(said ?? "", /^breaking: use-case "Charge" of profile "pay\/charge" is no longer described/);
});

test("an error that is described is made by maps and read by callers", async () => {
  const described: Edit = useCase(
    (made) => void (made.error = { type: "object", properties: { code: { type: "string" } } }),
  );
  assert.equal(await told(described), ["breaking: the error is now described @ … error"]);
  assert.equal(await told(described, withoutMaps), ["compatible: the error is now described @ … error"]);
});

const either = (amount: object): Edit =>
  result((schema) => {
    const choice = (key: string, more: object) => ({
      oneOf: Array.from({ length: 15 }, (_, index) => ({
        type: "object",
        required: [key],
        properties: { [key]: { const: `${key}${index}` }, ...more },
        additionalProperties: false,
      })),
    });
    schema["$defs"] = { Way: choice("way", { amount }), Currency: choice("currency", {}) };
    (schema["properties"] as { [key: string]: unknown })["sum"] = {
      allOf: [{ $ref: "#/$defs/Way" }, { $ref: "#/$defs/Currency" }],
    };
  });
const described =
  (text: string, edit: Edit): Edit =>
  (files) => {
    edit(files);
    result(({ properties }) => {
      (properties as { [key: string]: { description?: string } })["id"]!.description = text; // eslint-disable-line @typescript-eslint/no-non-null-assertion -- it is there
    })(files);
  };

test("12: what is too much to be put together is not the same because it is called the same", async () => {
  const changed = await told(described("b", either({ type: "string" })), described("a", either({ type: "number" })));
  assert.match(changed.join("\n"), /^breaking: the type of .* changed; it cannot be judged/m);
  assert.equal(await told(described("b", either({ type: "number" })), described("a", either({ type: "number" }))), [
    'compatible: result "id" is described differently @ … result properties id',
  ]);
});

test("12: intersections of lists, and of what is no object, are told by what they hold", async () => {
  const lists = (type: string, other: object): Edit =>
    result(({ properties }) => {
      const all = [{ type: "array", items: { type } }, other];
      (properties as { [key: string]: unknown })["amounts"] = { allOf: all };
    });
  for (const other of [
    { type: "array", minItems: 2 },
    { type: "object", properties: { x: { type: "string" } } },
  ]) {
    const changed = await told(described("b", lists("string", other)), described("a", lists("number", other)));
    assert.match(changed.join("\n"), /^breaking: the type of result "amounts[^"]*" changed/m);
    const alike = await told(described("b", lists("string", other)), described("a", lists("string", other)));
    assert.equal(alike, ['compatible: result "id" is described differently @ … result properties id']);
  }
});

test("12: limits in definitions are told, whatever else is", async () => {
  const most = (maximum: number): Edit =>
    result((schema) => {
      schema["$defs"] = { Cents: { type: "integer", maximum } };
      (schema["properties"] as { [key: string]: unknown })["cents"] = { $ref: "#/$defs/Cents" };
    });
  assert.equal(await told(described("b", most(2)), described("a", most(1))), [
    'compatible: result "id" is described differently @ … result properties id',
    'compatible: result "$defs.Cents" is described differently @ … result $defs Cents',
  ]);
});

test.run();
