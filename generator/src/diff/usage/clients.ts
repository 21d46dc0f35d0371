import { ts } from "../../maps/ts-morph.js";
import type { Code } from "./code.js";

export const METHODS: readonly string[] = ["get", "post", "put", "patch", "delete", "head", "options"];

/** What a client sends with. */
export const SENDS: ReadonlySet<string> = new Set([...METHODS, "request"]);

/** What has our `request` is a client of ours, though a method that is gone is none of its own. */
export function isClient(type: ts.Type | undefined, code: Code): boolean {
  return membersOf(type).some((member) => isOfRuntime(member, "request", code));
}

/** Whether a type still tells calls of ours: a client's, or that of a part of one. */
export function tellsCalls(type: ts.Type, code: Code): boolean {
  return membersOf(type).some(
    (member) => hasSend(member, code) || [...SENDS].some((name) => isOfRuntime(member, name, code)),
  );
}

/** Whether it is a function of a client. */
export function hasSend(type: ts.Type, code: Code): boolean {
  return type.getCallSignatures().some((signature) => isSend(signature, code));
}

export function isSend(signature: ts.Signature | undefined, { isRuntime }: Code): boolean {
  const declaration = signature?.declaration;
  if (declaration === undefined || !ts.isFunctionTypeNode(declaration) || !isRuntime(declaration)) return false;
  return declaration.parameters[0]?.name.getText() === "path";
}

/** The providers that a client may be of; `undefined` where its type does not say. */
export function providersOf(client: ts.Type | undefined, { checker }: Code): readonly string[] | undefined {
  return client && literalsOf(propertyType(client, "name", checker), checker);
}

export function propertyType(type: ts.Type, name: string, checker: ts.TypeChecker): ts.Type | undefined {
  const property = checker.getPropertyOfType(type, name);
  return property && checker.getTypeOfSymbol(property);
}

/** The texts of a type that is nothing but texts; a type parameter counts as what it extends. */
export function literalsOf(type: ts.Type | undefined, checker: ts.TypeChecker): readonly string[] | undefined {
  const known = type && (checker.getBaseConstraintOfType(type) ?? type);
  const members = membersOf(known);
  const texts = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  return texts.length === members.length && texts.length > 0 ? texts : undefined;
}

/** `(pay!).get` is `pay.get`. */
export function withoutWrapping(node: ts.Expression): ts.Expression {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

function membersOf(type: ts.Type | undefined): readonly ts.Type[] {
  if (type === undefined) return [];
  return type.isUnion() ? type.types : [type];
}

function isOfRuntime(type: ts.Type, property: string, { isRuntime }: Code): boolean {
  return type.getProperty(property)?.declarations?.some(isRuntime) === true;
}
