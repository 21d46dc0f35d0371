import type { Progress } from "../io/progress.js";
import type { SdkModel } from "./build-model.js";
import compiled from "./compiled-templates.js";
import { type ModuleModel, ModuleNames } from "./import-model.js";
import { fitsWidth, templateHelpers } from "./layout.js";
import { PRINT_WIDTH } from "./quoting.js";

/** Lays out a module. Prettier is loaded at the first call, because most modules do without it. */
export async function format(code: string): Promise<string> {
  const [prettier, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/typescript"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(code, { ...FORMAT_OPTIONS, plugins, filepath: MODULE });
}

/** Without a name prettier looks for JSX first, in time that grows with the square of the length. */
const MODULE = "module.ts";

/** Everything that shapes the output, whatever a later prettier makes its default. */
const FORMAT_OPTIONS = {
  parser: "typescript",
  printWidth: PRINT_WIDTH,
  tabWidth: 2,
  useTabs: false,
  semi: true,
  singleQuote: false,
  quoteProps: "as-needed",
  trailingComma: "all",
  bracketSpacing: true,
  objectWrap: "preserve",
  arrowParens: "always",
  experimentalOperatorPosition: "end",
  endOfLine: "lf",
} as const;

/** One emitted file, in memory. */
export interface GeneratedFile {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Strings, comments, words, signs and line ends of a module; what nothing ends goes on to the end, of its line or of all. */
const TOKEN =
  /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}\p{N}_$]+|[^\s]|[\n\r\u2028\u2029]/gu;

/** The language ends lines with four characters. */
const LINE_END = /^[\n\r\u2028\u2029]$/;

/** A word, a string, or what closes an expression or a type. */
const ENDS = /^["')\]}`\p{L}\p{N}_$]/u;

/** Before these no line end ends a statement. */
const CONTINUES: ReadonlySet<string> = new Set("|&}>)],;:?.=");
const CLOSES: ReadonlySet<string> = new Set(")]}>");
const OPENS: ReadonlySet<string> = new Set("=(<:[");

/**
 * Whether two modules are the same but for their layout: one as a template prints it, one as it was laid out. Where it
 * says no they may still be: layout puts brackets and quotes, too.
 */
export function isSameCode(one: string, other: string): boolean {
  const [tokens, others] = [tokensOf(one), tokensOf(other)];
  return tokens.length === others.length && tokens.every((token, index) => token === others[index]);
}

/**
 * Without separators before a closing bracket (`[,]` has none: that is a hole), and without the sign before the first of several types. A line end that
 * could end a statement is a semicolon, so none can be put behind a word unseen, as behind `return`.
 */
function tokensOf(code: string): readonly string[] {
  const tokens: string[] = [];
  let isEnded = false;
  for (const token of code.match(TOKEN) ?? []) {
    const last = tokens.at(-1) ?? "";
    if (LINE_END.test(token)) isEnded ||= ENDS.test(last);
    else {
      if (isEnded && !CONTINUES.has(token)) tokens.push(";");
      isEnded = false;
      if (CLOSES.has(token) && /^[,;]$/.test(tokens.at(-1) ?? "") && tokens.at(-2) !== "[") tokens.pop();
      if (token !== "|" || !OPENS.has(tokens.at(-1) ?? "")) tokens.push(token);
    }
  }
  return withoutBrackets(tokens);
}

/** Brackets around the whole type of a property or an alias: `a: (B | C);` is `a: B | C;`. Around what has a comma they count. */
function withoutBrackets(tokens: readonly string[]): readonly string[] {
  const open: { readonly at: number; hasComma: boolean }[] = [];
  const dropped = new Set<number>();
  tokens.forEach((token, index) => {
    const around = open.at(-1);
    if (token === "," && around !== undefined) around.hasComma = true;
    if (token === "(" || token === "{" || token === "[") open.push({ at: index, hasComma: false });
    if (token !== ")" && token !== "}" && token !== "]") return;
    const closed = open.pop();
    if (token !== ")" || closed === undefined || closed.hasComma) return;
    if (WHOLE.has(`${tokens[closed.at - 1] ?? ""} ${tokens[index + 1] ?? ""}`)) dropped.add(closed.at).add(index);
  });
  return dropped.size === 0 ? tokens : tokens.filter((_, index) => !dropped.has(index));
}

/** What stands before and behind such brackets. */
const WHOLE: ReadonlySet<string> = new Set([": ;", ": }", "= ;"]);

/** A template, ready to print a model. */
export type Template = (model: object) => string;

/** The templates, which the build made functions of, by file name without `.hbs`. */
export const templates: ReadonlyMap<string, Template> = new Map(
  Object.entries(compiled(templateHelpers)).map(([name, print]) => [name, (model: object) => print(model, model)]),
);

/** Prints the model. The same model gives the same bytes, wherever and whenever it is printed. */
export async function render(model: SdkModel, progress: Progress): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const module of model.modules) {
    progress.step(`rendering ${files.length + 1} of ${model.modules.length}`);
    files.push({ path: module.path, text: await laidOut(module, codeOf(module)) });
  }
  return files;
}

/** The same as code alone, for those who read it as the compiler does: to lay it out takes most of the time. */
export function renderCode(model: SdkModel): readonly GeneratedFile[] {
  return model.modules.map((module) => ({ path: module.path, text: codeOf(module) }));
}

/**
 * The files that stand as something else than what the model gives. To lay out a module takes most of the time of
 * rendering it, so only one whose code is another is laid out.
 */
export async function differingFiles(
  model: SdkModel,
  standing: (path: string) => string | undefined,
): Promise<readonly string[]> {
  const differing: string[] = [];
  for (const file of model.modules) {
    const [text, code] = [standing(file.path), codeOf(file)];
    const isSame =
      text !== undefined && (text === code || isSameCode(text, code) || text === (await laidOut(file, code)));
    if (!isSame) differing.push(file.path);
  }
  return differing;
}

/** The module's own code is printed first: what it names is imported. */
function codeOf(module: ModuleModel): string {
  const view = module.view();
  let names = new ModuleNames(module);
  let body = printed(module.template, { ...view, names });
  if (names.meeting.size > 0) {
    names = new ModuleNames(module, names.meeting);
    body = printed(module.template, { ...view, names });
  }
  const { origin } = module;
  const inputs = origin.length === 0 ? "its inputs" : origin.length > 1 ? "those files" : "that file";
  return printed("head", { origin: origin.join(" and "), inputs, imports: names.declarations() }) + body;
}

function printed(template: string, view: object): string {
  const print = templates.get(template);
  if (print === undefined) throw new Error(`there is no template ${template}`);
  return print(view);
}

async function laidOut({ needsFormat }: ModuleModel, code: string): Promise<string> {
  return needsFormat === true || !fitsWidth(code) ? format(code) : code;
}
