import type { Call } from "./example-call.js";
import { camelCase, isPlainIdentifier } from "./names.js";
import type { ProviderModel, SchemeModel } from "./provider-model.js";
import { objectKey, stringLiteral } from "./quoting.js";

/** Two lines of code for a documentation comment: they create a client, and send a request. */
export interface ProviderExample {
  readonly create: string;
  readonly send: string;
}

/** Gives the credentials that `call` needs and client.json does not supply. Without a document the path is a stand-in. */
export function providerExample(provider: ProviderModel, call: Call | undefined): ProviderExample {
  const { names, schemes, security, operations } = provider;
  const scheme = exampleScheme(provider);
  const ids = call?.security ?? [...security, ...(scheme === undefined ? [] : [scheme.id])];
  const used = schemes.filter(({ id }) => ids.includes(id));
  const given = used.filter(({ isConfigured }) => !isConfigured).map(credentialsOf);
  const parameters = provider.parameters.filter(({ isDemanded }) => isDemanded).map(({ name }) => name);
  const options = [
    ...(given.length === 0 ? [] : [`credentials: { ${given.join(", ")} }`]),
    ...(parameters.length === 0 ? [] : [`parameters: ${objectOf(parameters)}`]),
  ];
  const argument = options.length === 0 ? "" : `{ ${options.join(", ")} }`;
  const standIn = `${operations === false ? "client" : "client.untyped"}.${requestWith(scheme)}`;
  const { expression, answer } = call ?? { expression: standIn, answer: "json" };
  return {
    create: `const client = ${names.create}(${argument});`,
    send:
      answer === "none"
        ? `await ${expression};`
        : answer === "items"
          ? `for await (const item of ${expression}.items()) console.log(item);`
          : `const value = await ${expression}.${answer}();`,
  };
}

/** The scheme that an example names where there is no default: one that client.json supplies, otherwise the first. */
export function exampleScheme({ schemes, security }: ProviderModel): SchemeModel | undefined {
  return security.length > 0 ? undefined : (schemes.find(({ isConfigured }) => isConfigured) ?? schemes[0]);
}

function credentialsOf({ id, fields, referenceFields }: SchemeModel): string {
  const given = fields.filter((field) => !referenceFields.includes(field));
  return `${objectKey(id)}: ${objectOf(given)}`;
}

/** Each property from a variable of its name, where its name can be one. */
function objectOf(names: readonly string[]): string {
  return `{ ${names.map((name) => (isVariable(name) ? name : `${objectKey(name)}: ${variableFor(name)}`)).join(", ")} }`;
}

function isVariable(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name) || (isPlainIdentifier(name) && camelCase(name) === name);
}

function variableFor(name: string): string {
  const variable = camelCase(name);
  return isPlainIdentifier(variable) ? variable : "value";
}

/** A key in the body needs a body, one in the path its place. */
function requestWith(scheme: SchemeModel | undefined): string {
  if (scheme === undefined) return 'get("/path")';
  const { in: place, name = "" } = Object.fromEntries(scheme.definition.map(({ key, value }) => [key, String(value)]));
  const security = `security: ${stringLiteral(scheme.id)}`;
  if (place === "body") return `post("/path", { ${security}, json: {} })`;
  const path = place === "path" ? `/{${name}}/path` : "/path";
  return `get(${stringLiteral(path)}, { ${security} })`;
}
