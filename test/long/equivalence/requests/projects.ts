import type { Files } from "../../../generator/folder.js";
import type { Choose } from "./choices.js";
import { definition, document, fieldsOf, type Definition } from "./definitions.js";

export const PROVIDERS = ["acme", "beta"] as const;

/** Values of the variables that client.json reads; whoever sees one knows its name. */
export const SECRETS: { readonly [name: string]: string } = {
  KEY_A: "value-of-KEY_A",
  KEY_B: "value-of-KEY_B",
  ID_A: "value-of-ID_A",
  ID_B: "value-of-ID_B",
  REFRESH: "value-of-REFRESH",
};

export const ENV: { readonly [name: string]: string } = {
  ...SECRETS,
  ACME_URL: "https://env.example/e",
  OTHER_URL: "https://other.example/o",
  ACME_REGION: "ap",
  NOTE_A: "a",
  NOTE_B: "b",
};

/** A map that sends its input by default, by an operation, and with a scheme that every definition has. */
export const MAP = `export default {
  async Do({ input, http }) {
    await http.post("/do", { json: input, idempotent: true }).text();
    await http.post("/b", { json: input, idempotent: true }).text();
    return http.post("/do", { security: "one", json: input, idempotent: true }).text();
  },
};
`;

/** A project with two providers, a document and a profile, whose maps may be made for other definitions. */
export function filesOf(choose: Choose): Files {
  const definitions = PROVIDERS.map((name) => definition(choose, name, name));
  const own = PROVIDERS.filter((name) => choose(`${name} own`, [false, false, true]));
  return {
    "package.json": "{}",
    "client/openapi/acme.json": document(choose),
    "client/profile.json": {
      name: "pay",
      version: "1.0.0",
      usecases: { Do: { input: { type: "object", properties: { tag: { type: "string" } } }, result: {} } },
    },
    "client/client.json": clientJson(choose, definitions, own),
    ...Object.fromEntries(
      definitions.map((each) => [`client/providers/${each.name}.json`, withDocument(choose, each, each.name)]),
    ),
    ...Object.fromEntries(
      own.map((name) => [
        `client/own/${name}.json`,
        withDocument(choose, definition(choose, name, `own ${name}`), `own ${name}`),
      ]),
    ),
    ...Object.fromEntries(PROVIDERS.map((name) => [`src/maps/${name}.js`, MAP])),
  };
}

function withDocument(choose: Choose, made: Definition, place: string): object {
  const file = "../openapi/acme.json";
  return {
    ...made,
    ...choose(`${place} openapi`, [{ openapi: file }, { openapi: { file, include: ["GET /**"] } }, {}]),
  };
}

function clientJson(choose: Choose, definitions: readonly Definition[], own: readonly string[]): object {
  const names = definitions.map(({ name }) => name);
  const input = choose("input", [{}, { input: { tag: "$NOTE_A" } }, { input: { tag: "plain" } }]);
  return {
    profiles: {
      pay: {
        file: "profile.json",
        ...choose("priority", [{}, { priority: names }, { priority: [...names].reverse() }, { priority: ["acme"] }]),
        providers: Object.fromEntries(
          names.map((name) => [
            name,
            {
              file: own.includes(name) ? `own/${name}.json` : `../src/maps/${name}.js`,
              defaults: { Do: choose(`${name} input`, [{}, {}, { input: { tag: "$NOTE_B" } }]) },
            },
          ]),
        ),
        defaults: { Do: { ...input, providerFailover: choose("failover", [true, true, false]) } },
      },
    },
    providers: Object.fromEntries(definitions.map((each) => [each.name, supplied(choose, each)])),
  };
}

function supplied(choose: Choose, { name, services, securitySchemes }: Definition): object {
  const value = (id: string, field: string): string => {
    if (field === "refreshToken") return "$REFRESH";
    if (field === "clientId" || field === "username") return choose(`${name} ${id} name`, ["$ID_A", "$ID_B"]);
    return choose(`${name} ${id} secret`, ["$KEY_A", "$KEY_B"]);
  };
  const given = securitySchemes.filter(({ id }) => choose(`${name} gives ${id}`, [true, true, true, false]));
  return {
    security: given.map((scheme) => ({
      id: scheme.id,
      ...Object.fromEntries(fieldsOf(scheme).map((field) => [field, value(scheme.id, field)])),
    })),
    parameters: {
      ...choose(`${name} gives REGION`, [{}, { REGION: "us" }, { REGION: "$ACME_REGION" }]),
      ...choose(`${name} gives BASE`, [{ BASE: "https://base.example" }, { BASE: "$ACME_URL" }]),
    },
    services: Object.fromEntries(
      services.flatMap(({ id }) => {
        const url = choose(`${name} leads ${id}`, ["", "", "", "$ACME_URL", "$OTHER_URL", "https://own.example/o"]);
        return url === "" ? [] : [[id, url]];
      }),
    ),
  };
}
