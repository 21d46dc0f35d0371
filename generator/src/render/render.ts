import type { Progress } from "../files/progress.js";
import type { SdkModel } from "../model/sdk-model.js";
import { emittedFiles, type EmittedFile } from "./emitted-files.js";
import { format } from "./format.js";
import type { GeneratedFile } from "./generated-file.js";
import { fitsWidth } from "./layout.js";
import { isSameCode } from "./same-code.js";
import { templates } from "./templates.js";

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

/** Where the modules of a model stand, relative to the output folder. */
export function modulePaths(model: SdkModel): readonly string[] {
  return emittedFiles(model).map(({ path }) => path);
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
  for (const file of emittedFiles(model)) {
    const [text, code] = [standing(file.path), await codeOf(file)];
    const isSame =
      text !== undefined && (text === code || isSameCode(text, code) || text === (await laidOut(file, code)));
    if (!isSame) differing.push(file.path);
  }
  return differing;
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
