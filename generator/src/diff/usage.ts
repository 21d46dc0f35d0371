import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { callsFile, operationsFile } from "../emit/names.js";
import { type FileSystemHost, Project, ts } from "../emit/ts-morph.js";
import type { InputPlaces } from "../io/find-project.js";
import { isInside } from "../io/output-folder.js";
import { relativePath } from "../io/paths.js";
import { readBytes } from "../io/read-file.js";
import { projectFileOf } from "../project/load-tsconfig.js";
import { type Change, type CodePlace, type Concerns, quoted } from "./change.js";
import { mapValues } from "./table.js";
import { codeFilesIn, type Packages, packagesThatUse } from "./workspace.js";

// Where code meets what changed: the compiler reads it with the SDK of the base and with the next one, in memory. Errors
// that are new are where a change breaks code; calls of an operation are where another request is sent.

/** What is emitted, by path below the output folder. */
export type Emitted = ReadonlyMap<string, string>;

/** What is known of the code that uses an SDK. */
export interface Usage {
  readonly calls: readonly Call[];
  readonly imports: readonly TypeImport[];
  readonly errors: readonly CodeError[];
  /** Folders whose code was read, from the project root. */
  readonly folders: readonly string[];
  /** Why there may be uses that were not found. */
  readonly unknown: readonly string[];
}

interface Found {
  readonly place: CodePlace;
  readonly file: string;
  readonly start: number;
}

/** A call of a client; of one whose path is no literal, nobody knows the operation. */
interface Call extends Found {
  readonly provider: string | undefined;
  readonly operations: readonly string[] | undefined;
  readonly end: number;
  /** The method that reads its answer at once, `await` for none; absent where it is handed on. */
  readonly reader?: string | undefined;
  /** Names that requests no longer have, of those that its arguments have. */
  readonly gone?: ReadonlySet<string> | undefined;
}

interface TypeImport extends Found {
  readonly provider: string;
  readonly name: string;
}

/** What does not compile with the next SDK, and did with that of the base. */
interface CodeError extends Found {
  readonly message: string;
}

const NOTHING: Usage = { calls: [], imports: [], errors: [], folders: [], unknown: [] };

/** Reads the code of the package that holds the SDK and of those that depend on it. */
export async function findUsage(
  { root, out }: InputPlaces,
  changes: readonly Change[],
  base: Emitted | undefined,
  next: Emitted,
): Promise<Usage> {
  const providers = [...new Set(changes.flatMap(({ concerns }) => concerns?.provider ?? []))];
  const isBroken = changes.some((each) => each.class === "breaking" && each.concerns !== undefined);
  const gone = new Set(changes.flatMap(({ concerns }) => concerns?.gone ?? []));
  const packages = packagesThatUse(root);
  const found: Usage[] = [];
  for (const folder of packages.folders) {
    const tsconfig = folder === root ? await projectFileOf(out) : ts.findConfigFile(folder, existsSync);
    const name = quoted(relativePath(root, folder) || ".");
    if (tsconfig !== undefined)
      found.push(new Code({ root, out, folder, tsconfig, packages, providers, gone }).usage(base, next, isBroken));
    else if (folder === root || codeFilesIn(folder, [out]).length > 0)
      found.push({ ...NOTHING, unknown: [`there is no tsconfig.json for ${name}`] });
  }
  return {
    calls: found.flatMap(({ calls }) => calls),
    imports: found.flatMap(({ imports }) => imports),
    errors: found.flatMap(({ errors }) => errors),
    folders: packages.folders.map((folder) => relativePath(root, folder) || "."),
    unknown: [...packages.unknown, ...found.flatMap(({ unknown }) => unknown)],
  };
}

interface CodePlaces {
  readonly root: string;
  readonly out: string;
  /** The package that is read. */
  readonly folder: string;
  readonly tsconfig: string;
  readonly packages: Packages;
  readonly providers: readonly string[];
  /** Names that requests no longer have. */
  readonly gone: ReadonlySet<string>;
}

/** More characters than these nobody wrote: it is a bundle. */
const BUNDLE_SIZE = 1_000_000;

/** The code of one package. */
class Code {
  readonly #places: CodePlaces;
  #unknown: readonly string[] = [];

  constructor(places: CodePlaces) {
    this.#places = places;
  }

  /** Errors are looked for only if something `isBroken`: to compile code twice takes most of the time. */
  usage(base: Emitted | undefined, next: Emitted, isBroken: boolean): Usage {
    try {
      const before = base === undefined ? undefined : this.#program(base);
      const now = isBroken || before === undefined ? this.#program(next) : before;
      const { calls, imports } = this.#uses(before ?? now);
      const errors = isBroken ? this.#newErrors(before, now) : [];
      return { ...NOTHING, calls: this.#withGone(calls, now), imports, errors, unknown: this.#unknown };
    } catch (error) {
      // TypeScript reads what is nested by calls that are nested: the stack has an end.
      const isDeep = error instanceof RangeError;
      const tsconfig = quoted(relativePath(this.#places.root, this.#places.tsconfig));
      const why = isDeep ? "some code is nested too deeply to be read" : `${tsconfig} cannot be read`;
      return { ...NOTHING, unknown: [...this.#unknown, why] };
    }
  }

  /** A program of the package with an SDK in the place of the one that is there. */
  #program(emitted: Emitted): ts.Program {
    const { folder, out, tsconfig, packages, root } = this.#places;
    const files = new Map(Array.from(emitted, ([path, text]) => [slashed(join(out, path)), text]));
    const project = new Project({
      tsConfigFilePath: tsconfig,
      fileSystem: overlay(files, slashed(out)),
      compilerOptions: { noEmit: true, skipLibCheck: true, incremental: false, composite: false, declaration: false },
    });
    const { paths, outDir, checkJs } = project.getCompilerOptions();
    if (folder !== root) {
      const sources = mapValues(packages.paths, (targets) => targets.flatMap((target) => sourcesOf(target, root)));
      project.compilerOptions.set({ paths: { ...paths, ...sources } });
    }
    const built = outDir === undefined || out.startsWith(resolve(outDir)) ? [] : [resolve(outDir)];
    const code = codeFilesIn(folder, [out, ...built]);
    const scripts = code.filter((path) => /\.[cm]?tsx?$/.test(path));
    const emittedHere = folder === root ? [...files.keys()].filter((path) => path.endsWith(".ts")) : [];
    for (const path of [...scripts, ...emittedHere]) project.addSourceFileAtPathIfExists(path);
    this.#unknown = code.flatMap((path) => {
      const name = quoted(relativePath(root, path));
      if (!/\.[cm]?[jt]sx?$/.test(path)) return [`${name} is not read`];
      const isUnread = !scripts.includes(path) && checkJs !== true && this.#mayUse(path);
      return isUnread ? [`${name} is JavaScript that is not checked`] : [];
    });
    return project.getProgram().compilerObject;
  }

  /** Whether JavaScript imports the SDK, or TypeScript that may hand out its clients. */
  #mayUse(path: string): boolean {
    const { packages, out } = this.#places;
    const text = readBytes(path).toString("utf8");
    const imports =
      text.length > BUNDLE_SIZE ? [] : text.matchAll(/(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g);
    return [...imports].some(([, name = ""]) => {
      if (name === packages.name || name.startsWith(`${packages.name ?? ""}/`)) return packages.name !== undefined;
      const target = name.startsWith(".") ? resolve(dirname(path), name) : undefined;
      return target !== undefined && (target === out || isInside(target, out) || existsSync(`${bareOf(target)}.ts`));
    });
  }

  /** Calls and imports, as the types of the SDK say; and what nobody can read. */
  #uses(program: ts.Program): Pick<Usage, "calls" | "imports"> {
    const checker = program.getTypeChecker();
    const [calls, imports]: [Call[], TypeImport[]] = [[], []];
    for (const file of this.#ownFiles(program)) {
      const visit = (node: ts.Node): void => {
        const call = ts.isCallExpression(node) ? callAt(node, checker) : clientGivenAway(node, checker);
        if (call !== undefined)
          calls.push({ ...call, ...this.#foundAt(file, node.getStart(file)), end: node.end, reader: readerOf(node) });
        const named = this.#namedCallAt(node, checker);
        if (named !== undefined) {
          const whole = callAround(node);
          calls.push({
            ...named,
            ...this.#foundAt(file, whole.getStart(file)),
            end: whole.end,
            reader: readerOf(whole),
          });
        }
        if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node))
          for (const each of this.#importAt(node, checker))
            imports.push({ ...each, ...this.#foundAt(file, node.getStart(file)) });
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
    const hasRuntime = program.getSourceFiles().some(isOfRuntime);
    if (!hasRuntime) this.#unknown = [...this.#unknown, '"@sdkwright/runtime" is not installed'];
    return { calls, imports };
  }

  /** Reads arguments with the next SDK: values of its types have lost the names, variables of other types keep them. */
  #withGone(calls: readonly Call[], program: ts.Program): readonly Call[] {
    const { gone } = this.#places;
    if (gone.size === 0) return calls;
    const checker = program.getTypeChecker();
    const byPlace = new Map<string, ReadonlySet<string>>();
    const files = new Set(calls.map(({ file }) => file));
    for (const file of this.#ownFiles(program)) {
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node)) {
          const names = new Set(
            node.arguments.flatMap((each) => namesIn(checker.getTypeAtLocation(each), gone, checker)),
          );
          byPlace.set(`${file.fileName}:${node.getStart(file)}:${node.end}`, names);
        }
        ts.forEachChild(node, visit);
      };
      if (files.has(file.fileName)) visit(file);
    }
    return calls.map((call) => ({ ...call, gone: byPlace.get(`${call.file}:${call.start}:${call.end}`) }));
  }

  #ownFiles(program: ts.Program): readonly ts.SourceFile[] {
    const { folder, out } = this.#places;
    return program.getSourceFiles().filter(({ fileName, isDeclarationFile, text }) => {
      const isOurs = isInside(fileName, folder) && !isInside(fileName, out) && !fileName.includes("/node_modules/");
      return isOurs && !isDeclarationFile && text.length <= BUNDLE_SIZE;
    });
  }

  #foundAt(file: ts.SourceFile, start: number): Found {
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    const place = { file: relativePath(this.#places.root, file.fileName), line: line + 1, column: character + 1 };
    return { place, file: file.fileName, start };
  }

  #importAt(
    node: ts.ImportSpecifier | ts.ExportSpecifier,
    checker: ts.TypeChecker,
  ): { name: string; provider: string }[] {
    const symbol = checker.getSymbolAtLocation(node.name);
    const target = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    const file = target?.declarations?.[0]?.getSourceFile().fileName ?? "";
    const from = slashed(relative(this.#places.out, file));
    const provider = this.#places.providers.find((each) => [operationsFile(each), callsFile(each)].includes(from));
    return target === undefined || provider === undefined ? [] : [{ name: target.name, provider }];
  }

  /** A function of an operation, called or handed on, by its type; or the module of all of them, handed on. */
  #namedCallAt(node: ts.Node, checker: ts.TypeChecker): Callee | undefined {
    if (!(ts.isIdentifier(node) || ts.isElementAccessExpression(node)) || isDeclaredAt(node)) return undefined;
    const type = checker.getTypeAtLocation(node);
    for (const provider of this.#places.providers) {
      const isCalls = (each: ts.Symbol | undefined) => {
        const file = each?.declarations?.[0]?.getSourceFile();
        return file !== undefined && slashed(relative(this.#places.out, file.fileName)) === callsFile(provider);
      };
      const module = type.symbol?.valueDeclaration;
      if (module !== undefined && ts.isSourceFile(module) && isCalls(type.symbol)) {
        const { parent } = node;
        const isRead = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
        return isRead ? undefined : { provider, operations: undefined };
      }
      const members = (type.isUnion() ? type.types : [type]).filter((each) => isCalls(each.symbol));
      const operations = members.flatMap((each) => operationsOfCall(each, checker));
      if (operations.length > 0) return { provider, operations };
    }
    return undefined;
  }

  #newErrors(before: ts.Program | undefined, now: ts.Program): readonly CodeError[] {
    const errorsOf = (program: ts.Program | undefined) =>
      (program === undefined ? [] : this.#ownFiles(program)).flatMap(
        (file) =>
          program?.getSemanticDiagnostics(file).flatMap(({ start = 0, code, messageText, category }) => {
            if (category !== ts.DiagnosticCategory.Error) return [];
            return { id: `${file.fileName}:${start}:${code}`, file, start, text: messageText };
          }) ?? [],
      );
    const known = new Set(errorsOf(before).map(({ id }) => id));
    return errorsOf(now).flatMap(({ id, file, start, text }) => {
      if (known.has(id)) return [];
      const message = ts.flattenDiagnosticMessageText(text, " ");
      const found = this.#foundAt(file, start);
      return { ...found, message, place: { ...found.place, message } };
    });
  }
}

/** The source of what the package that holds the SDK has built, by its tsconfig. */
function sourcesOf(target: string, root: string): readonly string[] {
  const file = join(root, "tsconfig.json");
  const text = existsSync(file) ? readBytes(file).toString("utf8") : "{}";
  const { config } = ts.parseConfigFileTextToJson(file, text) as { readonly config?: { compilerOptions?: Built } };
  const { outDir, rootDir = "src" } = config?.compilerOptions ?? {};
  const folder = outDir === undefined ? undefined : resolve(root, outDir);
  const isBuilt = folder !== undefined && isInside(target, folder);
  const source = isBuilt ? join(root, rootDir, relative(folder, target)) : target;
  return [`${bareOf(source)}.ts`, `${bareOf(source)}.tsx`, target];
}

interface Built {
  readonly outDir?: string;
  readonly rootDir?: string;
}

function bareOf(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
}

/** The file system, with other files in one folder. */
function overlay(files: ReadonlyMap<string, string>, folder: string): FileSystemHost {
  const host = new Project({ skipLoadingLibFiles: true }).getFileSystem();
  const within = (path: string) => path === folder || path.startsWith(`${folder}/`);
  const folders = new Set<string>([folder]);
  for (const path of files.keys())
    for (let above = dirname(path); within(above); above = dirname(above)) folders.add(slashed(above));
  const [read, isFile, isFolder, list] = [
    host.readFileSync.bind(host),
    host.fileExistsSync.bind(host),
    host.directoryExistsSync.bind(host),
    host.readDirSync.bind(host),
  ];
  host.readFileSync = (path, encoding) => files.get(path) ?? read(path, encoding);
  host.fileExistsSync = (path) => (within(path) ? files.has(path) : isFile(path));
  host.directoryExistsSync = (path) => (within(path) ? folders.has(path) : isFolder(path));
  host.readDirSync = (path) => {
    if (!within(path)) return list(path);
    const below = [...files.keys(), ...folders].filter((each) => dirname(each) === path);
    return below.map((name) => ({ name, isFile: files.has(name), isDirectory: folders.has(name), isSymlink: false }));
  };
  return host;
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

// Calls, as the types say

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options", "request"]);

type Callee = Pick<Call, "provider" | "operations">;

/** Imports, exports and declarations of a name are no uses of it. */
function isDeclaredAt(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return true;
  const isValue = ts.isPropertyAccessExpression(parent) || ts.isShorthandPropertyAssignment(parent);
  return !isValue && (parent as ts.NamedDeclaration).name === node;
}

/** The call whose callee a node is, in which what is wrong with it is told. */
function callAround(node: ts.Node): ts.Node {
  const callee = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
  return ts.isCallExpression(callee.parent) && callee.parent.expression === callee ? callee.parent : node;
}

/** `json` of `pay.get("/charges").json()`. */
function readerOf(node: ts.Node): string | undefined {
  const { parent } = node;
  if (!ts.isCallExpression(node)) return undefined;
  if (ts.isParenthesizedExpression(parent)) return undefined;
  if (ts.isAwaitExpression(parent)) return "await";
  const isRead = ts.isPropertyAccessExpression(parent) && parent.expression === node;
  return isRead && ts.isCallExpression(parent.parent) ? parent.name.text : undefined;
}

/** Method and path, which stand in the module of calls where the type of the operation does. */
function operationsOfCall(type: ts.Type, checker: ts.TypeChecker): readonly string[] {
  const [operation] = checker.getTypeArguments(type as ts.TypeReference);
  const file = type.symbol.declarations?.[0]?.getSourceFile();
  return (file?.statements ?? []).flatMap((statement) => {
    const [declaration] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    const { type: written, initializer } = declaration ?? {};
    if (written === undefined || initializer === undefined || !ts.isCallExpression(initializer)) return [];
    const [own] = checker.getTypeArguments(checker.getTypeFromTypeNode(written) as ts.TypeReference);
    const [method, path] = initializer.arguments.map((each) => (ts.isStringLiteral(each) ? each.text : ""));
    return own === operation ? [`${method?.toUpperCase() ?? ""} ${path ?? ""}`] : [];
  });
}

function callAt(call: ts.CallExpression, checker: ts.TypeChecker): Callee | undefined {
  const callee = unwrapped(call.expression);
  const method = methodOf(callee, checker) ?? declaredName(callee, checker);
  const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
  const client = isMember ? checker.getTypeAtLocation(callee.expression) : undefined;
  const isSend = method !== undefined && METHODS.has(method);
  if (!(isSend && isClient(client, checker)) && !isSendOfRuntime(checker.getResolvedSignature(call))) return undefined;
  return { provider: providerOf(client, checker), operations: operationsOf(call, method, checker) };
}

/** A client that becomes `any` may be called in any way, and the compiler says nothing of it. */
function clientGivenAway(node: ts.Node, checker: ts.TypeChecker): Callee | undefined {
  if (!ts.isIdentifier(node)) return undefined;
  const { parent } = node;
  const isHandedOn =
    (ts.isCallExpression(parent) && parent.arguments.includes(node)) ||
    (ts.isVariableDeclaration(parent) && parent.initializer === node && parent.type !== undefined) ||
    ts.isAsExpression(parent);
  if (!isHandedOn) return undefined;
  const wanted = ts.isAsExpression(parent) ? checker.getTypeAtLocation(parent) : checker.getContextualType(node);
  const client = checker.getTypeAtLocation(node);
  if (wanted === undefined || (wanted.flags & ts.TypeFlags.Any) === 0 || !isClient(client, checker)) return undefined;
  return { provider: providerOf(client, checker), operations: undefined };
}

/** A client has our `request`. */
function isClient(type: ts.Type | undefined, checker: ts.TypeChecker): boolean {
  if (type === undefined) return false;
  const members = type.isUnion() ? type.types : [checker.getBaseConstraintOfType(type) ?? type];
  return members.some((member) => member.getProperty("request")?.declarations?.some(isOfRuntime) === true);
}

function isOfRuntime(node: ts.Node): boolean {
  return /@sdkwright\/runtime\/|\/runtime\/dist\//.test(node.getSourceFile().fileName);
}

function isSendOfRuntime(signature: ts.Signature | undefined): boolean {
  const declaration: ts.Node | undefined = signature?.declaration;
  if (declaration === undefined || !ts.isFunctionTypeNode(declaration) || !isOfRuntime(declaration)) return false;
  return declaration.parameters[0]?.name.getText() === "path";
}

function providerOf(client: ts.Type | undefined, checker: ts.TypeChecker): string | undefined {
  const property = client && checker.getPropertyOfType(client, "name");
  const [name, ...others] = literalsOf(property && checker.getTypeOfSymbol(property), checker) ?? [];
  return others.length === 0 ? name : undefined;
}

/** `(pay!).get` is `pay.get`. */
function unwrapped(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node);
  return isWrapped ? unwrapped(node.expression) : node;
}

/** Those of `names` that a value of the type has as keys, at any depth that people write. */
function namesIn(type: ts.Type, names: ReadonlySet<string>, checker: ts.TypeChecker, depth = 8): readonly string[] {
  if (type.isUnionOrIntersection()) return type.types.flatMap((each) => namesIn(each, names, checker, depth));
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  if (!isObject || depth === 0 || type.getCallSignatures().length > 0) return [];
  const items = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (items !== undefined) return namesIn(items, names, checker, depth - 1);
  return type
    .getProperties()
    .flatMap((property) => [
      ...(names.has(property.name) ? [property.name] : []),
      ...(property.declarations?.some(isWritten) === true
        ? namesIn(checker.getTypeOfSymbol(property), names, checker, depth - 1)
        : []),
    ]);
}

/** A property of a literal or of a type of the program, not of a library. */
function isWritten(node: ts.Node): boolean {
  return !node.getSourceFile().isDeclarationFile;
}

/** The texts of a type that is nothing but texts. */
function literalsOf(type: ts.Type | undefined, checker: ts.TypeChecker): readonly string[] | undefined {
  const known = type && (checker.getBaseConstraintOfType(type) ?? type);
  const members = known === undefined ? [] : known.isUnion() ? known.types : [known];
  const texts = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  return texts.length === members.length && texts.length > 0 ? texts : undefined;
}

function methodOf(callee: ts.Expression, checker: ts.TypeChecker): string | undefined {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  if (!ts.isElementAccessExpression(callee)) return undefined;
  const names = literalsOf(checker.getTypeAtLocation(callee.argumentExpression), checker);
  return names?.length === 1 ? names[0] : undefined;
}

/** The method of a function that was taken out of a client by its name. */
function declaredName(callee: ts.Expression, checker: ts.TypeChecker): string | undefined {
  const declaration = checker.getSymbolAtLocation(callee)?.valueDeclaration;
  if (declaration === undefined) return undefined;
  if (ts.isBindingElement(declaration)) return (declaration.propertyName ?? declaration.name).getText();
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value && methodOf(unwrapped(value), checker);
}

/** Operations by method and path; `undefined` where one of them cannot be read. */
function operationsOf(
  { arguments: [path, options] }: ts.CallExpression,
  name: string | undefined,
  checker: ts.TypeChecker,
): readonly string[] | undefined {
  const paths = literalsOf(path && checker.getTypeAtLocation(path), checker);
  const methods = name === "request" ? literalsOf(methodGiven(options, checker), checker) : name && [name];
  if (paths === undefined || methods === undefined || methods === "") return undefined;
  // HEAD asks what GET would answer, where it is not documented by itself.
  const all = methods.flatMap((method) => (method.toLowerCase() === "head" ? ["HEAD", "GET"] : [method.toUpperCase()]));
  return all.flatMap((method) => paths.map((each) => `${method} ${each}`));
}

function methodGiven(options: ts.Expression | undefined, checker: ts.TypeChecker): ts.Type | undefined {
  if (options === undefined) return undefined;
  const written = ts.isObjectLiteralExpression(options)
    ? options.properties.find((each) => each.name?.getText() === "method")
    : undefined;
  if (written !== undefined && ts.isPropertyAssignment(written)) return checker.getTypeAtLocation(written.initializer);
  const property = checker.getPropertyOfType(checker.getTypeAtLocation(options), "method");
  return property && checker.getTypeOfSymbol(property);
}

// What usage means for changes

/** Changes with what is known of their use. `isUsedOnly` leaves out what no code meets; what is not known counts as used. */
export function judgeUsage(
  changes: readonly Change[],
  usage: Usage,
  { isUsedOnly, mapped }: { readonly isUsedOnly: boolean; readonly mapped: ReadonlySet<string> },
): { readonly changes: readonly Change[]; readonly notes: readonly string[] } {
  const unread = usage.calls.filter(({ operations }) => operations === undefined);
  const errors = errorsByChange(changes, usage);
  const judged = changes.map((each): Change => {
    const { concerns } = each;
    if (concerns === undefined) return each;
    const called = usage.calls.filter((call) => isCallOf(call, concerns));
    const imported = usage.imports.filter((type) => isImportOf(type, concerns));
    const isNotRead = unread.some(({ provider = concerns.provider }) => provider === concerns.provider);
    const isUnknown = usage.unknown.length > 0 || isNotRead;
    const isBreaking = each.class === "breaking";
    const isOfTypes = concerns.isHarmlessUnused === true && concerns.operations.length === 0;
    const broken = errors.get(each) ?? (isOfTypes ? imported : []);
    const given =
      concerns.gone?.includes(named(each)) === true ? called.filter(({ gone }) => gone?.has(named(each))) : [];
    const uses = isBreaking ? [...broken, ...given] : [...called, ...imported];
    if (uses.length > 0) return { ...each, usage: "used", usedAt: placesOf(uses) };
    if (isUnknown) return { ...each, usage: "not known" };
    const isMapped = concerns.everything === true && mapped.has(concerns.provider);
    const isHarmless = isBreaking && concerns.isHarmlessUnused === true && !isMapped;
    const judgedClass = isHarmless ? "compatible" : each.class;
    if (!isBreaking || called.length === 0) return { ...each, class: judgedClass, usage: "not used", usedAt: [] };
    return { ...each, class: judgedClass, usage: "compiles", usedAt: placesOf(called) };
  });
  const kept = isUsedOnly ? judged.filter(isMet) : judged;
  return { changes: kept, notes: notesOf(usage, unread, judged.length - kept.length) };
}

/** What concerns no operation is met always, and so is where credentials go. */
function isMet({ concerns, credentialDestination, usage }: Change): boolean {
  if (concerns === undefined || credentialDestination === true) return true;
  return usage !== "not used" && usage !== "compiles";
}

function isCallOf({ provider, operations, reader }: Call, concerns: Concerns): boolean {
  if (provider !== undefined && provider !== concerns.provider) return false;
  if (reader !== undefined && concerns.readers?.includes(reader) === false) return false;
  if (concerns.everything === true) return true;
  return operations?.some((each) => concerns.operations.includes(each)) === true;
}

function isImportOf({ name, provider }: TypeImport, concerns: Concerns): boolean {
  return provider === concerns.provider && concerns.types?.includes(name) === true;
}

/** The changes that an error is about: of those whose calls are around it, or in its file, the ones that it has a word of. */
function errorsByChange(
  changes: readonly Change[],
  { calls, errors }: Usage,
): ReadonlyMap<Change, readonly CodeError[]> {
  const breaking = changes.flatMap((change): Breaking[] =>
    change.class === "breaking" && change.concerns !== undefined ? [{ change, concerns: change.concerns }] : [],
  );
  const found = new Map<Change, CodeError[]>();
  for (const error of errors) {
    const inFile = calls.filter(({ file }) => file === error.file);
    const around = inFile.filter(({ start, end }) => start <= error.start && error.start < end);
    const ofCalls = [around, inFile].map((some) =>
      breaking.filter(({ concerns }) => some.some((call) => isCallOf(call, concerns))),
    );
    const [, subject = ""] = /'"?([^'"]+)"?'/.exec(error.message) ?? [];
    const has = (words: readonly string[]) => words.some((word) => hasWord(error.message, word));
    // The compiler quotes first what it is about. When nothing tells, it may be any.
    const told = [
      (each: Breaking) => wordsOf(each).includes(subject),
      (each: Breaking) => has(wordsOf(each)),
      (each: Breaking) => has(each.concerns.types ?? []),
      ({ change }: Breaking) => LACKS_A_CASE.test(error.message) && / is now one of /.test(change.sentence),
    ].flatMap((isTold) => [...ofCalls, breaking].map((some) => some.filter(isTold)));
    const culprits = [...told, ...ofCalls].find(({ length }) => length > 0) ?? breaking;
    for (const { change } of culprits) found.set(change, [...(found.get(change) ?? []), error]);
  }
  return found;
}

/** A `switch` over the values of before. */
const LACKS_A_CASE = /^(?:Function lacks ending return|Not all code paths return)/;

interface Breaking {
  readonly change: Change;
  readonly concerns: Concerns;
}

/** Changes of one schema share their words: a change's own are in its sentence. */
function wordsOf({ change, concerns: { words = [] } }: Breaking): readonly string[] {
  const own = words.filter((word) => hasWord(change.sentence, word));
  return [...(own.length === 0 ? words : own), named(change)];
}

/** The name that a change is about: `to` of `"billing.to" of …`. */
function named({ sentence }: Change): string {
  const [, name = ""] = /^[\w ]*"([^" ]+)"/.exec(sentence) ?? [];
  return name.slice(name.lastIndexOf(".") + 1);
}

function hasWord(text: string, word: string): boolean {
  const at = word === "" ? -1 : text.indexOf(word);
  if (at === -1) return false;
  const isPart = /\w/.test(text[at - 1] ?? "") || /\w/.test(text[at + word.length] ?? "");
  return !isPart || hasWord(text.slice(at + 1), word);
}

const MOST_OF_ONE = 1000;

function placesOf(uses: readonly Found[]): readonly CodePlace[] {
  return [...new Map(uses.map(({ place }) => [JSON.stringify(place), place])).values()].slice(0, MOST_OF_ONE);
}

const MOST_NAMED = 5;

function notesOf({ folders, unknown }: Usage, unread: readonly Call[], left: number): readonly string[] {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const places = unread.map(({ place: { file, line, column } }) => quoted(`${file}:${line}:${column}`));
  const shown = places.slice(0, MOST_NAMED).join(", ");
  const more = unknown.length - MOST_NAMED;
  const calls = `${counted(unread.length, "call")} could not be read: ${shown}${places.length > MOST_NAMED ? " …" : ""}`;
  return [
    ...(folders.length > 1 ? [`code was read in ${folders.map(quoted).join(", ")}`] : []),
    ...unknown.slice(0, MOST_NAMED).map((each) => `the use of changed code is not fully known: ${each}`),
    ...(more > 0 ? [`${more} more files are not read`] : []),
    ...(unread.length > 0 ? [calls] : []),
    ...(left > 0
      ? [`${counted(left, "change")} that your code does not use ${left === 1 ? "is" : "are"} not shown`]
      : []),
  ];
}
