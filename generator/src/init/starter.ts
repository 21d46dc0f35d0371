import { type Dirent, existsSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { printJson } from "../add/existing.js";
import type { PlannedFile } from "../add/plan.js";
import { findUpward, type InputPlaces, type ProjectPlace } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { readText } from "../io/read-file.js";
import { installationFolder } from "./package-file.js";

/** Whether a project begins here: there is no package.json, or nothing that a program is made of beside it. */
export function isBeginning({ root, packageFile }: ProjectPlace, { out, isNextApp = false }: InputPlaces): boolean {
  if (packageFile === undefined) return true;
  return !isNextApp && findUpward("tsconfig.json", dirname(out)) === undefined && !hasSource(root);
}

const SOURCE = /\.[cm]?[jt]sx?$/;

/** Hidden files are settings; no link is followed. */
function hasSource(folder: string): boolean {
  const entries = entriesIn(folder).filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
  const isSource = (entry: Dirent): boolean =>
    entry.isDirectory() ? hasSource(join(folder, entry.name)) : SOURCE.test(entry.name);
  return entries.some(isSource);
}

/** A hidden file such as `.eslintrc.js` is read as the package's type says: this one may be CommonJS. */
export function hasHiddenScript(folder: string): boolean {
  return entriesIn(folder).some(({ name }) => /^\..*\.js$/.test(name));
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What a first call needs to compile and run. Files that are there stay: these are `left`. */
export function starterFiles(
  root: string,
  folder: string,
  call: string | undefined,
  isCompiled: boolean,
): { readonly files: readonly PlannedFile[]; readonly left: readonly string[] } {
  const all = [
    ...(isCompiled
      ? [{ file: "tsconfig.json", after: printJson(tsconfigOf(folder)), what: "how TypeScript compiles" }]
      : []),
    ...(call === undefined ? [] : [{ file: posix.join(folder, "main.ts"), after: `${call}\n`, what: FIRST_CALL }]),
  ];
  const free = all.filter(({ file }) => {
    const read = readText(join(root, file));
    return "reason" in read && read.reason === "missing";
  });
  return {
    files: free.map(({ file, ...rest }) => ({ path: join(root, file), ...rest })),
    left: all.filter((each) => !free.includes(each)).map(({ file }) => `${file} already exists`),
  };
}

export const FIRST_CALL = "a first call";

/** Settings with which `tsc` compiles the code of `folder`, emitted files included. */
export function tsconfigOf(folder: string): object {
  return {
    compilerOptions: {
      module: "nodenext",
      target: "es2022",
      strict: true,
      rootDir: folder,
      outDir: "dist",
      types: ["node"],
    },
    include: [folder],
  };
}

const SCHEMAS = "node_modules/sdkwright/dist/schemas";

/** JSON of ours that is written for the first time names its JSON Schema, with which editors complete it. */
export function withSchema(file: PlannedFile, root: string): PlannedFile {
  const format = file.before === undefined ? file.format : undefined;
  if (format === undefined) return file;
  const schema = relativePath(dirname(file.path), join(installedAbove(root), SCHEMAS, `${format}.schema.json`));
  const $schema = schema.startsWith(".") ? schema : `./${schema}`;
  return { ...file, after: printJson({ $schema, ...(JSON.parse(file.after) as object) }) };
}

/** The folder where sdkwright is installed, in a workspace one above; else where it will be: `npx` comes before that. */
function installedAbove(root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, SCHEMAS))) return folder;
    if (folder === dirname(folder)) return installationFolder(root);
  }
}
