import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { operationsFile } from "../emit/names.js";
import { type FileSystemHost, Project, ts } from "../emit/ts-morph.js";
import type { InputPlaces } from "../io/find-project.js";
import { isInside } from "../io/output-folder.js";
import { relativePath } from "../io/paths.js";
import { readBytes } from "../io/read-file.js";
import { projectFileOf } from "../project/load-tsconfig.js";
import type { Change, CodePlace, Concerns } from "./change.js";
import { codeFilesIn, exportedSource, isWritten, type Packages, packagesThatUse } from "./workspace.js";

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

/** A call of a client; of one whose path is no literal, nobody knows the operation. */
interface Call {
  readonly provider: string | undefined;
  readonly operations: readonly string[] | undefined;
  readonly place: CodePlace;
  readonly file: string;
  readonly span: readonly [start: number, end: number];
}

interface TypeImport {
  readonly name: string;
  readonly provider: string;
  readonly place: CodePlace;
  readonly file: string;
}

/** What does not compile with the next SDK, and did with that of the base. */
interface CodeError {
  readonly message: string;
  readonly place: CodePlace;
  readonly file: string;
  readonly start: number;
}

/** Reads the code of the package that holds the SDK and of those that depend on it. */
export async function findUsage(
  { root, out }: InputPlaces,
  changes: readonly Change[],
  base: Emitted | undefined,
  next: Emitted,
): Promise<Usage> {
  const providers = [...new Set(changes.flatMap(({ concerns }) => concerns?.provider ?? []))];
  const isBroken = changes.some((each) => each.class === "breaking" && each.concerns !== undefined);
  const packages = packagesThatUse(root);
  const found: Usage[] = [];
  for (const folder of packages.folders) {
    const tsconfig = folder === root ? await projectFileOf(out) : nearestTsconfig(folder);
    const name = relativePath(root, folder) || ".";
    if (tsconfig === undefined) {
      const { scripts, components } = codeFilesIn(folder, [out]);
      const hasCode = folder === root || scripts.length + components.length > 0;
      found.push({ ...NOTHING, unknown: hasCode ? [`there is no tsconfig.json for ${JSON.stringify(name)}`] : [] });
      continue;
    }
    const code = new Code({ root, out, folder, tsconfig, packages, providers });
    found.push(code.usage(base, next, isBroken));
  }
  return {
    calls: found.flatMap(({ calls }) => calls),
    imports: found.flatMap(({ imports }) => imports),
    errors: found.flatMap(({ errors }) => errors),
    folders: packages.folders.map((folder) => relativePath(root, folder) || "."),
    unknown: [...packages.unknown, ...found.flatMap(({ unknown }) => unknown)],
  };
}

const NOTHING: Usage = { calls: [], imports: [], errors: [], folders: [], unknown: [] };

function nearestTsconfig(folder: string): string | undefined {
  for (let above = folder; ; above = dirname(above)) {
    const path = join(above, "tsconfig.json");
    if (existsSync(path)) return path;
    if (dirname(above) === above) return undefined;
  }
}

interface CodePlaces {
  readonly root: string;
  readonly out: string;
  /** The package that is read. */
  readonly folder: string;
  readonly tsconfig: string;
  readonly packages: Packages;
  readonly providers: readonly string[];
}

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);

/** The code of one package. */
class Code {
  readonly #places: CodePlaces;
  readonly #unknown: string[] = [];

  constructor(places: CodePlaces) {
    this.#places = places;
  }

  /** Errors are looked for only if something `isBroken`: to compile code twice takes most of the time. */
  usage(base: Emitted | undefined, next: Emitted, isBroken: boolean): Usage {
    try {
      const before = base === undefined ? undefined : this.#program(base);
      const now = isBroken || before === undefined ? this.#program(next) : before;
      if (now === undefined) return this.#notKnown(`${this.#named(this.#places.tsconfig)} cannot be read`);
      const calls = this.#uses(before ?? now);
      const errors = isBroken ? this.#newErrors(before, now) : [];
      return { ...calls, errors, folders: [], unknown: this.#unknown };
    } catch (error) {
      // TypeScript reads what is nested by calls that are nested: the stack has an end.
      if (error instanceof RangeError) return this.#notKnown("some code is nested too deeply to be read");
      throw error;
    }
  }

  #notKnown(why: string): Usage {
    return { ...NOTHING, unknown: [...this.#unknown, why] };
  }

  #named(path: string): string {
    return JSON.stringify(relativePath(this.#places.root, path));
  }

  /** A program of the package with an SDK in the place of the one that stands there. */
  #program(emitted: Emitted): ts.Program | undefined {
    const { folder, out, tsconfig, packages, root } = this.#places;
    const files = new Map(Array.from(emitted, ([path, text]) => [slashed(join(out, path)), text]));
    const host = overlay(files, slashed(out));
    try {
      const project = new Project({
        tsConfigFilePath: tsconfig,
        fileSystem: host,
        compilerOptions: { noEmit: true, skipLibCheck: true, incremental: false, composite: false, declaration: false },
        resolutionHost: (moduleHost, optionsOf) => ({
          resolveModuleNames: (names, containing) =>
            names.map((name) => {
              const built = exportedSource(name, packages, { root, ...this.#builtIn() });
              const source = built
                .map(slashed)
                .find((path) => files.has(path) || (!isInside(path, out) && existsSync(path)));
              if (source !== undefined && folder !== root)
                return { resolvedFileName: source, extension: ts.Extension.Ts, isExternalLibraryImport: false };
              return ts.resolveModuleName(name, containing, optionsOf(), moduleHost).resolvedModule;
            }),
        }),
      });
      const { scripts, components } = codeFilesIn(folder, [out, ...this.#builtOf(project)]);
      this.#noteUnread(project, scripts, components);
      for (const path of scripts) if (/\.[cm]?tsx?$/.test(path)) project.addSourceFileAtPathIfExists(path);
      for (const path of files.keys())
        if (path.endsWith(".ts") && folder === root) project.addSourceFileAtPathIfExists(path);
      return project.getProgram().compilerObject;
    } catch (error) {
      if (error instanceof RangeError) throw error;
      return undefined;
    }
  }

  /** Where the package that holds the SDK has what is built of it. */
  #builtIn(): { readonly rootDir?: string; readonly outDir?: string } {
    const { root } = this.#places;
    const file = join(root, "tsconfig.json");
    const read = existsSync(file)
      ? ts.parseConfigFileTextToJson(file, readBytes(file).toString("utf8")).config
      : undefined;
    const options = (read as { compilerOptions?: { rootDir?: string; outDir?: string } } | undefined)?.compilerOptions;
    if (options?.outDir === undefined) return {};
    return { rootDir: resolve(root, options.rootDir ?? "src"), outDir: resolve(root, options.outDir) };
  }

  #builtOf(project: Project): readonly string[] {
    const { outDir } = project.getCompilerOptions();
    return outDir === undefined || this.#places.out.startsWith(resolve(outDir)) ? [] : [resolve(outDir)];
  }

  /** JavaScript that is not checked, and components, may use the SDK under any name. */
  #noteUnread(project: Project, scripts: readonly string[], components: readonly string[]): void {
    if (this.#unknown.length > 0) return;
    const { checkJs } = project.getCompilerOptions();
    const { packages, out, root } = this.#places;
    const mayUse = (path: string): boolean => {
      const text = readBytes(path).toString("utf8");
      if (!isWritten(text)) return false;
      return [...text.matchAll(/(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g)].some(([, name = ""]) => {
        const own = packages.name;
        if (own !== undefined && (name === own || name.startsWith(`${own}/`))) return true;
        const target = name.startsWith(".") ? resolve(dirname(path), name) : undefined;
        if (target === undefined) return false;
        return (
          isInside(target, out) ||
          target === out ||
          /\.ts$|^$/.test(tsOf(target)) ||
          isInside(target, join(root, "src"))
        );
      });
    };
    const scripted = scripts.filter((path) => /\.[cm]?jsx?$/.test(path) && checkJs !== true && mayUse(path));
    for (const path of [...scripted, ...components]) {
      const what = /\.[cm]?jsx?$/.test(path) ? "JavaScript that is not checked" : "not read";
      this.#unknown.push(`${this.#named(path)} is ${what}`);
    }
  }

  /** Calls and imports, as the types of the SDK say; and what nobody can read. */
  #uses(program: ts.Program): Pick<Usage, "calls" | "imports"> {
    const checker = program.getTypeChecker();
    const [calls, imports]: [Call[], TypeImport[]] = [[], []];
    for (const file of this.#ownFiles(program)) {
      if (file.text.length > 1_000_000) continue;
      const visit = (node: ts.Node): void => {
        const call = ts.isCallExpression(node) ? this.#callAt(node, file, checker) : undefined;
        const isName = ts.isImportSpecifier(node) || ts.isExportSpecifier(node);
        const named = isName ? this.#importAt(node, file, checker) : undefined;
        if (call !== undefined) calls.push(call);
        if (named !== undefined) imports.push(named);
        if (ts.isExpression(node)) this.#noteGivenAway(node, file, checker, calls);
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
    if (calls.length === 0 && !this.#hasRuntime(program)) this.#unknown.push('"@sdkwright/runtime" is not installed');
    return { calls, imports };
  }

  #hasRuntime(program: ts.Program): boolean {
    return program.getSourceFiles().some(({ fileName }) => /@sdkwright\/runtime\/|\/runtime\/dist\//.test(fileName));
  }

  #ownFiles(program: ts.Program): readonly ts.SourceFile[] {
    const { folder, out } = this.#places;
    return program.getSourceFiles().filter(({ fileName, isDeclarationFile }) => {
      const isOurs = isInside(fileName, folder) && !isInside(fileName, out) && !fileName.includes("/node_modules/");
      return isOurs && !isDeclarationFile;
    });
  }

  #callAt(call: ts.CallExpression, file: ts.SourceFile, checker: ts.TypeChecker): Call | undefined {
    const callee = unwrapped(call.expression);
    const signature = checker.getResolvedSignature(call);
    const declared = signature?.declaration;
    const method = methodOf(callee, checker) ?? declaredName(callee, checker);
    const receiver =
      ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee) ? callee.expression : undefined;
    const client = receiver && checker.getTypeAtLocation(receiver);
    const isSend = method !== undefined && (METHODS.has(method) || method === "request");
    const isAny = client !== undefined && (client.flags & ts.TypeFlags.Any) !== 0;
    const isOurs = (isSend && isClient(client, checker)) || isSendOfRuntime(declared);
    const operations = operationsOf(call, method, checker);
    if (!isOurs && !(isAny && isSend && operations !== undefined)) return undefined;
    return { provider: providerOf(client, checker), operations, ...this.#at(call, file) };
  }

  #at(node: ts.Node, file: ts.SourceFile): Pick<Call, "place" | "file" | "span"> {
    return {
      place: this.#placeOf(file, node.getStart(file)),
      file: file.fileName,
      span: [node.getStart(file), node.end],
    };
  }

  #placeOf(file: ts.SourceFile, start: number): CodePlace {
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    return { file: relativePath(this.#places.root, file.fileName), line: line + 1, column: character + 1 };
  }

  #importAt(
    node: ts.ImportSpecifier | ts.ExportSpecifier,
    file: ts.SourceFile,
    checker: ts.TypeChecker,
  ): TypeImport | undefined {
    const symbol = checker.getSymbolAtLocation(node.name);
    const target = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    const declaration = target?.declarations?.[0];
    const from = declaration && relative(this.#places.out, declaration.getSourceFile().fileName).replaceAll("\\", "/");
    const provider = this.#places.providers.find((each) => operationsFile(each) === from);
    if (target === undefined || provider === undefined) return undefined;
    return { name: target.name, provider, place: this.#placeOf(file, node.getStart(file)), file: file.fileName };
  }

  /** A client that becomes `any` may be called in any way, and the compiler says nothing of it. */
  #noteGivenAway(node: ts.Expression, file: ts.SourceFile, checker: ts.TypeChecker, calls: Call[]): void {
    const { parent } = node;
    const isHandedOn =
      (ts.isCallExpression(parent) && parent.arguments.includes(node)) ||
      (ts.isVariableDeclaration(parent) && parent.initializer === node && parent.type !== undefined) ||
      ts.isAsExpression(parent);
    if (!isHandedOn || !ts.isIdentifier(node)) return;
    const wanted = ts.isAsExpression(parent) ? checker.getTypeAtLocation(parent) : checker.getContextualType(node);
    if (wanted === undefined || (wanted.flags & ts.TypeFlags.Any) === 0) return;
    const client = checker.getTypeAtLocation(node);
    if (!isClient(client, checker)) return;
    calls.push({ provider: providerOf(client, checker), operations: undefined, ...this.#at(node, file) });
  }

  #newErrors(before: ts.Program | undefined, now: ts.Program): readonly CodeError[] {
    const errorsOf = (program: ts.Program) =>
      this.#ownFiles(program).flatMap((file) =>
        program.getSemanticDiagnostics(file).map(({ start = 0, code, messageText, category }) => {
          const message = ts.flattenDiagnosticMessageText(messageText, " ");
          return { message, file, start, code, isError: category === ts.DiagnosticCategory.Error };
        }),
      );
    const known = new Set(
      (before === undefined ? [] : errorsOf(before)).map(
        ({ file, start, code }) => `${file.fileName}:${start}:${code}`,
      ),
    );
    return errorsOf(now)
      .filter(({ file, start, code, isError }) => isError && !known.has(`${file.fileName}:${start}:${code}`))
      .map(({ message, file, start }) => ({
        message,
        place: { ...this.#placeOf(file, start), message },
        file: file.fileName,
        start,
      }));
  }
}

function tsOf(target: string): string {
  const bare = target.replace(/\.[cm]?jsx?$/, "");
  return (
    [".ts", ".tsx", ".mts", ".cts", "/index.ts"].map((ending) => bare + ending).find((path) => existsSync(path)) ??
    "none"
  );
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

/** A client has our `request`. */
function isClient(type: ts.Type | undefined, checker: ts.TypeChecker): boolean {
  if (type === undefined) return false;
  const members = type.isUnion() ? type.types : [checker.getBaseConstraintOfType(type) ?? type];
  return members.some((member) => member.getProperty("request")?.declarations?.some(isOfRuntime) === true);
}

function isOfRuntime(node: ts.Node): boolean {
  return /@sdkwright\/runtime\/|\/runtime\/dist\//.test(node.getSourceFile().fileName);
}

function isSendOfRuntime(declaration: ts.Node | undefined): boolean {
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
  call: ts.CallExpression,
  name: string | undefined,
  checker: ts.TypeChecker,
): readonly string[] | undefined {
  const [path, options] = call.arguments;
  const paths = literalsOf(path && checker.getTypeAtLocation(path), checker);
  const methods = name === "request" ? methodsGiven(options, checker) : name === undefined ? undefined : [name];
  if (paths === undefined || methods === undefined) return undefined;
  // HEAD asks what GET would answer, where it is not documented by itself.
  const all = methods.flatMap((method) => (method.toLowerCase() === "head" ? ["HEAD", "GET"] : [method.toUpperCase()]));
  return all.flatMap((method) => paths.map((each) => `${method} ${each}`));
}

function methodsGiven(options: ts.Expression | undefined, checker: ts.TypeChecker): readonly string[] | undefined {
  if (options === undefined) return undefined;
  const written = ts.isObjectLiteralExpression(options)
    ? options.properties.find((each) => each.name?.getText() === "method")
    : undefined;
  if (written !== undefined && ts.isPropertyAssignment(written))
    return literalsOf(checker.getTypeAtLocation(written.initializer), checker);
  const property = checker.getPropertyOfType(checker.getTypeAtLocation(options), "method");
  return literalsOf(property && checker.getTypeOfSymbol(property), checker);
}

// What usage means for changes

export interface JudgedUsage {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
}

/** Changes with what is known of their use. `isUsedOnly` leaves out what no code meets; what is not known counts as used. */
export function judgeUsage(
  changes: readonly Change[],
  usage: Usage,
  { isUsedOnly, mapped }: { readonly isUsedOnly: boolean; readonly mapped: ReadonlySet<string> },
): JudgedUsage {
  const unread = usage.calls.filter(({ operations }) => operations === undefined);
  const culprits = culpritsOf(changes, usage);
  const judged = changes.map((each): Change => {
    const { concerns } = each;
    if (concerns === undefined) return each;
    const called = usage.calls.filter((call) => isCallOf(call, concerns));
    const imported = usage.imports.filter(
      ({ name, provider }) => provider === concerns.provider && concerns.types?.includes(name) === true,
    );
    const isNotRead = unread.some(({ provider = concerns.provider }) => provider === concerns.provider);
    const isUnknown = usage.unknown.length > 0 || isNotRead;
    const errors = culprits.get(each) ?? [];
    if (each.class === "breaking") {
      if (errors.length > 0) return { ...each, usage: "used", usedAt: placesOf(errors) };
      const isImported = concerns.isHarmlessUnused === true && imported.length > 0 && concerns.operations.length === 0;
      if (isImported) return { ...each, usage: "used", usedAt: placesOf(imported) };
      if (isUnknown) return { ...each, usage: "not known" };
      const isMapped = concerns.everything === true && mapped.has(concerns.provider);
      const kind = concerns.isHarmlessUnused === true && !isMapped ? { class: "compatible" as const } : {};
      return {
        ...each,
        ...kind,
        ...(called.length > 0 ? { usage: "compiles", usedAt: placesOf(called) } : { usage: "not used", usedAt: [] }),
      };
    }
    const all = [...called, ...imported];
    if (all.length > 0) return { ...each, usage: "used", usedAt: placesOf(all) };
    return isUnknown ? { ...each, usage: "not known" } : { ...each, usage: "not used", usedAt: [] };
  });
  const kept = isUsedOnly ? judged.filter(isMet) : judged;
  return { changes: kept, notes: [...notesOf(usage, unread), ...leftOut(judged.length - kept.length)] };
}

/** What concerns no operation is met always, and so is where credentials go. */
function isMet({ concerns, credentialDestination, usage }: Change): boolean {
  if (concerns === undefined || credentialDestination === true) return true;
  return usage !== "not used" && usage !== "compiles";
}

function isCallOf({ provider, operations }: Call, concerns: Concerns): boolean {
  if (provider !== undefined && provider !== concerns.provider) return false;
  if (concerns.everything === true) return true;
  return operations?.some((each) => concerns.operations.includes(each)) === true;
}

/**
 * The changes that an error is about: of those whose operations are called around it, or else in its file, the ones that
 * its message has a word of; when nobody can tell, all.
 */
function culpritsOf(changes: readonly Change[], { calls, imports, errors }: Usage): ReadonlyMap<Change, CodeError[]> {
  const breaking = changes.filter((each) => each.class === "breaking" && each.concerns !== undefined);
  const found = new Map<Change, CodeError[]>();
  for (const error of errors) {
    const around = calls.filter(
      ({ file, span: [from, to] }) => file === error.file && from <= error.start && error.start < to,
    );
    const inFile = calls.filter(({ file }) => file === error.file);
    const namesIn = imports.filter(({ file }) => file === error.file);
    const of = (some: readonly Call[]) =>
      breaking.filter(({ concerns }) => concerns !== undefined && some.some((call) => isCallOf(call, concerns)));
    const ofImports = breaking.filter(({ concerns }) =>
      namesIn.some(({ name, provider }) => provider === concerns?.provider && concerns.types?.includes(name) === true),
    );
    const named = breaking.filter(
      ({ concerns }) => concerns?.types?.some((name) => error.message.includes(`'${name}'`)) === true,
    );
    const candidates = [
      of(around),
      named.filter((each) => each.concerns?.operations.length === 0),
      [...of(inFile), ...ofImports],
      breaking,
    ].find(({ length }) => length > 0);
    const some = [...new Set(candidates ?? [])];
    const worded = some.filter(({ concerns, sentence }) =>
      [...(concerns?.words ?? []), ...quotedIn(sentence)].some((word) => error.message.includes(word)),
    );
    for (const each of worded.length > 0 ? worded : some) found.set(each, [...(found.get(each) ?? []), error]);
  }
  return found;
}

function quotedIn(sentence: string): readonly string[] {
  const [, first = ""] = /^(?:[\w ]*)"([^"]+)"/.exec(sentence) ?? [];
  return first === "" || first.includes(" ") ? [] : [first.split(".").at(-1) ?? first];
}

const MOST_OF_ONE = 1000;

function placesOf(uses: readonly { readonly place: CodePlace }[]): readonly CodePlace[] {
  return [...new Map(uses.map(({ place }) => [JSON.stringify(place), place])).values()].slice(0, MOST_OF_ONE);
}

function notesOf({ folders, unknown }: Usage, unread: readonly Call[]): readonly string[] {
  const read = folders.length > 1 ? [`code was read in ${folders.map((each) => JSON.stringify(each)).join(", ")}`] : [];
  const why = unknown.slice(0, 5).map((each) => `where code uses what changed is not known: ${each}`);
  const places = unread
    .slice(0, 5)
    .map(({ place: { file, line, column } }) => JSON.stringify(`${file}:${line}:${column}`));
  const calls =
    unread.length === 0
      ? []
      : [
          `${unread.length} call${unread.length === 1 ? "" : "s"} could not be read: ${places.join(", ")}${unread.length > 5 ? " …" : ""}`,
        ];
  return [...read, ...why, ...(unknown.length > 5 ? [`${unknown.length - 5} more files are not read`] : []), ...calls];
}

function leftOut(count: number): readonly string[] {
  if (count === 0) return [];
  return [`${count} change${count === 1 ? "" : "s"} of what no code uses ${count === 1 ? "is" : "are"} not shown`];
}
