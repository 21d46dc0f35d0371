import type { SdkModel } from "../model/sdk-model.js";
import { emittedFiles } from "./emitted-files.js";
import { format } from "./format.js";
import type { GeneratedFile } from "./generated-file.js";
import { fitsWidth } from "./layout.js";
import { loadTemplates } from "./templates.js";

/** Prints the model. The same model gives the same bytes, wherever and whenever it is printed. */
export async function render(model: SdkModel): Promise<readonly GeneratedFile[]> {
  const templates = await loadTemplates();
  const files: GeneratedFile[] = [];
  for (const { path, template, model: content } of emittedFiles(model)) {
    const print = templates.get(template);
    if (print === undefined) throw new Error(`there is no template ${template}`);
    const code = print(content);
    files.push({ path, text: fitsWidth(code) ? code : await format(code) });
  }
  return files;
}
