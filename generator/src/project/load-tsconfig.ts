import type { InputPlaces } from "../files/find-project.js";
import type { SourceIssue, Tsconfig } from "../diagnostics/source.js";
import type { ImportEndings, ImportExtension } from "../files/import-endings.js";
import type { Reader } from "./reader.js";
import { readTsconfig, type TsconfigProblem } from "./tsconfig.js";

/** Reads the tsconfig of the output folder; package.json overrules it (rules C1). Problems become issues of the reader. */
export function loadTsconfig({ out, importEndings }: InputPlaces, reader: Reader): Tsconfig {
  const { importExtension, allowJs, texts, absent, problems } = readTsconfig(out);
  reader.issues.push(...problems.map((problem) => problemIssue(problem, reader)));
  // Above the root, how many there are depends on the machine; a quick run looks there by itself.
  const missing = absent.filter((path) => texts.size > 0 || !reader.fileOf(path).startsWith("../"));
  reader.noteOthers([...texts.keys(), ...missing]);
  return {
    importExtension: importEndings === undefined ? importExtension : EXTENSIONS[importEndings],
    allowJs,
    files: Array.from(texts, ([path, text]) => ({ file: reader.fileOf(path), text })),
    absent: missing.map((path) => reader.fileOf(path)),
  };
}

const EXTENSIONS: { readonly [endings in ImportEndings]: ImportExtension } = {
  ".js": ".js",
  ".ts": ".ts",
  none: "",
};

function problemIssue({ path, message }: TsconfigProblem, reader: Reader): SourceIssue {
  return {
    code: "SW0302",
    severity: "warning",
    pointer: "",
    message: `${reader.named(path)} cannot be read whole: ${message}`,
    hint: 'the endings of imports are chosen by what can be read; mend it, or set "importEndings" under "sdkwright" in package.json',
  };
}
