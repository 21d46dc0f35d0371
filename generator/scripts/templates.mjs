// Compiles templates/*.hbs into generator/dist/render/compiled-templates.js.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compileTemplate } from "./compile-template.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = join(root, "templates");
const output = join(root, "generator", "dist", "render");
const { templateHelpers: helpers } = await import(pathToFileURL(join(output, "template-helpers.js")).href);

const files = readdirSync(folder).filter((file) => file.endsWith(".hbs"));
const templates = files.map((file) => file.slice(0, -".hbs".length)).sort();
const entries = templates.map((name) => `    ${JSON.stringify(name)}: (root, c0) =>\n      ${compile(name)},\n`);
const code = `  const templates = {\n${entries.join("")}  };\n  return templates;\n`;
writeFileSync(join(output, "compiled-templates.js"), `export default (helpers) => {\n${code}};\n`);

function compile(name) {
  const path = join(folder, `${name}.hbs`);
  try {
    return compileTemplate(readFileSync(path, "utf8"), { helpers, templates });
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  }
}
