import type { ChangeClass } from "#generator/diff/change.js";
import { CHANGE_CLASSES } from "#generator/diff/change.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { judge } from "./equivalence.js";
import type { Definition, ProfileSettings, Project, UseCase } from "./projects.js";
import type { Schema } from "./schemas.js";

const test = suite("equivalence probes");

type Edit = (project: Project) => void;

interface Probe {
  readonly says: ChangeClass | "nothing";
  readonly edit: Edit;
  /** Done to the project before. */
  readonly before?: Edit;
}

const base: Project = {
  providers: {
    acme: {
      name: "acme",
      defaultService: "default",
      services: [
        { id: "default", baseUrl: "https://{REGION}.acme.example/v1" },
        { id: "files", baseUrl: "https://files.acme.example" },
      ],
      securitySchemes: [{ id: "key", type: "apiKey", in: "header", name: "X-Key" }],
      parameters: [
        { name: "REGION", default: "eu" },
        { name: "account", default: "main" },
      ],
    },
    beta: {
      name: "beta",
      defaultService: "main",
      services: [{ id: "main", baseUrl: "https://beta.example" }],
      securitySchemes: [],
      parameters: [],
    },
  },
  own: {},
  documents: {
    "pay/charge": {
      name: "pay/charge",
      version: "1.0.0",
      usecases: {
        Charge: {
          input: {
            type: "object",
            required: ["amount"],
            properties: { amount: { type: "integer" }, currency: { enum: ["EUR", "USD"] }, note: { type: "string" } },
          },
          result: {
            type: "object",
            required: ["state"],
            properties: { state: { enum: ["new", "paid"] }, receipt: { type: "string" } },
          },
        },
      },
    },
  },
  client: {
    profiles: {
      "pay/charge": {
        file: "pay/charge.json",
        priority: ["acme", "beta"],
        providers: { acme: { file: "../maps/pay-charge.acme.ts", defaults: {} } },
        defaults: {},
      },
    },
    providers: {
      acme: { security: [{ id: "key", apikey: "$ACME_KEY" }], parameters: {} },
      beta: { security: [], parameters: {} },
    },
  },
};

const acme =
  (edit: (acme: Definition) => void): Edit =>
  ({ providers }) =>
    edit(providers["acme"] as Definition);
const settings =
  (edit: (settings: ProfileSettings) => void): Edit =>
  ({ client }) =>
    edit(client.profiles["pay/charge"] as ProfileSettings);
const useCase =
  (edit: (useCase: UseCase) => void): Edit =>
  ({ documents }) =>
    edit(documents["pay/charge"]?.usecases["Charge"] as UseCase);
const properties = (schema: Schema) => schema["properties"] as { [name: string]: Schema };
const input = (edit: (schema: Schema, properties: { [name: string]: Schema }) => void): Edit =>
  useCase(({ input }) => edit(input, properties(input)));
const result = (edit: (schema: Schema, properties: { [name: string]: Schema }) => void): Edit =>
  useCase(({ result }) => edit(result, properties(result)));

/** Nobody can perform the profile, so there is no map. */
const withoutMaps: Edit = (project) => {
  for (const name of Object.keys(project.providers)) {
    delete project.providers[name];
    delete project.client.providers[name];
  }
  settings((profile) => Object.assign(profile, { providers: {}, priority: undefined }))(project);
};

/** The input is an `allOf` of parts with a required text each. */
const composed = (...names: string[]): Edit =>
  useCase((made) => {
    made.input = {
      allOf: names.map((name) => ({ type: "object", required: [name], properties: { [name]: { type: "string" } } })),
    };
  });

const own =
  (edit: (definition: Definition) => void): Edit =>
  (project) => {
    const definition = (project.own["own/acme.json"] ??= structuredClone(project.providers["acme"] as Definition));
    edit(definition);
    settings(({ providers }) => (providers["acme"] = { file: "own/acme.json", defaults: {} }))(project);
  };

const addProfile =
  (useCases: { [name: string]: UseCase }): Edit =>
  ({ documents, client }) => {
    documents["mail"] = { name: "mail", version: "1.0.0", usecases: useCases };
    client.profiles["mail"] = { file: "mail.json", priority: ["beta"], providers: {}, defaults: {} };
  };

/** The scheme of acme asks for tokens by this flow, and client.json supplies these fields. */
const oauth2 =
  (flow: string, ...fields: string[]): Edit =>
  ({ providers, client }) => {
    const scheme = { id: "key", type: "oauth2", flow, tokenUrl: "https://auth.acme.example/token" };
    (providers["acme"] as Definition).securitySchemes = [scheme];
    const values = Object.fromEntries(fields.map((field) => [field, `$${field.toUpperCase()}`]));
    const security = fields.length === 0 ? [] : [{ id: "key", ...values }];
    client.providers["acme"] = { security, parameters: {} };
  };

const PROBES: { readonly [name: string]: Probe } = {
  "an enum value removed from a result": {
    says: "breaking",
    edit: result((_, { state }) => void (state && (state["enum"] = ["new"]))),
  },
  "an enum value removed from a result, without a map": {
    says: "breaking",
    before: withoutMaps,
    edit: result((_, { state }) => void (state && (state["enum"] = ["new"]))),
  },
  "a property removed from an input, without a map": {
    says: "breaking",
    before: withoutMaps,
    edit: input((_, all) => delete all["note"]),
  },
  "another flow, whose fields client.json supplies": {
    says: "behavioural",
    before: oauth2("clientCredentials"),
    edit: oauth2("refreshToken", "clientId", "refreshToken"),
  },
  "another flow, with a field that only code can give": {
    says: "breaking",
    before: oauth2("clientCredentials", "clientId", "clientSecret"),
    edit: oauth2("refreshToken"),
  },
  "another flow, with a field less": {
    says: "breaking",
    before: oauth2("refreshToken", "clientId", "refreshToken"),
    edit: oauth2("clientCredentials", "clientId", "clientSecret"),
  },
  "a default of an input removed": {
    says: "breaking",
    before: settings(({ defaults }) => (defaults["Charge"] = { input: { amount: 1 } })),
    edit: settings((profile) => (profile.defaults = {})),
  },
  "a default of an input added": {
    says: "behavioural",
    edit: settings(({ defaults }) => (defaults["Charge"] = { input: { amount: 1 } })),
  },
  "an enum value added to a result": {
    says: "breaking",
    edit: result((_, { state }) => void (state && (state["enum"] = ["new", "paid", "lost"]))),
  },
  "a required field added to a result": {
    says: "breaking",
    edit: result((schema, all) => {
      all["id"] = { type: "string" };
      schema["required"] = ["state", "id"];
    }),
  },
  "a required field added to a result, without a map": {
    says: "compatible",
    before: withoutMaps,
    edit: result((schema, all) => {
      all["id"] = { type: "string" };
      schema["required"] = ["state", "id"];
    }),
  },
  "an optional field added to a result": {
    says: "compatible",
    edit: result((_, all) => void (all["id"] = { type: "string" })),
  },
  "an input field made optional": { says: "breaking", edit: input((schema) => delete schema["required"]) },
  "an input field made optional, without a map": {
    says: "compatible",
    before: withoutMaps,
    edit: input((schema) => delete schema["required"]),
  },
  "an enum value added to an input": {
    says: "breaking",
    edit: input((_, { currency }) => void (currency && (currency["enum"] = ["EUR", "USD", "CZK"]))),
  },
  "an enum value added to an input, without a map": {
    says: "compatible",
    before: withoutMaps,
    edit: input((_, { currency }) => void (currency && (currency["enum"] = ["EUR", "USD", "CZK"]))),
  },
  "an input widened": {
    says: "breaking",
    edit: input((_, all) => void (all["note"] = { type: ["string", "null"] })),
  },
  "an input widened, without a map": {
    says: "compatible",
    before: withoutMaps,
    edit: input((_, all) => void (all["note"] = { type: ["string", "null"] })),
  },
  "an optional field added to an input": {
    says: "compatible",
    edit: input((_, all) => void (all["tag"] = { type: "string" })),
  },
  "additional properties of an input": {
    says: "compatible",
    edit: input((schema) => void (schema["additionalProperties"] = true)),
  },
  "a part of the input in $defs": {
    says: "compatible",
    edit: input((schema, all) => {
      schema["$defs"] = { amount: all["amount"] ?? {} };
      all["amount"] = { $ref: "#/$defs/amount" };
    }),
  },
  "another name in $defs": {
    says: "compatible",
    before: input((schema, all) => {
      schema["$defs"] = { line: { type: "object", properties: { sku: { type: "string" } } } };
      all["lines"] = { type: "array", items: { $ref: "#/$defs/line" } };
    }),
    edit: input((schema, all) => {
      schema["$defs"] = { item: (schema["$defs"] as Schema)["line"] ?? {} };
      all["lines"] = { type: "array", items: { $ref: "#/$defs/item" } };
    }),
  },
  "a composed input asks for more": { says: "breaking", before: composed("a"), edit: composed("a", "b") },
  "a composed input written as one": {
    says: "compatible",
    before: composed("a", "b"),
    edit: useCase((made) => {
      made.input = {
        type: "object",
        required: ["a", "b"],
        properties: { a: { type: "string" }, b: { type: "string" } },
      };
    }),
  },
  "a default of a parameter removed": {
    says: "breaking",
    edit: acme(({ parameters }) => delete parameters[1]?.default),
  },
  "a default of a parameter of a base URL removed": {
    says: "breaking",
    edit: acme(({ parameters }) => delete parameters[0]?.default),
  },
  "a value of a parameter removed": {
    says: "breaking",
    before: (project) => {
      acme(({ parameters }) => delete parameters[1]?.default)(project);
      Object.assign(project.client.providers["acme"] ?? {}, { parameters: { account: "mine" } });
    },
    edit: ({ client }) => Object.assign(client.providers["acme"] ?? {}, { parameters: {} }),
  },
  "a profile's own definition gains a parameter in its base URL": {
    says: "breaking",
    before: own(() => {}),
    edit: own(({ parameters, services }) => {
      parameters.push({ name: "ZONE" });
      Object.assign(services[1] ?? {}, { baseUrl: "https://{ZONE}.files.example" });
    }),
  },
  "a profile's own definition gains a parameter": {
    says: "compatible",
    before: own(() => {}),
    edit: own(({ parameters }) => void parameters.push({ name: "ZONE" })),
  },
  "a profile without use-cases": { says: "compatible", edit: addProfile({}) },
  "a profile with a use-case, whose map code has to give": {
    says: "breaking",
    edit: addProfile({ Send: { input: { type: "object" }, result: {} } }),
  },
  "a use-case more, which maps have to perform": {
    says: "breaking",
    edit: ({ documents }) =>
      Object.assign(documents["pay/charge"]?.usecases ?? {}, { Refund: { input: { type: "object" }, result: {} } }),
  },
  "the order of providers, nothing fails over, the first stays": {
    says: "compatible",
    before: ({ providers, client }) => {
      providers["gamma"] = { ...(providers["beta"] as Definition), name: "gamma" };
      client.providers["gamma"] = { security: [], parameters: {} };
      Object.assign(client.profiles["pay/charge"] ?? {}, { priority: ["acme", "beta", "gamma"] });
    },
    edit: settings((profile) => (profile.priority = ["acme", "gamma", "beta"])),
  },
  "the order of providers, and the first is another": {
    says: "behavioural",
    edit: settings(({ priority }) => priority?.reverse()),
  },
  "the order of providers where a use-case fails over": {
    says: "behavioural",
    before: settings(({ defaults }) => (defaults["Charge"] = { providerFailover: true })),
    edit: settings(({ priority }) => priority?.reverse()),
  },
  "a header's case": {
    says: "compatible",
    edit: acme(({ securitySchemes }) => Object.assign(securitySchemes[0] ?? {}, { name: "x-key" })),
  },
  "a query key's case": {
    says: "behavioural",
    before: acme(({ securitySchemes }) => Object.assign(securitySchemes[0] ?? {}, { in: "query" })),
    edit: acme(({ securitySchemes }) => Object.assign(securitySchemes[0] ?? {}, { name: "x-key" })),
  },
  "the host's case": {
    says: "compatible",
    edit: acme(({ services }) => Object.assign(services[1] ?? {}, { baseUrl: "https://Files.acme.example" })),
  },
  "the default port": {
    says: "compatible",
    edit: acme(({ services }) => Object.assign(services[1] ?? {}, { baseUrl: "https://files.acme.example:443" })),
  },
  "a trailing slash": {
    says: "compatible",
    edit: acme(({ services }) => Object.assign(services[1] ?? {}, { baseUrl: "https://files.acme.example/" })),
  },
  "the same of a host that is not known yet": {
    says: "compatible",
    before: acme(({ parameters }) => delete parameters[0]?.default),
    edit: acme(({ services }) =>
      Object.assign(services[0] ?? {}, { baseUrl: "https://{REGION}.ACME.example:443/v1/" }),
    ),
  },
  "another host": {
    says: "behavioural",
    edit: acme(({ services }) => Object.assign(services[1] ?? {}, { baseUrl: "https://files.example" })),
  },
  "another parameter in the same place": {
    says: "behavioural",
    edit: acme(({ services }) => Object.assign(services[0] ?? {}, { baseUrl: "https://{account}.acme.example/v1" })),
  },
  "another order of keys": {
    says: "nothing",
    edit: (project) => {
      project.client.providers = Object.fromEntries(Object.entries(project.client.providers).reverse());
      input((schema) => (schema["properties"] = Object.fromEntries(Object.entries(properties(schema)).reverse())))(
        project,
      );
    },
  },
};

const cases = Object.entries(PROBES).map(([name, { edit, before: prepare = () => {} }]) => {
  const [before, after] = [structuredClone(base), structuredClone(base)];
  prepare(before);
  prepare(after);
  edit(after);
  return { name, before, after };
});
const verdicts = new Map((await judge(cases)).map((verdict) => [verdict.name, verdict]));

for (const [name, { says }] of Object.entries(PROBES)) {
  test(`${name}: ${says}`, () => {
    const verdict = verdicts.get(name);
    const changes = verdict?.changes ?? [];
    const worst = CHANGE_CLASSES.find((each) => changes.some((change) => change.class === each)) ?? "nothing";
    assert.is(worst, says, changes.map(({ sentence }) => sentence).join("\n"));
    assert.equal(verdict?.faults, []);
    assert.is((verdict?.mistakes ?? []).length > 0, says === "breaking", verdict?.mistakes.slice(0, 3).join("\n"));
  });
}

test.run();
