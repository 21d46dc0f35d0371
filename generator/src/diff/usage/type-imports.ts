import { ts } from "../../maps/ts-morph.js";
import type { Code } from "./code.js";
import { foundAt } from "./nodes.js";
import type { TypeImport } from "./usage.js";

/** The types of operations modules that nodes import, export or name. */
export function importsAt(nodes: readonly ts.Node[], code: Code): readonly TypeImport[] {
  return foundAt(nodes, (node) => namesAt(node, code));
}

function namesAt(node: ts.Node, code: Code): readonly TypeImport[] {
  if (ts.isImportDeclaration(node)) return named(node.moduleSpecifier, node.importClause?.namedBindings, code);
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return named(node.moduleSpecifier, node.exportClause, code);
  }
  if (!ts.isImportTypeNode(node) || !ts.isLiteralTypeNode(node.argument)) return [];
  const provider = providerOf(node.argument.literal, code);
  if (provider === undefined) return [];
  const { qualifier } = node;
  const name = qualifier === undefined ? {} : { name: (ts.isIdentifier(qualifier) ? qualifier : qualifier.right).text };
  return [{ place: code.placeOf(node), provider, ...name }];
}

function named(
  specifier: ts.Expression,
  names: ts.NamedImportBindings | ts.NamedExportBindings | undefined,
  code: Code,
): readonly TypeImport[] {
  const provider = providerOf(specifier, code);
  if (provider === undefined) return [];
  if (names === undefined || !("elements" in names)) return [{ place: code.placeOf(specifier), provider }];
  return names.elements.map((element) => ({
    place: code.placeOf(element),
    provider,
    name: (element.propertyName ?? element.name).text,
  }));
}

function providerOf(specifier: ts.Node, { checker, operationsOf }: Code): string | undefined {
  const file = checker.getSymbolAtLocation(specifier)?.valueDeclaration?.getSourceFile();
  return file && operationsOf(file);
}
