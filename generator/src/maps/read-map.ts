import { Node, Project, type ObjectLiteralElementLike, type SourceFile } from "./ts-morph.js";
import type { Span } from "../diagnostics/source.js";
import type { MapMember, MapModule } from "./map-module.js";

const START: Span = { offset: 0, length: 0 };

/** Reads map modules. One TypeScript program serves them all; nothing is read from disk and no import is resolved. */
export class MapReader {
  readonly #project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noLib: true, noResolve: true },
  });

  /** Says what the module's default export holds. `file` gives the kind of syntax by its ending. */
  read(file: string, text: string): MapModule {
    const source = this.#project.createSourceFile(`/${file.replaceAll("../", "")}`, text, { overwrite: true });
    const [mistake] = this.#project.getProgram().getSyntacticDiagnostics(source);
    if (mistake !== undefined) {
      const reason = mistake.getMessageText();
      const span = { offset: mistake.getStart(), length: mistake.getLength() };
      return { kind: "syntax", span, reason: typeof reason === "string" ? reason : reason.getMessageText() };
    }
    return defaultExportOf(source);
  }
}

function defaultExportOf(source: SourceFile): MapModule {
  for (const statement of source.getStatements()) {
    if (Node.isExportAssignment(statement) && !statement.isExportEquals()) return mapIn(statement.getExpression());
    if (Node.isExportDeclaration(statement)) {
      const named = statement
        .getNamedExports()
        .find((item) => (item.getAliasNode() ?? item.getNameNode()).getText() === "default");
      if (named !== undefined) {
        return statement.hasModuleSpecifier() ? opaque(named) : mapIn(named.getNameNode());
      }
    }
    if ((Node.isFunctionDeclaration(statement) || Node.isClassDeclaration(statement)) && statement.isDefaultExport()) {
      return unusable(statement.getNameNode() ?? statement, "is not an object with a function per use-case");
    }
  }
  return { kind: "unusable", span: START, reason: "is missing" };
}

/** Looks through parentheses, type assertions, names of the module's own constants and `defineMap`. */
function mapIn(node: Node, depth = 0): MapModule {
  if (depth > 20) return opaque(node);
  if (Node.isObjectLiteralExpression(node)) return membersOf(node.getProperties(), placeOf(node), depth);
  if (Node.isParenthesizedExpression(node) || Node.isSatisfiesExpression(node) || Node.isAsExpression(node)) {
    return mapIn(node.getExpression(), depth + 1);
  }
  if (Node.isCallExpression(node)) {
    const [first] = node.getArguments();
    const isDefineMap = node.getExpression().getText() === "defineMap" && first !== undefined;
    return isDefineMap ? mapIn(first, depth + 1) : opaque(node);
  }
  if (Node.isIdentifier(node)) {
    const initializer = constantNamed(node.getText(), node.getSourceFile());
    return initializer === undefined ? opaque(node) : mapIn(initializer, depth + 1);
  }
  if (Node.isArrowFunction(node) || Node.isFunctionExpression(node) || Node.isLiteralExpression(node)) {
    return unusable(node, "is not an object with a function per use-case");
  }
  return opaque(node);
}

function constantNamed(name: string, source: SourceFile): Node | undefined {
  return source.getVariableDeclaration(name)?.getInitializer();
}

function membersOf(properties: readonly ObjectLiteralElementLike[], span: Span, depth: number): MapModule {
  const members: MapMember[] = [];
  const hidden: Span[] = [];
  for (const property of properties) {
    if (Node.isSpreadAssignment(property)) {
      const spread = mapIn(property.getExpression(), depth + 1);
      for (const member of spread.kind === "object" ? spread.members : []) members.push(member);
      for (const part of spread.kind === "object" ? spread.opaque : [spanOf(property)]) hidden.push(part);
      continue;
    }
    const name = property.getNameNode();
    const text = keyText(name);
    if (text === undefined) hidden.push(spanOf(name));
    else members.push({ name: text, span: spanOf(name) });
  }
  return { kind: "object", span, members, opaque: hidden };
}

/** The key that a property name stands for; a computed one only where it is a literal. */
function keyText(name: Node): string | undefined {
  if (Node.isIdentifier(name)) return name.getText();
  if (Node.isStringLiteral(name) || Node.isNumericLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name)) {
    return name.getLiteralText();
  }
  return Node.isComputedPropertyName(name) && !Node.isIdentifier(name.getExpression())
    ? keyText(name.getExpression())
    : undefined;
}

function opaque(node: Node): MapModule {
  return { kind: "opaque", span: spanOf(node) };
}

function unusable(node: Node, reason: string): MapModule {
  return { kind: "unusable", span: spanOf(node), reason };
}

function spanOf(node: Node): Span {
  return { offset: node.getStart(), length: node.getWidth() };
}

/** A map is pointed at by the name of its constant, where it has one, else by its opening brace. */
function placeOf(node: Node): Span {
  const declaration = node.getFirstAncestor((ancestor) => Node.isVariableDeclaration(ancestor));
  const name = Node.isVariableDeclaration(declaration) ? declaration.getNameNode() : undefined;
  return name === undefined ? { offset: node.getStart(), length: 1 } : spanOf(name);
}
