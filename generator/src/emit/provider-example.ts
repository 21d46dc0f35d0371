import { camelCase, isPlainIdentifier } from "./names.js";
import type { ProviderModel, SchemeModel } from "./provider-model.js";
import { objectKey, stringLiteral } from "./quoting.js";

/** Two lines of code for a documentation comment: they create a client, and send a request. */
export interface ProviderExample {
  readonly create: string;
  readonly send: string;
}

/**
 * Uses the default schemes; without any, a scheme that client.json supplies where there is one, otherwise the first. What
 * client.json does not supply is given. `path` is one of the document's.
 */
export function providerExample(provider: ProviderModel, path: string): ProviderExample {
  const { names, schemes, security, operations } = provider;
  const scheme = security.length > 0 ? undefined : (schemes.find(({ isConfigured }) => isConfigured) ?? schemes[0]);
  const used = schemes.filter(({ id }) => id === scheme?.id || security.includes(id));
  const given = used.filter(({ isConfigured }) => !isConfigured).map(credentialsOf);
  const parameters = provider.parameters.filter(({ isDemanded }) => isDemanded).map(({ name }) => name);
  const options = [
    ...(given.length === 0 ? [] : [`credentials: { ${given.join(", ")} }`]),
    ...(parameters.length === 0 ? [] : [`parameters: ${objectOf(parameters)}`]),
  ];
  const argument = options.length === 0 ? "" : `{ ${options.join(", ")} }`;
  const sender = operations !== false && path === "" ? "client.untyped" : "client";
  return {
    create: `const client = ${names.create}(${argument});`,
    send: `const value = await ${sender}.${path === "" ? requestWith(scheme) : documented(path, scheme)}.json();`,
  };
}

function credentialsOf({ id, fields, referenceFields }: SchemeModel): string {
  const given = fields.filter((field) => !referenceFields.includes(field));
  return `${objectKey(id)}: ${objectOf(given)}`;
}

function documented(path: string, scheme: SchemeModel | undefined): string {
  const options = scheme === undefined ? "" : `, { security: ${stringLiteral(scheme.id)} }`;
  return `get(${stringLiteral(path)}${options})`;
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
