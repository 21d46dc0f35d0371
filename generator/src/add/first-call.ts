import { type Call, type CallDefaults, callOf, namedSecurity, simplestOperation } from "../emit/example-call.js";
import { camelCase, callsFile, providerFile, providerNames } from "../emit/names.js";
import { callNameOf } from "../emit/operations/call-names.js";
import { objectKey, stringLiteral } from "../emit/quoting.js";
import type { ImportExtension } from "../io/paths.js";
import type { Api, Operation } from "../openapi/api.js";
import type { Caller } from "./caller.js";
import type { CredentialEntry } from "./schemes.js";

/** What a first call needs to know. */
export interface CallContext extends CallDefaults {
  readonly api: Api;
  /** Of all schemes, those of other alternatives too. */
  readonly credentials: readonly CredentialEntry[];
  /** Parameters of base URLs that have no value. */
  readonly missing: readonly string[];
  readonly caller: Caller;
  readonly importExtension: ImportExtension;
}

/** The simplest call of a provider, as code to paste; `undefined` where every operation wants a body. */
export function firstCall(context: CallContext): string | undefined {
  const { api, definition } = context;
  const operation = simplestOperation(api.operations, context);
  if (operation === undefined || operation.isBodyRequired) return undefined;
  const client = camelCase(definition.name);
  const name = callNameOf(operation, api);
  // Names of the code around it.
  const isTaken = [
    client,
    providerNames(definition.name).create,
    "main",
    "console",
    "process",
    "item",
    "itemList",
  ].includes(name);
  const local = isTaken ? `${name}_` : name;
  const call = callOf(client, operation, context, local);
  return callText(context, createOptions(operation, context), call, isTaken ? `${name} as ${local}` : name);
}

/** Imports, client and one call of it, as the caller's kind of code has it. `imported` is a function of an operation. */
export function callText(
  { definition: { name }, caller, importExtension }: Pick<CallContext, "definition" | "caller" | "importExtension">,
  options: string,
  call: Call,
  imported?: string,
): string {
  const { create } = providerNames(name);
  const importOf = (what: string, file: string) =>
    `import { ${what} } from ${stringLiteral(`${caller.sdk}/${file.replace(/\.ts$/, "")}${importExtension}`)};`;
  const comment = call.comment === undefined ? [] : [`// ${call.comment}`];
  const client = camelCase(name);
  const item = client === "item" ? "each" : "item";
  const body = [`const ${client} = ${create}(${options});`, ...comment, ...statementsOf(call, caller, item)];
  return [
    ...(imported === undefined ? [] : [importOf(imported, callsFile(name))]),
    importOf(create, providerFile(name)),
    "",
    ...inFunction(body, caller),
  ].join("\n");
}

/** A program prints the answer, a route returns it. */
function statementsOf({ expression, answer }: Call, { kind }: Caller, item: string): readonly string[] {
  if (answer === "none")
    return [`await ${expression};`, ...(kind === "route" ? ['return Response.json("done");'] : [])];
  if (answer === "items") {
    const loop = `for await (const ${item} of ${expression}.items({ limit: 10 }))`;
    if (kind !== "route")
      return ["// The first 10 items, of as many pages as it takes.", `${loop} console.log(${item});`];
    const list = `${item}List`;
    return [`const ${list} = [];`, `${loop} ${list}.push(${item});`, `return Response.json(${list});`];
  }
  const value = `await ${expression}.${answer}()`;
  if (kind !== "route") return [`console.log(${value});`];
  return [`return ${answer === "json" ? "Response.json" : "new Response"}(${value});`];
}

function inFunction(body: readonly string[], { kind }: Caller): readonly string[] {
  const indented = body.map((line) => `  ${line}`);
  switch (kind) {
    case "module":
      return body;
    case "commonjs":
      return ["async function main(): Promise<void> {", ...indented, "}", "", "void main();"];
    case "route":
      return ["export async function GET() {", ...indented, "}"];
  }
}

function createOptions(operation: Operation, context: CallContext): string {
  const named = namedSecurity(operation, context) ?? [];
  const others = named.filter((id) => !context.security.includes(id));
  const parts = [
    ...(others.length === 0 ? [] : [`credentials: { ${others.map((id) => credentialOf(id, context)).join(", ")} }`]),
    ...(context.missing.length === 0 ? [] : [`parameters: ${textsOf(context.missing)}`]),
  ];
  return parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
}

function credentialOf(id: string, { credentials }: CallContext): string {
  const { id: _, ...fields } = credentials.find((entry) => entry.id === id) ?? { id };
  const values = Object.entries(fields).map(
    ([field, reference]) => `${field}: process.env[${stringLiteral(reference.slice(1))}] ?? ""`,
  );
  return `${objectKey(id)}: { ${values.join(", ")} }`;
}

function textsOf(names: readonly string[]): string {
  return `{ ${names.map((name) => `${objectKey(name)}: "test"`).join(", ")} }`;
}
