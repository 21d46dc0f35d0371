import type { ProviderModel } from "../model/provider-model.js";
import type { SchemeModel } from "../model/scheme-model.js";
import { camelCase, isPlainIdentifier } from "../names/identifiers.js";
import { objectKey, stringLiteral } from "./quoting.js";

/** Two lines of code for a documentation comment: they create a client, and send a request. */
export interface ProviderExample {
  readonly create: string;
  readonly send: string;
}

/** Uses a scheme that client.json supplies where there is one; otherwise the first, with its credentials. */
export function providerExample(provider: ProviderModel): ProviderExample {
  const { names, schemes } = provider;
  const configured = schemes.find(({ isConfigured }) => isConfigured);
  const scheme = configured ?? schemes[0];
  const parameters = provider.parameters.filter(({ isDemanded }) => isDemanded).map(({ name }) => name);
  const options = [
    ...(scheme === undefined || scheme === configured ? [] : [`credentials: ${credentialsOf(scheme)}`]),
    ...(parameters.length === 0 ? [] : [`parameters: ${objectOf(parameters)}`]),
  ];
  const argument = options.length === 0 ? "" : `{ ${options.join(", ")} }`;
  return {
    create: `const client = ${names.create}(${argument});`,
    send: `const value = await client.${requestWith(scheme)}.json();`,
  };
}

function credentialsOf({ id, fields, referenceFields }: SchemeModel): string {
  const given = fields.filter((field) => !referenceFields.includes(field));
  return `{ ${objectKey(id)}: ${objectOf(given)} }`;
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
