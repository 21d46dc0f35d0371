import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { isPlainObject, normalizeClient, own, parseClient, parseUrl } from "@sdkwright/runtime/config";
import type { AddPlan, PlannedFile } from "../add/plan.js";
import { shellWord } from "../add/request.js";
import type { Source } from "../diagnostics/source.js";
import { findUpward, type InputPlaces } from "../io/find-project.js";
import { LOCK_FILE } from "../io/lock.js";
import { relativePath } from "../io/paths.js";
import { readText } from "../io/read-file.js";
import { exampleFile, unlistedNames, variableUses } from "../project/variables.js";
import {
  COMPILER,
  completedPackage,
  DENO,
  emptyPackage,
  installCommands,
  managerOf,
  moduleHints,
  type PackagePlan,
} from "./package-file.js";
import { FIRST_CALL, starterFiles, tsconfigOf } from "./starter.js";

/** Everything that `init` writes besides the provider, and what it leaves to a person. */
export interface InitPlan {
  readonly files: readonly PlannedFile[];
  /** What stays as it is, as sentences. */
  readonly left: readonly string[];
  /** Commands to run next, in their order. */
  readonly steps: readonly string[];
  /** The command for CI. */
  readonly check: string;
  /** The first call, where it is to be shown: a new project has it in a file. */
  readonly call: string | undefined;
}

/** Where a project begins. */
export interface InitPlaces extends InputPlaces {
  /** What package.json says; absent where there is none. */
  readonly packageFile?: Source | undefined;
  /** Whether all that a program needs is written, beside a package.json too. */
  readonly isNew: boolean;
  /** Options of the command line that `generate` and `check` need too. */
  readonly options: readonly string[];
  /** What package managers say of themselves to what they run. */
  readonly userAgent: string | undefined;
  /** The version of sdkwright. */
  readonly version: string;
}

/** Scripts, variables to fill in, and for a project that begins all that a first call needs. */
export async function planInit(provider: AddPlan, places: InitPlaces): Promise<InitPlan> {
  const { root, out, isNew } = places;
  const around = relativePath(root, dirname(out));
  const folder = around.startsWith("..") ? "src" : around === "" ? "." : around;
  const hasTsconfig = findUpward("tsconfig.json", dirname(out)) !== undefined;
  const isCompiled = denoFile(root) === undefined && (isNew || !hasTsconfig);
  const names = (provider.added?.variables ?? []).map(({ name }) => name);
  const start = isCompiled
    ? "tsc && node --env-file-if-exists=.env dist/main.js"
    : denoRun(posix.join(folder, "main.ts"), provider, names);
  const manifest = packagePlan(start, places, isCompiled);
  const call = provider.added?.call;
  const starter = isNew ? starterFiles(root, folder, call, isCompiled) : { files: [], left: [] };
  const example = examplePlan(provider, places, true);
  const isCallWritten = starter.files.some(({ what }) => what === FIRST_CALL);
  const tsconfig = JSON.stringify(tsconfigOf(folder));
  return {
    files: [
      ...manifest.files,
      ...starter.files,
      ...(isNew ? gitignoreFile(root) : []),
      ...gitattributesFile(places),
      ...example.files,
    ],
    left: [
      ...manifest.left,
      ...starter.left,
      ...example.left,
      ...(names.length === 0 ? [] : gitignoreAdvice(places)),
      ...(isCompiled && !isNew
        ? [`there is no tsconfig.json, and emitted code is TypeScript: write one, such as ${tsconfig}`]
        : []),
      ...(await moduleHints(places)),
      ...toolHints(places),
    ],
    steps: stepsOf(isCallWritten, names, places, manifest),
    check: ["npx sdkwright check --full", ...places.options].join(" "),
    call: isCallWritten ? undefined : call,
  };
}

/** Node runs what was compiled; beside deno.json a new project is one that Deno runs. */
function packagePlan(
  start: string,
  { root, options, packageFile, isNew, isModule = false, version }: InitPlaces,
  isCompiled: boolean,
): PackagePlan {
  const file =
    packageFile === undefined
      ? emptyPackage(join(root, "package.json"), root)
      : { ...packageFile, before: packageFile.text };
  const generate = ["sdkwright generate", ...options].join(" ");
  return completedPackage(file, {
    scripts: {
      generate,
      "check:sdk": ["sdkwright check", ...options].join(" "),
      ...(isNew && { start: `${generate} && ${start}` }),
    },
    dependencies: { "@sdkwright/runtime": `^${version}` },
    devDependencies: { sdkwright: `^${version}`, ...(isCompiled && COMPILER) },
    start: isNew ? { isModule, sdkwright: denoFile(root) === undefined ? {} : { importEndings: ".ts" } } : undefined,
  });
}

/** Deno's configuration in a folder. */
export function denoFile(folder: string): string | undefined {
  return ["deno.json", "deno.jsonc"].find((file) => existsSync(join(folder, file)));
}

/** A program with no more permissions than a first call needs: the hosts that it asks, and the variables. */
function denoRun(program: string, { added }: AddPlan, names: readonly string[]): string {
  const bases = (added?.services.services ?? []).map(({ baseUrl }) => baseUrl);
  const urls = [...bases, ...Object.values(added?.tokenEndpoints ?? {})];
  const hosts = urls.map((url) => parseUrl(url)?.host ?? "");
  // Nothing that a shell or Deno takes for more than a host: the line is run by whoever types `start`.
  const isKnown = hosts.every((host) => /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(host));
  return [
    "deno run",
    isKnown ? `--allow-net=${[...new Set(hosts)].join(",")}` : "--allow-net",
    ...(names.length === 0 ? [] : [`--allow-env=${names.join(",")}`]),
    shellWord(program),
  ].join(" ");
}

/** Commands that use only the scripts that do what `init` wants. */
function stepsOf(
  isCallWritten: boolean,
  names: readonly string[],
  { root, userAgent, isNew, options }: InitPlaces,
  { missing, scripts }: PackagePlan,
): readonly string[] {
  const manager = denoFile(root) === undefined ? managerOf(root, userAgent) : DENO;
  const generate = scripts.has("generate")
    ? `${manager.run} generate`
    : ["npx sdkwright generate", ...options].join(" ");
  const start = `${names.map((name) => `${name}=test `).join("")}${manager.start}`;
  return [
    ...(isNew ? [manager.install] : []),
    ...installCommands(manager, missing),
    isCallWritten && scripts.has("start") ? start : generate,
  ];
}

/** `.env.example` as it becomes; `left` says what its owner has to add. */
export interface ExamplePlan {
  readonly files: readonly PlannedFile[];
  readonly left: readonly string[];
}

/** Writes the variables of the whole configuration, as it will be, or adds those of a new provider to what we wrote. */
export function examplePlan(plan: AddPlan, { root, config, isNextApp }: InputPlaces, isWritten: boolean): ExamplePlan {
  const path = join(root, ".env.example");
  const read = readText(path);
  const planned = plan.files.find((file) => file.path === config)?.after;
  const { value } = parseClient(JSON.parse(planned ?? textAt(config) ?? "{}"));
  const uses = value === undefined ? [] : variableUses(normalizeClient(value));
  if ("reason" in read) {
    if (!isWritten || read.reason !== "missing" || uses.length === 0) return { files: [], left: [] };
    const after = `${exampleFile(uses, isNextApp)}\n`;
    return { files: [{ path, after, what: "the variables, to fill in" }], left: [] };
  }
  const absent = unlistedNames(read.text, plan.added?.variables.map(({ name }) => name) ?? []);
  if (absent.length === 0) return { files: [], left: [] };
  // The first line of what we write; with any other the file is its owner's.
  if (!read.text.startsWith("# Copy this to .env"))
    return { files: [], left: [`.env.example is there already: add ${absent.map((name) => `${name}=`).join(" ")}`] };
  const [, ...sections] = exampleFile(uses.filter(({ name }) => absent.includes(name))).split("\n\n");
  const after = appendLines(read.text, ["", ...sections.join("\n\n").split("\n")]);
  return { files: [{ path, before: read.text, after, what: "its variables, to fill in" }], left: [] };
}

/** Tools of the project that its owner configures: what they would do to emitted files, or can do for them. */
function toolHints({ root, out, packageFile, importEndings }: InitPlaces): readonly string[] {
  const folder = relativePath(root, out);
  const deno = denoFile(root);
  const hasPackage = (name: string): boolean =>
    ["dependencies", "devDependencies"].some((kind) => {
      const packages = isPlainObject(packageFile?.json) ? own(packageFile.json, kind) : undefined;
      return isPlainObject(packages) && Object.hasOwn(packages, name);
    });
  // A mention is enough: whoever wrote it knows.
  const isMentioned = (...files: string[]): boolean =>
    files.some((file) => textAt(join(root, file))?.includes(folder.slice(folder.lastIndexOf("/") + 1)) === true);
  const vite = ["ts", "mts", "js", "mjs"]
    .map((ending) => `vite.config.${ending}`)
    .find((file) => textAt(join(root, file))?.includes("sdkwright/vite") === false);
  const hints: readonly (readonly [isTold: boolean, hint: string])[] = [
    [
      vite !== undefined,
      `${vite}: with sdkwright() of "sdkwright/vite" among its plugins, \`vite\` generates while you work, and \`vite build\` checks`,
    ],
    [
      deno !== undefined,
      `${deno} is yours: "fmt": { "exclude": [${JSON.stringify(folder)}] } keeps \`deno fmt\` from emitted files`,
    ],
    [
      deno !== undefined && importEndings !== ".ts",
      'Deno imports files as they are named: write "sdkwright": { "importEndings": ".ts" } in package.json',
    ],
    [
      hasPackage("prettier") && !isMentioned(".prettierignore", ".gitignore"),
      `prettier would change emitted files: add the line ${folder}/ to .prettierignore`,
    ],
    [
      hasPackage("@biomejs/biome") && !isMentioned("biome.json"),
      `biome would change emitted files: add "!${folder}" to "files.includes" in biome.json`,
    ],
  ];
  return hints.filter(([isTold]) => isTold).map(([, hint]) => hint);
}

/** `.gitignore` with what a new project does not commit: the lines that are not there are added. */
function gitignoreFile(root: string): readonly PlannedFile[] {
  const bare = (line: string): string => line.trim().replace(/^\/|\/$/g, "");
  return withLines(join(root, ".gitignore"), ["node_modules/", "dist/", ".env"], bare, "what is not committed");
}

/** `.gitattributes` that lets a review fold the lock and what `diff` compares, and no code. */
function gitattributesFile({ root, out }: InputPlaces): readonly PlannedFile[] {
  const folder = relativePath(root, out).replaceAll(/[*?[\\]/g, "\\$&");
  if (folder.startsWith("..")) return [];
  const patterns = [`${folder}/**/*.model.json`, `${folder}/${LOCK_FILE}`];
  const lines = patterns.map((each) => `${/[\s"]/.test(each) ? JSON.stringify(each) : each} linguist-generated`);
  const patternOf = (line: string): string => /^"(?:[^"\\]|\\.)*"|^\S+/.exec(line)?.[0] ?? "";
  return withLines(join(root, ".gitattributes"), lines, patternOf, "files that a review may fold");
}

function withLines(
  path: string,
  lines: readonly string[],
  keyOf: (line: string) => string,
  what: string,
): readonly PlannedFile[] {
  const read = readText(path);
  if ("reason" in read && read.reason !== "missing") return [];
  const before = "text" in read ? read.text : undefined;
  const present = new Set(before?.split("\n").map(keyOf));
  const absent = lines.filter((line) => !present.has(keyOf(line)));
  return absent.length === 0 ? [] : [{ path, before, after: appendLines(before ?? "", absent), what }];
}

/** A text with more lines at its end, which end as its own do. */
function appendLines(text: string, lines: readonly string[]): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text === "" || text.endsWith("\n") ? text : `${text}${end}`;
  return `${before}${lines.map((line) => `${line}${end}`).join("")}`;
}

/** Lines that a .gitignore should have besides those that are written: values stay out of git, their names do not. */
function gitignoreAdvice({ root, isNextApp = false, isNew }: InitPlaces): readonly string[] {
  // Those above first: the last line that fits decides.
  const foldersTo = (folder: string): readonly string[] =>
    dirname(folder) === folder ? [folder] : [...foldersTo(dirname(folder)), folder];
  const texts = foldersTo(root).map((folder) => textAt(join(folder, ".gitignore")) ?? "");
  const lines = [...texts, isNew ? ".env" : ""].flatMap((text) => text.split("\n").map((line) => line.trim()));
  const isIgnored = (file: string): boolean =>
    lines.reduce((before, line) => (ignores(line.replace(/^!/, ""), file) ? !line.startsWith("!") : before), false);
  const [file, line] = isNextApp ? [".env.local", ".env*.local"] : [".env", ".env"];
  return [
    ...(isIgnored(file)
      ? []
      : [`values of variables are not committed: add the line ${line} to .gitignore, if you keep them in ${file}`]),
    ...(isIgnored(".env.example")
      ? ["a line of .gitignore hides .env.example: add the line !.env.example after it, and commit that file"]
      : []),
  ];
}

/** Lines about names that begin with `.env`, with the stars of git. */
function ignores(line: string, file: string): boolean {
  const name = line.replace(/^(?:\*\*\/|\/)/, "");
  return (
    /^\.env[\w.-]*\*?[\w.-]*$/.test(name) &&
    new RegExp(`^${name.replaceAll(".", "\\.").replace("*", ".*")}$`).test(file)
  );
}

function textAt(path: string): string | undefined {
  const read = readText(path);
  return "text" in read ? read.text : undefined;
}
