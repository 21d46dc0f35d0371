import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { printJson } from "../add/edit-json.js";
import type { PlannedFile } from "../add/plan.js";
import { relativePath } from "../files/relative-path.js";
import { installationFolder } from "./workspace.js";

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
