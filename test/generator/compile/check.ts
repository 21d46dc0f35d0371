// Checks projects with one TypeScript in one process: the libraries are parsed once, and the compiler is warm for the
// second. Usage: node check.js <package> <project.json>...
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type * as TypeScript from "typescript-6";
import type { CompilerHost, CompilerOptions, Program, SourceFile } from "typescript-6";

const [name = "", ...projects] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(name) as typeof TypeScript;
const libraries = new Map<string, SourceFile | undefined>();

for (const project of projects) {
  const diagnostics = ts.getPreEmitDiagnostics(programOf(project));
  if (diagnostics.length === 0) continue;
  process.exitCode = 1;
  const host = {
    getCanonicalFileName: (file: string) => file,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => "\n",
  };
  process.stdout.write(ts.formatDiagnostics(diagnostics, host));
}

function programOf(project: string): Program {
  const { config } = ts.readConfigFile(project, (file) => ts.sys.readFile(file)) as { config: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(project));
  return ts.createProgram(fileNames, options, sharingLibraries(options));
}

function sharingLibraries(options: CompilerOptions): CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile: (file, ...rest) => {
      if (!/\/lib\.[^/]*\.d\.ts$/.test(file)) return host.getSourceFile(file, ...rest);
      if (!libraries.has(file)) libraries.set(file, host.getSourceFile(file, ...rest));
      return libraries.get(file);
    },
  };
}
