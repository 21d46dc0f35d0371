import { ts } from "../../maps/ts-morph.js";
import { hasSend, isClient, providersOf, tellsCalls } from "./clients.js";
import type { Code } from "./code.js";
import type { Call } from "./usage.js";

/** Where a client, or a function of one, becomes a value of a type that does not tell its calls: nobody knows them. */
export function givenAwayIn(file: ts.SourceFile, code: Code): readonly Call[] {
  const found: Call[] = [];
  const visit = (node: ts.Node): void => {
    const call = isValue(node) ? givenAway(node, code) : undefined;
    if (call !== undefined) found.push(call);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
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

function givenAway(node: Value, code: Code): Call | undefined {
  const use = useOf(node);
  if (use.kind === "followed") return undefined;
  const wanted = expectedType(use.node, code.checker);
  if (wanted === undefined && use.kind === "as expected") return undefined;
  const type = code.checker.getTypeAtLocation(node);
  const isFunction = hasSend(type, code);
  if (!isFunction && (wanted === undefined || !isClient(type, code))) return undefined;
  if (wanted !== undefined && (tellsCalls(wanted, code) || wanted.isTypeParameter())) return undefined;
  const client = isFunction && !ts.isIdentifier(node) ? code.checker.getTypeAtLocation(node.expression) : type;
  const providers = providersOf(client, code);
  return { place: code.placeOf(node), ...(providers && { providers }) };
}

/** What becomes of a value: somebody looks at it elsewhere, it is taken as a type says, or it is a value as any other. */
interface Use {
  readonly kind: "followed" | "as expected" | "value";
  readonly node: ts.Expression;
}

/** A function that is called or kept in a variable is followed by its name. */
function useOf(node: ts.Expression): Use {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent)) return useOf(parent);
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
