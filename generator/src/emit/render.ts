import type { Progress } from "../io/progress.js";
import type { SdkModel } from "./build-model.js";
import compiled from "./compiled-templates.js";
import { fitsWidth, templateHelpers } from "./layout.js";
import type { ProfileModule } from "./profile-module.js";
import { definitionNeedsFormat, needsFormat, profileView, schemasNeedFormat } from "./profile-view.js";
import { providerView } from "./provider-view.js";
import { PRINT_WIDTH } from "./quoting.js";

/** A file to be emitted: the template that makes it, and what the template prints. */
interface EmittedFile {
  readonly path: string;
  readonly template:
    | `${"provider" | "profile"}-${"" | "definition-"}module`
    | "profile-schemas-module"
    | "client-module"
    | "index-module";
  readonly view: () => object | Promise<object>;
  /** The template alone cannot lay it out. */
  readonly needsFormat: boolean;
}

/** Which template makes which file. */
function emittedFiles({ providers, profiles, client, index }: SdkModel): readonly EmittedFile[] {
  return [
    ...providers.flatMap((module) => [
      { ...plain("provider-module", module), view: () => providerView(module) },
      plain("provider-definition-module", module.definitionModule),
    ]),
    ...profiles.flatMap((module) => [
      { ...plain("profile-module", module), view: () => profileView(module), needsFormat: needsFormat(module) },
      { ...plain("profile-definition-module", module.definitionModule), needsFormat: definitionNeedsFormat(module) },
      ...schemasFile(module),
    ]),
    ...(client === undefined ? [] : [plain("client-module", client)]),
    plain("index-module", index),
  ];
}

function schemasFile({ schemasModule }: ProfileModule): readonly EmittedFile[] {
  if (schemasModule === undefined) return [];
  return [{ ...plain("profile-schemas-module", schemasModule), needsFormat: schemasNeedFormat(schemasModule) }];
}

function plain(template: EmittedFile["template"], module: { readonly path: string }): EmittedFile {
  return { path: module.path, template, view: () => module, needsFormat: false };
}

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
export type Template = (model: object) => string;

/** The templates, which the build made functions of, by file name without `.hbs`. */
export const templates: ReadonlyMap<string, Template> = new Map(
  Object.entries(compiled(templateHelpers)).map(([name, print]) => [name, (model: object) => print(model, model)]),
);

/** Prints the model. The same model gives the same bytes, wherever and whenever it is printed. */
export async function render(model: SdkModel, progress: Progress): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  const wanted = emittedFiles(model);
  for (const file of wanted) {
    progress.step(`rendering ${files.length + 1} of ${wanted.length}`);
    files.push(await renderFile(file));
  }
  return files;
}

/** The same as code alone, for those who read it as the compiler does: to lay it out takes most of the time. */
export async function renderCode(model: SdkModel): Promise<readonly GeneratedFile[]> {
  return Promise.all(emittedFiles(model).map(async (file) => ({ path: file.path, text: await codeOf(file) })));
}

async function renderFile(file: EmittedFile): Promise<GeneratedFile> {
  return { path: file.path, text: await laidOut(file, await codeOf(file)) };
}

async function codeOf(file: EmittedFile): Promise<string> {
  const print = templates.get(file.template);
  if (print === undefined) throw new Error(`there is no template ${file.template}`);
  return print(await file.view());
}

async function laidOut({ needsFormat }: EmittedFile, code: string): Promise<string> {
  return needsFormat || !fitsWidth(code) ? format(code) : code;
}
