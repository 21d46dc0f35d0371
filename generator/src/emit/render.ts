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

/** A template, ready to print a model. */
type Template = (model: object) => string;

/** The templates, which the build made functions of, by file name without `.hbs`. */
export const templates: ReadonlyMap<string, Template> = new Map(
  Object.entries(compiled(templateHelpers)).map(([name, print]) => [name, (model: object) => print(model, model)]),
);

/** Prints the model. The same model gives the same bytes, wherever and whenever it is printed. */
export async function render({ modules }: SdkModel, progress?: Progress): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const module of modules) {
    progress?.step(`rendering ${files.length + 1} of ${modules.length}`);
    const code = await codeOf(module);
    const isLaidOut = module.needsFormat !== true && fitsWidth(code);
    files.push({ path: module.path, text: isLaidOut ? code : await format(code) });
  }
  return files;
}

/** The module's own code is printed first: what it names is imported. */
async function codeOf(module: ModuleModel): Promise<string> {
  const view = await module.view();
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
