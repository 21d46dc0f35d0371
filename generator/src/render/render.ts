import { SILENT, type Progress } from "../files/progress.js";
import type { SdkModel } from "../model/sdk-model.js";
import { emittedFiles, type EmittedFile } from "./emitted-files.js";
import { format } from "./format.js";
import type { GeneratedFile } from "./generated-file.js";
import { fitsWidth } from "./layout.js";
import { templates } from "./templates.js";

/** Prints the model. The same model gives the same bytes, wherever and whenever it is printed. */
export async function render(model: SdkModel, progress: Progress = SILENT): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  const wanted = emittedFiles(model);
  for (const file of wanted) {
    progress.step(`rendering ${files.length + 1} of ${wanted.length}`);
    files.push(await renderFile(file));
  }
  return files;
}

async function renderFile(file: EmittedFile): Promise<GeneratedFile> {
  const print = templates.get(file.template);
  if (print === undefined) throw new Error(`there is no template ${file.template}`);
  const code = print(await file.view());
  return { path: file.path, text: file.needsFormat || !fitsWidth(code) ? await format(code) : code };
}
