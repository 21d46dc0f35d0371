import { ts } from "../../maps/ts-morph.js";
import { hasSend, isClient, providersOf, tellsCalls } from "./clients.js";
import type { Code } from "./code.js";
import { foundAt } from "./nodes.js";
import type { Call } from "./usage.js";

/** Where a client, or a function of one, becomes a value of a type that does not tell its calls: nobody knows them. */
export function givenAwayAt(nodes: readonly ts.Node[], code: Code): readonly Call[] {
  return foundAt(nodes, (node) => (isValue(node) ? givenAway(node, code) : []));
}

/** An expression that may be a client or a function: a name, what is below one, or what is called. */
type Value = ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression;

function isValue(node: ts.Node): node is Value {
  if (!ts.isIdentifier(node))
    return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  const isName = "name" in parent && parent.name === node;
  const isPart = ts.isBindingElement(parent) || ts.isQualifiedName(parent) || ts.isTypeNode(parent);
  return !isName && !isPart && !ts.isImportSpecifier(parent) && !ts.isExportSpecifier(parent);
}

function givenAway(node: Value, code: Code): readonly Call[] {
  const use = useOf(node);
  if (use.kind === "followed") return [];
  const wanted = expectedType(use.node, code.checker);
  if (wanted === undefined && use.kind === "as expected") return [];
  const type = code.checker.getTypeAtLocation(node);
  const isFunction = hasSend(type, code);
  if (!isFunction && (wanted === undefined || !isClient(type, code))) return [];
  if (wanted !== undefined && (tellsCalls(wanted, code) || wanted.isTypeParameter())) return [];
  const client = isFunction && !ts.isIdentifier(node) ? code.checker.getTypeAtLocation(node.expression) : type;
  const providers = providersOf(client, code);
  return [{ place: code.placeOf(node), ...(providers && { providers }) }];
}

/** What becomes of a value: somebody looks at it elsewhere, it is taken as a type says, or it is a value as any other. */
interface Use {
  readonly kind: "followed" | "as expected" | "value";
  readonly node: ts.Expression;
}

/** A function that is called or kept in a variable is followed by its name. */
function useOf(value: ts.Expression): Use {
  let node = value;
  while (ts.isParenthesizedExpression(node.parent) || ts.isNonNullExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isCallExpression(parent) && parent.expression === node) return { kind: "followed", node };
  if (ts.isVariableDeclaration(parent) && parent.type === undefined) return { kind: "followed", node };
  if (ts.isExpressionStatement(parent)) return { kind: "followed", node };
  return { kind: ts.isCallExpression(node) ? "as expected" : "value", node };
}

/** The type that a place asks for; what is within a literal is asked for as the literal is. */
function expectedType(node: ts.Expression, checker: ts.TypeChecker): ts.Type | undefined {
  const { parent } = node;
  if (ts.isAsExpression(parent) || ts.isTypeAssertionExpression(parent)) return checker.getTypeAtLocation(parent);
  const expected = checker.getContextualType(node);
  if (expected !== undefined) return expected;
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent))
    return expectedType(parent.parent, checker);
  return ts.isArrayLiteralExpression(parent) ? expectedType(parent, checker) : undefined;
}
