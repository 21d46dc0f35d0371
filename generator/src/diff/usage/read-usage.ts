import { dirname, resolve } from "node:path";
import { relativePath } from "../../files/relative-path.js";
import { Project, type FileSystemHost, type ts } from "../../maps/ts-morph.js";
import { moduleFile } from "../../names/file-names.js";
import { operationsFile } from "../../names/operation-names.js";
import { callsAt } from "./calls.js";
import type { Code } from "./code.js";
import { codeFilesIn, type CodeFiles } from "./code-files.js";
import { usageOfComponents } from "./components.js";
import { givenAwayAt } from "./given-away.js";
import { GuardedFiles } from "./guarded-files.js";
import { nodesIn } from "./nodes.js";
import { importsAt } from "./type-imports.js";
import type { Usage, UsageUnknown } from "./usage.js";

/** Where code and emitted code are; absolute paths. */
export interface CodePlaces {
  readonly root: string;
  readonly out: string;
  readonly tsconfig: string;
  /** The providers that are asked for. */
  readonly providers: readonly string[];
}

/**
 * Looks for requests, and for types of operations, in the code of a project. A tsconfig says how it is read, not what of
 * it counts: code that it leaves out runs too. Nothing is run here.
 */
export function readUsage(places: CodePlaces): Usage | UsageUnknown {
  const files = new GuardedFiles();
  const named = (path: string): string => JSON.stringify(relativePath(places.root, path));
  const cannotBeRead = (path: string) => ({ why: `${named(path)} cannot be read` });
  try {
    const usage = usageIn(places, files.host);
    if (usage === undefined) return cannotBeRead(files.refused ?? places.tsconfig);
    return files.refused === undefined ? usage : cannotBeRead(files.refused);
  } catch (error) {
    if (files.refused !== undefined) return cannotBeRead(files.refused);
    // TypeScript follows most of what is nested by calls that are nested: the stack has an end.
    if (!(error instanceof RangeError)) throw error;
    return { why: "some code is nested too deeply to be read" };
  }
}

/** `undefined` where the tsconfig cannot be read. */
function usageIn(places: CodePlaces, host: FileSystemHost): Usage | UsageUnknown | undefined {
  const project = open(places.tsconfig, host);
  if (project === undefined) return undefined;
  const { scripts, components } = codeFilesOf(places, project);
  for (const path of scripts) project.addSourceFileAtPathIfExists(path);
  const program = project.getProgram().compilerObject;
  const emitted = places.providers.flatMap((provider) => {
    const file = program.getSourceFile(`${slashed(places.out)}/${moduleFile("providers", provider)}`);
    return file === undefined ? [] : [file];
  });
  if (emitted.length === 0) return { why: "no code imports the emitted modules" };
  const runtime = emitted.map((file) => runtimeFolder(file, program)).find((folder) => folder !== undefined);
  if (runtime === undefined) return { why: '"@sdkwright/runtime" is not installed' };
  const code = codeOf(program, runtime, places);
  const files = program.getSourceFiles().filter((file) => isOwn(file, program, places));
  const used = files.map((file) => usageOfScript(file, code));
  const unread = usageOfComponents(components, places.providers, (path) => relativePath(places.root, path));
  return {
    calls: [...used, unread].flatMap(({ calls }) => calls),
    imports: [...used, unread].flatMap(({ imports }) => imports),
  };
}

function usageOfScript(file: ts.SourceFile, code: Code): Usage {
  const nodes = nodesIn(file);
  return { calls: [...callsAt(nodes, code), ...givenAwayAt(nodes, code)], imports: importsAt(nodes, code) };
}

/** What the compiler wrote is left out, where it stands apart: its source counts. */
function codeFilesOf({ root, out }: CodePlaces, project: Project): CodeFiles {
  const { outDir = "." } = project.getCompilerOptions();
  const written = resolve(root, outDir);
  return codeFilesIn(root, new Set(out.startsWith(written) ? [out] : [out, written]));
}

function open(tsConfigFilePath: string, fileSystem: FileSystemHost): Project | undefined {
  try {
    return new Project({ tsConfigFilePath, fileSystem, compilerOptions: { allowJs: true } });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

/** The folder of the runtime's declarations, where an emitted module finds them. */
function runtimeFolder(file: ts.SourceFile, program: ts.Program): string | undefined {
  const checker = program.getTypeChecker();
  for (const statement of file.statements) {
    const specifier =
      "moduleSpecifier" in statement ? (statement.moduleSpecifier as ts.Expression | undefined) : undefined;
    if (specifier === undefined || !specifier.getText(file).startsWith('"@sdkwright/runtime')) continue;
    const declaration = checker.getSymbolAtLocation(specifier)?.valueDeclaration;
    if (declaration !== undefined) return dirname(declaration.getSourceFile().fileName);
  }
  return undefined;
}

function codeOf(program: ts.Program, runtime: string, { root, out, providers }: CodePlaces): Code {
  const modules = new Map(providers.map((provider) => [`${slashed(out)}/${operationsFile(provider)}`, provider]));
  return {
    checker: program.getTypeChecker(),
    isRuntime: (node) => node.getSourceFile().fileName.startsWith(`${runtime}/`),
    operationsOf: ({ fileName }) => modules.get(fileName),
    placeOf: (node) => {
      const file = node.getSourceFile();
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
      return { file: relativePath(root, file.fileName), line: line + 1, column: character + 1 };
    },
  };
}

/** Code that somebody wrote: not emitted, not installed, no declarations. */
function isOwn(file: ts.SourceFile, program: ts.Program, { out }: CodePlaces): boolean {
  const isElsewhere = file.isDeclarationFile || program.isSourceFileFromExternalLibrary(file);
  return !isElsewhere && !file.fileName.startsWith(`${slashed(out)}/`);
}

/** As the compiler writes paths. */
function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
