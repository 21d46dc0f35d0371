import type { Span } from "../diagnostics/source.js";
import { Node, type ObjectLiteralElementLike, Project, type SourceFile } from "./ts-morph.js";

/** What a map module was seen to export, read syntactically: no import is followed. */
export type MapModule =
  | {
      readonly kind: "object";
      /** Where to put what is missing. */
      readonly span: Span;
      readonly members: readonly MapMember[];
      /** Spreads and computed keys that may bring further use-cases. */
      readonly opaque: readonly Span[];
    }
  /** A default export that comes from elsewhere, or from a call that is not `defineMap`. */
  | { readonly kind: "opaque"; readonly span: Span }
  /** No default export, or one that cannot be a map. */
  | { readonly kind: "unusable"; readonly span: Span; readonly reason: string }
  | { readonly kind: "syntax"; readonly span: Span; readonly reason: string };

/** One function of a map. */
interface MapMember {
  readonly name: string;
  readonly span: Span;
}

const START: Span = { offset: 0, length: 0 };

/** Reads map modules. One TypeScript program serves them all; nothing is read from disk and no import is resolved. */
export class MapReader {
  #project = emptyProject();
  /** One file may be named for many providers. */
  readonly #known = new Map<string, MapModule>();

  /** Says what the module's default export holds. `file` gives the kind of syntax by its ending. */
  read(file: string, text: string): MapModule {
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    let module: MapModule;
    try {
      const source = this.#project.createSourceFile(`/${file.replaceAll("../", "")}`, text, { overwrite: true });
      const [mistake] = this.#project.getProgram().getSyntacticDiagnostics(source);
      const reason = mistake?.getMessageText() ?? "";
      module =
        mistake === undefined
          ? defaultExport(source)
          : {
              kind: "syntax",
              span: { offset: mistake.getStart(), length: mistake.getLength() },
              reason: typeof reason === "string" ? reason : reason.getMessageText(),
            };
    } catch (error) {
      // TypeScript reads what is nested by calls that are nested: the stack has an end.
      if (!(error instanceof RangeError)) throw error;
      this.#project = emptyProject();
      module = { kind: "syntax", span: START, reason: "it is nested too deeply" };
    }
    this.#known.set(file, module);
    return module;
  }
}

function emptyProject(): Project {
  return new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noLib: true, noResolve: true },
  });
}

function defaultExport(source: SourceFile): MapModule {
  for (const statement of source.getStatements()) {
    if (Node.isExportAssignment(statement) && !statement.isExportEquals()) return mapIn(statement.getExpression());
    if (Node.isExportDeclaration(statement)) {
      const named = statement
        .getNamedExports()
        .find((item) => (item.getAliasNode() ?? item.getNameNode()).getText() === "default");
      if (named !== undefined) return statement.hasModuleSpecifier() ? opaque(named) : mapIn(named.getNameNode());
    }
    if ((Node.isFunctionDeclaration(statement) || Node.isClassDeclaration(statement)) && statement.isDefaultExport())
      return unusable(statement.getNameNode() ?? statement);
  }
  return { kind: "unusable", span: START, reason: "is missing" };
}

/** Looks through parentheses, type assertions, names of the module's own constants and `defineMap`. */
function mapIn(node: Node, depth = 0): MapModule {
  // A constant may be made of itself.
  if (depth > 20) return opaque(node);
  if (Node.isObjectLiteralExpression(node)) return membersOf(node.getProperties(), placeOf(node), depth);
  if (Node.isParenthesizedExpression(node) || Node.isSatisfiesExpression(node) || Node.isAsExpression(node))
    return mapIn(node.getExpression(), depth + 1);
  if (Node.isCallExpression(node) && node.getExpression().getText() === "defineMap") {
    const [first] = node.getArguments();
    return first === undefined ? opaque(node) : mapIn(first, depth + 1);
  }
  if (Node.isIdentifier(node)) {
    const initializer = node.getSourceFile().getVariableDeclaration(node.getText())?.getInitializer();
    return initializer === undefined ? opaque(node) : mapIn(initializer, depth + 1);
  }
  const isOther = Node.isArrowFunction(node) || Node.isFunctionExpression(node) || Node.isLiteralExpression(node);
  return isOther ? unusable(node) : opaque(node);
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
  if (Node.isStringLiteral(name) || Node.isNumericLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name))
    return name.getLiteralText();
  const expression = Node.isComputedPropertyName(name) ? name.getExpression() : undefined;
  return expression === undefined || Node.isIdentifier(expression) ? undefined : keyText(expression);
}

function opaque(node: Node): MapModule {
  return { kind: "opaque", span: spanOf(node) };
}

function unusable(node: Node): MapModule {
  return { kind: "unusable", span: spanOf(node), reason: "is not an object with a function per use-case" };
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
