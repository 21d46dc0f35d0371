import { ts } from "../../maps/ts-morph.js";
import { isClient, isSend, literalsOf, METHODS, propertyType, providersOf, SENDS, withoutWrapping } from "./clients.js";
import type { Code } from "./code.js";
import { foundAt } from "./nodes.js";
import type { Call } from "./usage.js";

/** The requests among nodes: calls of what a client of ours has, by whatever name the client goes. */
export function callsAt(nodes: readonly ts.Node[], code: Code): readonly Call[] {
  return foundAt(nodes, (node) => (ts.isCallExpression(node) ? callAt(node, code) : []));
}

function callAt(call: ts.CallExpression, code: Code): readonly Call[] {
  const callee = withoutWrapping(call.expression);
  const receiver = receiverOf(callee);
  const method = receiver && methodOf(callee, code.checker);
  const send = method !== undefined && SENDS.has(method) ? method : undefined;
  const mayBeClient = receiver !== undefined && (send !== undefined || method === undefined);
  const client = mayBeClient ? code.checker.getApparentType(code.checker.getTypeAtLocation(receiver)) : undefined;
  const operations = operationsOf(call, send ?? sendName(callee, code), code);
  // What has no type may be a client. One that loses its type is told where it does.
  const mayBeOurs = client !== undefined && (client.flags & ts.TypeFlags.Any) !== 0 && operations !== undefined;
  if (!mayBeOurs && !isClient(client, code) && !isOurs(call, code)) return [];
  const providers = providersOf(client, code);
  return [{ place: code.placeOf(call), ...(providers && { providers }), ...(operations && { operations }) }];
}

function receiverOf(callee: ts.Expression): ts.Expression | undefined {
  return ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee) ? callee.expression : undefined;
}

/** The name that is called; `undefined` where it is computed. */
function methodOf(callee: ts.Expression, checker: ts.TypeChecker): string | undefined {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  if (!ts.isElementAccessExpression(callee)) return undefined;
  const names = literalsOf(checker.getTypeAtLocation(callee.argumentExpression), checker);
  return names?.length === 1 ? names[0] : undefined;
}

function isOurs(call: ts.CallExpression, code: Code): boolean {
  return isSend(code.checker.getResolvedSignature(call), code);
}

/** The method of a function that was taken out of a client by its name, in whatever module. */
function sendName(callee: ts.Expression, { checker }: Code): string | undefined {
  const found = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(callee) ? callee.name : callee);
  const isAlias = found !== undefined && (found.flags & ts.SymbolFlags.Alias) !== 0;
  const declaration = (isAlias ? checker.getAliasedSymbol(found) : found)?.valueDeclaration;
  if (declaration === undefined) return undefined;
  if (ts.isBindingElement(declaration)) return (declaration.propertyName ?? declaration.name).getText();
  const initializer = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return initializer && methodOf(withoutWrapping(initializer), checker);
}

/** By the type of a path and the methods; the checker has one type for what is written alike. */
const operationLists = new WeakMap<ts.Type, Map<string, readonly string[] | undefined>>();

/** Operations by method and path; `undefined` where one of them cannot be read. Calls that ask for the same share the list. */
function operationsOf(
  call: ts.CallExpression,
  name: string | undefined,
  { checker }: Code,
): readonly string[] | undefined {
  const [path, options] = call.arguments;
  const type = path && checker.getTypeAtLocation(path);
  const isNamed = name !== undefined && METHODS.includes(name);
  const given = options && methodGiven(options, checker);
  const methods = isNamed ? [name] : name === "request" ? literalsOf(given, checker) : undefined;
  if (type === undefined || methods === undefined) return undefined;
  // HEAD asks what GET would answer, where it is not documented by itself.
  const all = methods.flatMap((method) => (method.toLowerCase() === "head" ? ["HEAD", "GET"] : [method.toUpperCase()]));
  const lists = operationLists.get(type) ?? new Map<string, readonly string[] | undefined>();
  operationLists.set(type, lists);
  const key = JSON.stringify(all);
  if (!lists.has(key)) {
    const paths = literalsOf(type, checker);
    lists.set(key, paths && all.flatMap((method) => paths.map((each) => `${method} ${each}`)));
  }
  return lists.get(key);
}

/** A literal in an object is a text to the checker, unless it is asked for alone. */
function methodGiven(options: ts.Expression, checker: ts.TypeChecker): ts.Type | undefined {
  const properties = ts.isObjectLiteralExpression(options) ? options.properties : [];
  const written = properties.find((property) => property.name?.getText() === "method");
  if (written !== undefined && ts.isPropertyAssignment(written)) return checker.getTypeAtLocation(written.initializer);
  return propertyType(checker.getTypeAtLocation(options), "method", checker);
}
