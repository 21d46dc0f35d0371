import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { isPlainObject, type JsonObject, normalizeClient, own, parseClient } from "@sdkwright/runtime/config";
import type { AddPlan, PlannedFile } from "../add/plan.js";
import { shellWord } from "../add/request.js";
import type { Source } from "../diagnostics/source.js";
import { findUpward, type InputPlaces } from "../io/find-project.js";
import { LOCK_FILE } from "../io/lock.js";
import { relativePath } from "../io/paths.js";
import { readText } from "../io/read-file.js";
import { exampleFile, unlistedNames, type VariableUse, variableUses } from "../project/variables.js";
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

/** Deno's configuration in a folder. */
export function denoFile(folder: string): string | undefined {
  return ["deno.json", "deno.jsonc"].find((file) => existsSync(join(folder, file)));
}

/** A program with no more permissions than a first call needs: the hosts of these URLs, and the variables. */
function denoRun(program: string, urls: readonly string[], names: readonly string[]): string {
  const hosts = urls.map(hostOf);
  const net = hosts.includes("") ? "--allow-net" : `--allow-net=${[...new Set(hosts)].join(",")}`;
  return ["deno run", net, ...(names.length === 0 ? [] : [`--allow-env=${names.join(",")}`]), shellWord(program)].join(
    " ",
  );
}

/** Nothing that a shell or Deno takes for more than a host: the line is run by whoever types `start`. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** Empty where a parameter decides. */
function hostOf(url: string): string {
  try {
    const { host } = new URL(url);
    return HOST.test(host) ? host : "";
  } catch {
    return "";
  }
}

/** What a project that Deno runs has to say for itself: its files are its owner's. */
function denoHints(file: string, out: string, hasEndings: boolean): readonly string[] {
  return [
    `${file} is yours: "fmt": { "exclude": [${JSON.stringify(out)}] } keeps \`deno fmt\` from emitted files`,
    ...(hasEndings
      ? []
      : ['Deno imports files as they are named: write "sdkwright": { "importEndings": ".ts" } in package.json']),
  ];
}

/** A text with more lines at its end, which end as its own do. */
function appendLines(text: string, lines: readonly string[]): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text === "" || text.endsWith("\n") ? text : `${text}${end}`;
  return `${before}${lines.map((line) => `${line}${end}`).join("")}`;
}

/** `.env.example` as it becomes; `left` says what its owner has to add. */
export interface ExamplePlan {
  readonly files: readonly PlannedFile[];
  readonly left: readonly string[];
}

const NOTHING: ExamplePlan = { files: [], left: [] };

/** Writes the variables of the whole configuration, as it will be, or adds those of a new provider to what we wrote. */
export function examplePlan(plan: AddPlan, places: InputPlaces, isWritten: boolean): ExamplePlan {
  const { root, isNextApp } = places;
  const path = join(root, ".env.example");
  const read = readText(path);
  const uses = usesIn(plan, places);
  if ("reason" in read) {
    if (!isWritten || read.reason !== "missing" || uses.length === 0) return NOTHING;
    const after = `${exampleFile(uses, isNextApp)}\n`;
    return { files: [{ path, after, what: "the variables, to fill in" }], left: [] };
  }
  const absent = unlistedNames(read.text, plan.added?.variables.map(({ name }) => name) ?? []);
  if (absent.length === 0) return NOTHING;
  if (!HEAD.test(read.text))
    return { files: [], left: [`.env.example is there already: add ${absent.map((name) => `${name}=`).join(" ")}`] };
  const [, ...sections] = exampleFile(uses.filter(({ name }) => absent.includes(name))).split("\n\n");
  const after = appendLines(read.text, ["", ...sections.join("\n\n").split("\n")]);
  return { files: [{ path, before: read.text, after, what: "its variables, to fill in" }], left: [] };
}

/** The first line of what we write; with any other the file is its owner's. */
const HEAD = /^# Copy this to \.env/;

function usesIn({ files }: AddPlan, { config }: InputPlaces): readonly VariableUse[] {
  const read = readText(config);
  const text = files.find(({ path }) => path === config)?.after ?? ("text" in read ? read.text : "{}");
  const { value } = parseClient(JSON.parse(text));
  return value === undefined ? [] : variableUses(normalizeClient(value));
}

/** Formatters that a project has, which would change emitted files, and how they are kept from it. */
function formatterHints(manifest: JsonObject, root: string, out: string): readonly string[] {
  return [
    ...(hasPackage(manifest, "prettier") && !isIgnoredByPrettier(root, out)
      ? [`prettier would change emitted files: add the line ${out}/ to .prettierignore`]
      : []),
    ...(hasPackage(manifest, "@biomejs/biome") && !mentions(join(root, "biome.json"), out)
      ? [`biome would change emitted files: add "!${out}" to "files.includes" in biome.json`]
      : []),
  ];
}

function hasPackage(manifest: JsonObject, name: string): boolean {
  return ["dependencies", "devDependencies"].some((kind) => {
    const packages = own(manifest, kind);
    return isPlainObject(packages) && Object.hasOwn(packages, name);
  });
}

function isIgnoredByPrettier(root: string, out: string): boolean {
  return [".prettierignore", ".gitignore"].some((file) => mentions(join(root, file), out));
}

/** A mention is enough: whoever wrote it knows. */
function mentions(file: string, out: string): boolean {
  const read = readText(file);
  return "text" in read && read.text.includes(out.slice(out.lastIndexOf("/") + 1));
}

/** What a new project does not commit. */
const IGNORED: readonly string[] = ["node_modules/", "dist/", ".env"];

/** `.gitignore` with these lines: those that are not there are added. */
function gitignoreFile({ root }: InputPlaces): readonly PlannedFile[] {
  const bare = (line: string): string => line.trim().replace(/^\/|\/$/g, "");
  return withLines(join(root, ".gitignore"), IGNORED, bare, "what is not committed");
}

/** `.gitattributes` that lets a review fold the lock and what `diff` compares, and no code. */
function gitattributesFile({ root, out }: InputPlaces): readonly PlannedFile[] {
  const folder = relativePath(root, out).replaceAll(/[*?[\\]/g, "\\$&");
  if (folder.startsWith("..")) return [];
  const patterns = [`${folder}/**/*.model.json`, `${folder}/${LOCK_FILE}`];
  const lines = patterns.map((each) => `${/[\s"]/.test(each) ? JSON.stringify(each) : each} linguist-generated`);
  const patternOf = (line: string): string => /^"(?:[^"\\]|\\.)*"|^\S+/.exec(line)?.[0] ?? "";
  return withLines(join(root, ".gitattributes"), lines, patternOf, "what a review may fold");
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

/** Lines that a .gitignore should have besides those that are `added`: values stay out of git, their names do not. */
function gitignoreAdvice({ root, isNextApp = false }: InputPlaces, added: readonly string[]): readonly string[] {
  const lines = [...ignoreLines(root), ...added];
  const [file, line] = isNextApp ? [".env.local", ".env*.local"] : [".env", ".env"];
  return [
    ...(isIgnored(file, lines)
      ? []
      : [`values of variables are not committed: add the line ${line} to .gitignore, if you keep them in ${file}`]),
    ...(isIgnored(".env.example", lines)
      ? ["a line of .gitignore hides .env.example: add the line !.env.example after it, and commit that file"]
      : []),
  ];
}

/** Of the .gitignore of a folder and of those above it; the nearest last, since the last line that fits decides. */
function ignoreLines(folder: string): readonly string[] {
  const read = readText(join(folder, ".gitignore"));
  const own = "text" in read ? read.text.split("\n").map((line) => line.trim()) : [];
  return dirname(folder) === folder ? own : [...ignoreLines(dirname(folder)), ...own];
}

function isIgnored(file: string, lines: readonly string[]): boolean {
  return lines.reduce((ignored, line) => (fits(line, file) ? !line.startsWith("!") : ignored), false);
}

/** Lines about names that begin with `.env`, or end so; with the stars of git. */
function fits(line: string, file: string): boolean {
  const name = line.replace(/^!/, "").replace(/^(?:\*\*\/|\/)/, "");
  if (!/^[\w.*-]+$/.test(name) || !name.includes(".env")) return false;
  const pattern = name.split(/\*+/).map((part) => part.replaceAll(".", "\\."));
  if (pattern.length > 4) return false;
  return new RegExp(`^${pattern.join("[^/]*")}$`).test(file);
}

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
  const folder = codeFolder(places);
  const hasTsconfig = findUpward("tsconfig.json", dirname(out)) !== undefined;
  const deno = denoFile(root);
  const isCompiled = deno === undefined && (isNew || !hasTsconfig);
  const names = (provider.added?.variables ?? []).map(({ name }) => name);
  const manifest = packagePlan(provider, places, { names, isCompiled });
  const call = provider.added?.call;
  const starter = isNew ? starterFiles({ root, folder, call, isCompiled }) : { files: [], left: [] };
  const example = examplePlan(provider, places, true);
  const isCallWritten = starter.files.some(({ what }) => what === FIRST_CALL);
  return {
    files: [
      ...manifest.files,
      ...starter.files,
      ...(isNew ? gitignoreFile(places) : []),
      ...gitattributesFile(places),
      ...example.files,
    ],
    left: [
      ...manifest.left,
      ...starter.left,
      ...example.left,
      ...(names.length === 0 ? [] : gitignoreAdvice(places, isNew ? IGNORED : [])),
      ...(isCompiled && !isNew ? [noTsconfig(folder)] : []),
      ...vitePlugin(root),
      ...(await moduleHints(places)),
      ...hintsOf(places, deno),
    ],
    steps: stepsOf(isCallWritten, names, places, manifest),
    check: ["npx sdkwright check --full", ...places.options].join(" "),
    call: isCallWritten ? undefined : call,
  };
}

function noTsconfig(folder: string): string {
  return `there is no tsconfig.json, and emitted code is TypeScript: write one, such as ${JSON.stringify(tsconfigOf(folder))}`;
}

/** Node runs what was compiled; beside deno.json a new project is one that Deno runs. */
function packagePlan(
  provider: AddPlan,
  places: InitPlaces,
  { names, isCompiled }: { readonly names: readonly string[]; readonly isCompiled: boolean },
): PackagePlan {
  const { root, options, packageFile, isNew, isModule = false, version } = places;
  const file =
    packageFile === undefined
      ? emptyPackage(join(root, "package.json"), root)
      : { ...packageFile, before: packageFile.text };
  const generate = ["sdkwright generate", ...options].join(" ");
  const isDeno = denoFile(root) !== undefined;
  const run = isDeno
    ? denoRun(posix.join(codeFolder(places), "main.ts"), calledUrls(provider), names)
    : "tsc && node --env-file-if-exists=.env dist/main.js";
  return completedPackage(file, {
    scripts: {
      generate,
      "check:sdk": ["sdkwright check", ...options].join(" "),
      ...(isNew && { start: `${generate} && ${run}` }),
    },
    dependencies: { "@sdkwright/runtime": `^${version}` },
    devDependencies: { sdkwright: `^${version}`, ...(isCompiled && COMPILER) },
    start: isNew ? { isModule, sdkwright: isDeno ? { importEndings: ".ts" } : {} } : undefined,
  });
}

/** Where requests go, and where tokens are got for them. */
function calledUrls({ added }: AddPlan): readonly string[] {
  if (added === undefined) return [];
  return [...added.services.services.map(({ baseUrl }) => baseUrl), ...Object.values(added.tokenEndpoints)];
}

/** What formatters do to emitted files, and Deno to imports. */
function hintsOf({ root, out, packageFile, importEndings }: InitPlaces, deno: string | undefined): readonly string[] {
  const folder = relativePath(root, out);
  const json = packageFile?.json;
  return [
    ...(deno === undefined ? [] : denoHints(deno, folder, importEndings === ".ts")),
    ...formatterHints(isPlainObject(json) ? json : {}, root, folder),
  ];
}

/** Where code stands: around the output folder. */
function codeFolder({ root, out }: InitPlaces): string {
  const folder = relativePath(root, dirname(out));
  return folder.startsWith("..") ? "src" : folder === "" ? "." : folder;
}

/** Vite's configuration is code of its owner: it is told what to write there. */
function vitePlugin(root: string): readonly string[] {
  const names = ["ts", "mts", "js", "mjs"].map((ending) => `vite.config.${ending}`);
  const name = names.find((file) => textAt(join(root, file))?.includes("sdkwright/vite") === false);
  return name === undefined ? [] : [`${name}: with sdkwright() of "sdkwright/vite" among its plugins, ${VITE_DOES}`];
}

const VITE_DOES = "`vite` generates while you work, and `vite build` checks";

function textAt(path: string): string | undefined {
  const read = readText(path);
  return "text" in read ? read.text : undefined;
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
