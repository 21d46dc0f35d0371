import { join } from "node:path";
import type { CompilerOptions, Diagnostic, Program, SourceFile } from "typescript-5.9";
import { root } from "../../tree.js";
import { typescript as ts } from "./typescript.js";

/** Files in memory, by absolute path. They stand below the repository, so that they find the runtime. */
export type Texts = ReadonlyMap<string, string>;

/** Where files in memory seem to be. */
export const imagined: string = join(root, ".build", "equivalence");

/** The strictest flags that emitted code is held to. */
const OPTIONS: CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

const parsed = new Map<string, SourceFile | undefined>();

/** One program of many projects; what stands on disk is parsed once. */
export function programOf(texts: Texts, before?: Program): Program {
  const host = ts.createCompilerHost(OPTIONS);
  const folders = foldersOf(texts);
  return ts.createProgram(
    [...texts.keys()],
    OPTIONS,
    {
      ...host,
      fileExists: (file) => texts.has(file) || (!file.startsWith(imagined) && host.fileExists(file)),
      readFile: (file) => texts.get(file) ?? host.readFile(file),
      directoryExists: (folder) =>
        folders.has(folder) || (!folder.startsWith(imagined) && host.directoryExists?.(folder) === true),
      getSourceFile: (file, version, ...rest) => {
        const text = texts.get(file);
        const earlier = before?.getSourceFile(file);
        if (text !== undefined) return earlier?.text === text ? earlier : ts.createSourceFile(file, text, version);
        if (!parsed.has(file)) parsed.set(file, host.getSourceFile(file, version, ...rest));
        return parsed.get(file);
      },
    },
    before,
  );
}

function foldersOf(texts: Texts): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of texts.keys()) {
    for (let folder = join(file, ".."); folder !== root && !folders.has(folder); folder = join(folder, ".."))
      folders.add(folder);
  }
  return folders;
}

/** What the compiler says about one file, on one line each. */
export function mistakesIn(program: Program, file: string): string[] {
  const source = program.getSourceFile(file);
  if (source === undefined) return [`${file} is not there`];
  const found: readonly Diagnostic[] = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ];
  return found.map(({ start, messageText, code }) => {
    const line = source.text.split("\n")[source.getLineAndCharacterOfPosition(start ?? 0).line] ?? "";
    return `TS${String(code)} ${ts.flattenDiagnosticMessageText(messageText, " / ").slice(0, 400)} @ ${line.slice(0, 200)}`;
  });
}
