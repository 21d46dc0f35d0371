import { own } from "@sdkwright/runtime/config";
import { camelCase, providerFile, providerNames } from "../emit/names.js";
import { objectKey, stringLiteral } from "../emit/quoting.js";
import type { ImportExtension } from "../io/paths.js";
import type { Operation, Parameter } from "../openapi/api.js";
import type { Caller } from "./caller.js";
import type { CredentialEntry } from "./schemes.js";
import { answersJson, type Given, namedSecurity, neededBy, simplestOperation } from "./simplest-operation.js";

/** What a first call needs to know. */
export interface CallContext extends Given {
  readonly operations: readonly Operation[];
  /** Of all schemes, those of other alternatives too. */
  readonly credentials: readonly CredentialEntry[];
  /** Parameters of base URLs that have no value. */
  readonly missing: readonly string[];
  readonly caller: Caller;
  readonly importExtension: ImportExtension;
}

/** The simplest call of a provider, as code to paste; `undefined` where every operation wants a body. */
export function firstCall(context: CallContext): string | undefined {
  const operation = simplestOperation(context.operations, context);
  if (operation === undefined) return undefined;
  const { name } = context.definition;
  return callText(context, createOptions(operation, context), callOf(camelCase(name), operation, context));
}

/** One call, and what is read of its answer. */
export interface Call {
  readonly comment?: string;
  /** Without `await`. */
  readonly expression: string;
  readonly answer: "json" | "text" | "none";
}

/** Import, client and one call of it, as the caller's kind of code has it. */
export function callText(
  { definition: { name }, caller, importExtension }: Pick<CallContext, "definition" | "caller" | "importExtension">,
  options: string,
  call: Call,
): string {
  const { create } = providerNames(name);
  const module = `${caller.sdk}/${providerFile(name).replace(/\.ts$/, "")}${importExtension}`;
  const comment = call.comment === undefined ? [] : [`// ${call.comment}`];
  const body = [`const ${camelCase(name)} = ${create}(${options});`, ...comment, ...statementsOf(call, caller)];
  return [`import { ${create} } from ${stringLiteral(module)};`, "", ...inFunction(body, caller)].join("\n");
}

/** A program prints the answer, a route returns it. */
function statementsOf({ expression, answer }: Call, { kind }: Caller): readonly string[] {
  if (answer === "none")
    return [`await ${expression};`, ...(kind === "route" ? ['return Response.json("done");'] : [])];
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

function callOf(client: string, operation: Operation, context: CallContext): Call {
  const { method, path } = operation;
  const expression = `${client}.${method}(${[stringLiteral(path), ...optionsOf(operation, context)].join(", ")})`;
  if (method === "head" || !hasContent(operation)) return { expression, answer: "none" };
  return { expression, answer: answersJson(operation) ? "json" : "text" };
}

function hasContent({ answers }: Operation): boolean {
  return answers.some(({ status, contents }) => status.startsWith("2") && contents.length > 0);
}

function optionsOf(operation: Operation, context: CallContext): readonly string[] {
  const wanted = neededBy(operation, context.definition);
  const named = namedSecurity(operation, context);
  const groups = (["path", "query", "header"] as const).flatMap((place) => {
    const parameters = wanted.filter((parameter) => parameter.in === place);
    return parameters.length === 0 ? [] : [`${GROUPS[place]}: ${valuesOf(parameters)}`];
  });
  const security = named === undefined ? [] : [`security: ${securityOf(named)}`];
  const parts = [...groups, ...security];
  return parts.length === 0 ? [] : [`{ ${parts.join(", ")} }`];
}

function securityOf(ids: readonly string[]): string {
  const literals = ids.map(stringLiteral);
  return literals.length === 1 ? literals.join("") : `[${literals.join(", ")}]`;
}

const GROUPS = { path: "params", query: "query", header: "headers" } as const;

function valuesOf(parameters: readonly Parameter[]): string {
  return `{ ${parameters.map((parameter) => `${objectKey(parameter.name)}: ${exampleOf(parameter)}`).join(", ")} }`;
}

/** A value that fits the type as far as it is plain: the first of an enum, a number, a text that any place can carry. */
function exampleOf({ schema }: Parameter): string {
  const value =
    typeof schema?.value === "object" && schema.value !== null && !Array.isArray(schema.value) ? schema.value : {};
  const [first] = [own(value, "enum")].flat();
  if (typeof first === "string") return stringLiteral(first);
  if (typeof first === "number") return String(first);
  switch (own(value, "type")) {
    case "integer":
    case "number":
      return "1";
    case "boolean":
      return "true";
    case "array":
      return "[]";
    default:
      return '"test"';
  }
}

function textsOf(names: readonly string[]): string {
  return `{ ${names.map((name) => `${objectKey(name)}: "test"`).join(", ")} }`;
}
