import {
  type JsonValue,
  own,
  pointerSegments,
  valueAt,
  webhookForms,
  type WebhookPlace,
  type WebhookSettings,
} from "@sdkwright/runtime/config";
import type { SourceIssue } from "../../diagnostics/source.js";
import type { Api, Content, Operation, Parameter, Webhook } from "../../openapi/api.js";
import { secretLine } from "../../openapi/read-webhooks.js";
import type { LoadedProject, LoadedProvider } from "../../project/project.js";
import type { SchemaType } from "../../schema/schema-type.js";
import { secretsIn } from "../call-settings.js";
import { fit, literalProperty } from "../layout.js";
import { webhookNames, webhooksFile, webhooksModelFile } from "../names.js";
import { commentText, stringLiteral } from "../quoting.js";
import type { GeneratedFile } from "../render.js";
import { propertyComment, tsDoc } from "./comments.js";
import { isReadAsJson } from "../../openapi/media-types.js";
import { compactType, operationsModel, printOperationsModel } from "./model-of-operations.js";
import { ModuleSchemas } from "./module-schemas.js";
import { schemaComment, schemaTypes } from "./operations-module.js";
import { printDeclaration, printImport } from "./print-type.js";
import { objectNode, requiredNode, type TypeNode, unionNode } from "./type-node.js";
import { alternativesOf } from "./wire-values.js";

// The module of a provider's webhooks: how they are signed, and the types of what the document says that they carry.

interface SignedProvider extends LoadedProvider {
  readonly definition: LoadedProvider["definition"] & { readonly webhooks: WebhookSettings };
}

/** Issues of webhooks, and their modules, which are printed when they are asked for. */
export function webhooksOfAll({ providers, client }: Pick<LoadedProject, "providers" | "client">): {
  readonly issues: readonly SourceIssue[];
  readonly print: () => readonly GeneratedFile[];
} {
  const made = providers.filter(isSigned).map((provider) => webhooksOf(provider));
  return {
    issues: made.flatMap(({ issues }) => issues),
    print: () =>
      made.flatMap((webhooks) => {
        const { name } = webhooks.provider.definition;
        const secrets = secretsIn(own(client?.config.providers, name));
        const model = modelText(webhooks);
        return [
          { path: webhooksFile(name), text: printModule(webhooks, secrets, client?.file) },
          ...(model === undefined ? [] : [{ path: webhooksModelFile(name), text: model }]),
        ];
      }),
  };
}

function isSigned(provider: LoadedProvider): provider is SignedProvider {
  return provider.definition.webhooks !== undefined;
}

/** Events of one name. */
interface NamedWebhooks {
  /** `undefined` for those that nothing tells apart. */
  readonly name: string | undefined;
  readonly webhooks: readonly Webhook[];
  readonly payload: TypeNode;
}

interface ProviderWebhooks {
  readonly provider: SignedProvider;
  /** The place of the name, if the scheme has another. */
  readonly place: WebhookPlace | undefined;
  readonly events: readonly NamedWebhooks[];
  readonly schemas: ModuleSchemas | undefined;
  readonly issues: readonly SourceIssue[];
}

function webhooksOf(provider: SignedProvider): ProviderWebhooks {
  const { api, definition, json } = provider;
  const nothing = { provider, place: definition.webhooks.name, events: [], schemas: undefined, issues: [] };
  if (api === undefined || api.webhooks.length === 0) return nothing;
  const { type, create, definition: data, payloads } = webhookNames(definition.name);
  const answers = { ...api, operations: api.webhooks.map(asAnswer) };
  const schemas = new ModuleSchemas(definition, answers, json.openEnums === true, [
    ...IMPORTED,
    type,
    create,
    data,
    payloads,
  ]);
  const names = new Names(api, schemas);
  const ofScheme = schemePlace(definition.webhooks);
  const declared = definition.webhooks.name;
  const place = declared ?? names.detected(ofScheme) ?? ofScheme;
  const groups = new Map<string | undefined, Webhook[]>();
  for (const webhook of api.webhooks) {
    const name = place && names.of(webhook, place, declared !== undefined);
    groups.set(name, [...(groups.get(name) ?? []), webhook]);
  }
  // Beside names, what has none is what the document does not have.
  const named = [...groups].filter(([name]) => name !== undefined || groups.size === 1);
  const events = named.map(([name, webhooks]) => ({
    name,
    webhooks,
    payload: unionNode(webhooks.map(({ operation }) => schemas.writtenAny(payloadsOf(operation), "answers"))),
  }));
  const isUsual = JSON.stringify(place) === JSON.stringify(ofScheme);
  const issues = unnamedIssues(api, groups.get(undefined) ?? []);
  return { provider, place: isUsual ? undefined : place, events, schemas, issues };
}

/** A webhook is read as an answer: what is read-only is there, what is write-only is not. */
function asAnswer({ operation }: Webhook): Operation {
  const { pointer } = operation;
  const contents = payloadsOf(operation);
  return { ...operation, parameters: [], bodies: [], answers: [{ status: "200", pointer, headers: [], contents }] };
}

/** JSON, or else a form, whose fields are read like it. */
function payloadsOf({ bodies }: Operation): readonly Content[] {
  const json = bodies.filter(isReadAsJson);
  return json.length > 0 ? json : bodies.map((content) => ({ ...content, mediaType: "application/json" }));
}

function schemePlace({ signature }: WebhookSettings): WebhookPlace | undefined {
  return webhookForms({ signature })[0].name;
}

/** A document may have a hundred of them. */
function unnamedIssues({ document }: Api, unnamed: readonly Webhook[]): readonly SourceIssue[] {
  const [first, ...others] = unnamed;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  const message = `nothing distinguishes webhook ${JSON.stringify(first.key)}${more} from others, so it has no name in code`;
  const hint = 'if you know the place of its name, add it to "webhooks" of the definition: "name": { "body": "/type" }';
  return [{ code: "SW1662", severity: "note", message, hint, ...document.placeOf(first.operation.pointer) }];
}

// Names

/** The value that a document gives for a place of a webhook. */
interface Said {
  /** It is there, whatever its value. */
  readonly isThere: boolean;
  /** Its `const`, the one value of its `enum`, or the webhook's key among several. */
  readonly constant?: string | undefined;
  readonly example?: string | undefined;
}

/** Names of webhooks, by what tells them apart. */
class Names {
  readonly #api: Api;
  readonly #schemas: ModuleSchemas;

  constructor(api: Api, schemas: ModuleSchemas) {
    this.#api = api;
    this.#schemas = schemas;
  }

  /**
   * The header or property that has another constant value in each webhook, or in most; that of the scheme first, and usual
   * names. A header of the scheme needs no proof: the vendor documents it.
   */
  detected(ofScheme: WebhookPlace | undefined): WebhookPlace | undefined {
    const [first] = this.#api.webhooks;
    if (first === undefined || (ofScheme !== undefined && "header" in ofScheme)) return ofScheme;
    const properties = this.#objects(first).flatMap(({ properties }) => properties.map(({ name }) => name));
    const usual = (name: string) => USUAL.indexOf(name) >>> 0;
    const places: readonly WebhookPlace[] = [
      ...(ofScheme === undefined ? [] : [ofScheme]),
      ...first.operation.parameters.flatMap((each) =>
        each.in === "header" ? [{ header: each.name.toLowerCase() }] : [],
      ),
      ...[...new Set(properties)]
        .filter((name) => !/[/~]/.test(name))
        .sort((one, other) => usual(one) - usual(other))
        .map((name) => ({ body: `/${name}` })),
    ];
    const all = this.#api.webhooks;
    return places.find((place) => {
      if (this.#said(first, place).constant === undefined) return false;
      const values = all.flatMap((webhook) => this.#said(webhook, place).constant ?? []);
      return values.length * 2 > all.length && new Set(values).size === values.length;
    });
  }

  /**
   * Its constant there, its example, or its key in the document. A place that is not `isDeclared` has to be there, if it is
   * not a header of the scheme's, which documents leave out.
   */
  of(webhook: Webhook, place: WebhookPlace, isDeclared: boolean): string | undefined {
    const { isThere, constant, example } = this.#said(webhook, place);
    return isDeclared || isThere || "header" in place ? (constant ?? example ?? webhook.key) : undefined;
  }

  #said({ operation, ...webhook }: Webhook, place: WebhookPlace): Said {
    if ("header" in place) {
      const found = operation.parameters.find(
        (each) => each.in === "header" && each.name.toLowerCase() === place.header,
      );
      if (found === undefined) return { isThere: false };
      const type = found.schema && this.#schemas.schemas.typeOf(found.schema);
      return { isThere: true, constant: type && this.#constant([type], webhook.key), example: this.#exampleOf(found) };
    }
    const steps = pointerSegments(place.body);
    const last = steps.at(-1) ?? "";
    let objects = this.#objects({ operation, ...webhook });
    for (const step of steps.slice(0, -1))
      objects = objects.flatMap(({ properties }) =>
        properties.flatMap(({ name, type }) => (name === step ? this.#objectsIn(type) : [])),
      );
    const found = objects.flatMap(({ properties }) => properties.filter(({ name }) => name === last));
    const [example] = found.flatMap(({ schema }) => textIn(schema, "example") ?? textIn(schema, "examples") ?? []);
    return {
      isThere: found.length > 0,
      constant: this.#constant(
        found.map(({ type }) => type),
        webhook.key,
      ),
      example,
    };
  }

  #objects({ operation }: Webhook) {
    return payloadsOf(operation).flatMap(({ schema }) =>
      schema === undefined ? [] : this.#objectsIn(this.#schemas.schemas.typeOf(schema)),
    );
  }

  #objectsIn(type: SchemaType) {
    return alternativesOf(type, this.#schemas.schemas.parts).flatMap((each) => (each.kind === "object" ? [each] : []));
  }

  /** The one value that all of these have; or the key in the document, where it is one of several. */
  #constant(types: readonly SchemaType[], key: string): string | undefined {
    const all = types.flatMap((type) => alternativesOf(type, this.#schemas.schemas.parts));
    const values = all.flatMap((type) => (type.kind === "literal" ? [String(type.value)] : []));
    if (values.length === 0 || values.length < all.length) return undefined;
    if (values.includes(key)) return key;
    return new Set(values).size === 1 ? values[0] : undefined;
  }

  #exampleOf({ pointer }: Parameter): string | undefined {
    const value = valueAt(this.#api.document.root, pointerSegments(pointer));
    return textIn(value, "example") ?? textIn(own(value as object, "schema") as JsonValue | undefined, "example");
  }
}

const USUAL = ["name", "event_name", "eventType", "event_type", "event", "type"];

/** A text under a key, or the first of a list of texts there. */
function textIn(value: JsonValue | undefined, key: string): string | undefined {
  const found = typeof value === "object" && value !== null ? own(value as object, key) : undefined;
  const [text] = [found].flat();
  return typeof text === "string" && text !== "" ? text : undefined;
}

// The module

/** Names of the runtime that the module uses. */
const IMPORTED = [
  "WebhookEvent",
  "WebhookEventOf",
  "Webhooks",
  "WebhooksDefinition",
  "WebhooksOptions",
  "WebhooksOptionsWithSecrets",
];

function printModule(
  { provider, place, events, schemas }: ProviderWebhooks,
  secrets: readonly string[],
  clientFile: string | undefined,
): string {
  const { definition, api, file } = provider;
  const { name, webhooks } = definition;
  const names = webhookNames(name);
  const named = events.filter((each) => each.name !== undefined);
  const origin = [
    file,
    ...(events.length > 0 && api !== undefined ? [api.document.source.file] : []),
    ...(secrets.length > 0 && clientFile !== undefined ? [clientFile] : []),
  ];
  const optionsType = secrets.length > 0 ? "WebhooksOptions" : "WebhooksOptionsWithSecrets";
  const scheme = typeof webhooks.signature === "string" ? webhooks.signature : undefined;
  const eventType = named.length > 0 ? "WebhookEventOf" : "WebhookEvent";
  const imports = [
    "bindWebhooks",
    ...(scheme === undefined ? [] : [scheme]),
    ...[eventType, "Webhooks", "WebhooksDefinition", optionsType].map((type) => `type ${type}`),
  ];
  const declared = schemas === undefined ? [] : schemaTypes(schemas);
  return [
    `// @generated by sdkwright from ${commentText(origin.join(" and "))}.\n`,
    `// Do not edit: change ${origin.length > 1 ? "those files" : "that file"} and run \`sdkwright generate\`.\n`,
    printImport("import", imports, '"@sdkwright/runtime/generated/webhooks"'),
    "\n",
    tsDoc([`How webhooks of \`${name}\` are signed.`]),
    `export const ${names.definition}: WebhooksDefinition${named.length > 0 ? `<${names.type}>` : ""} = {\n`,
    `  provider: ${stringLiteral(name)},\n`,
    scheme === undefined
      ? literalProperty("scheme", { signature: webhooks.signature as unknown as JsonValue }, "  ")
      : `  scheme: ${scheme},\n`,
    ...Object.entries({ id: webhooks.id, name: place }).map(([key, value]) =>
      value === undefined
        ? ""
        : fit(
            `  ${key}: {\n    ${"header" in value ? `header: ${stringLiteral(value.header)}` : `body: ${stringLiteral(value.body)}`},\n  },\n`,
          ),
    ),
    named.length === 0
      ? ""
      : fit(`  names: [\n${named.map((each) => `    ${stringLiteral(each.name ?? "")},\n`).join("")}  ],\n`),
    secrets.length === 0
      ? ""
      : fit(`  secrets: [\n${secrets.map((secret) => `    ${stringLiteral(secret)},\n`).join("")}  ],\n`),
    "};\n\n",
    printTypes(name, events),
    "\n",
    "/**\n",
    ` * Checks webhooks of \`${commentText(name)}\`, and signs them for tests.\n`,
    secrets.length > 0
      ? ` * The secret is \`${secrets.join("` or `")}\`, from client.json; \`secrets\` passed here win.\n`
      : ` * Pass \`secrets\`, or name a variable for this provider in the client configuration:\n * \`${secretLine(name)}\`.\n`,
    " *\n * @example\n",
    ` * const event = await ${names.create}(${secrets.length > 0 ? "" : "{ secrets: [secret] }"}).verify(request);\n */\n`,
    fit(
      `export function ${names.create}(\n  options${secrets.length > 0 ? "?" : ""}: ${optionsType},\n): Webhooks<${names.type}> {\n`,
    ),
    `  return bindWebhooks(${names.definition}, options);\n}\n`,
    ...declared.flatMap((schema) => [
      "\n",
      api === undefined ? "" : schemaComment(schema, api),
      printDeclaration(schema.form.name, schema.type),
    ]),
  ].join("");
}

function printTypes(provider: string, events: readonly NamedWebhooks[]): string {
  const { type, payloads } = webhookNames(provider);
  const named = events.filter((each) => each.name !== undefined);
  const rest = events.find((each) => each.name === undefined);
  if (named.length > 0) {
    const properties = named.map((each) => ({
      ...requiredNode(each.name ?? "", each.payload),
      comment: commentOf(each),
    }));
    return [
      tsDoc([`Payloads of webhooks of \`${provider}\`, by name.`]),
      printDeclaration(payloads, objectNode(properties)),
      "\n",
      tsDoc([`A webhook of \`${provider}\`. Its name is \`undefined\` if the document does not have it.`]),
      printDeclaration(type, { kind: "generic", name: "WebhookEventOf", argument: { kind: "text", text: payloads } }),
    ].join("");
  }
  if (rest === undefined)
    return tsDoc([`A webhook of \`${provider}\`.`]) + `export type ${type} = WebhookEvent<undefined>;\n`;
  return [
    tsDoc([`Payloads of webhooks of \`${provider}\`.`]),
    printDeclaration(payloads, rest.payload),
    "\n",
    tsDoc([`A webhook of \`${provider}\`. Nothing in the document distinguishes them.`]),
    `export type ${type} = WebhookEvent<undefined, ${payloads}>;\n`,
  ].join("");
}

/** The description of the only webhook of this name. */
function commentOf({ name = "", webhooks: [webhook, ...others] }: NamedWebhooks): string {
  const { summary, description } = webhook?.operation ?? {};
  const text = summary ?? description;
  return others.length > 0 || text === undefined ? "" : propertyComment({ description: text }, name);
}

// The model for `diff`

function modelText({ provider, events, schemas }: ProviderWebhooks): string | undefined {
  const { api, definition } = provider;
  if (api === undefined || schemas === undefined) return undefined;
  const declared = schemaTypes(schemas);
  const { parts: types } = schemas.schemas;
  const model = operationsModel(
    { provider: definition.name, api, definition, operations: [], schemas: declared, types },
    {},
  );
  const entries = events.map(({ name, webhooks, payload }) => {
    const at = webhooks[0]?.operation.pointer ?? "";
    return [
      `WEBHOOK ${name ?? ""}`,
      { options: "{}", answers: { 200: compactType(payload) }, errors: {}, at },
    ] as const;
  });
  entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const facts = { schemes: {}, servers: [], security: [] };
  return printOperationsModel(
    { ...model, operations: Object.fromEntries(entries), document: facts },
    api.document.source.file,
  );
}
