// Compiles templates/*.hbs into generator/dist/emit/compiled-templates.js, and templates/report/ into
// generator/dist/simulate/report/compiled-page.js: each folder with the helpers that quote for its language.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import { compileTemplate } from "./compile-template.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const dist = join(root, "generator", "dist");

const { templateHelpers } = await helpersOf("emit/layout.js");
write("emit/compiled-templates.js", compiled(join(root, "templates"), templateHelpers));

const { pageHelpers } = await helpersOf("simulate/report/page-helpers.js");
const page = join(root, "templates", "report");
const { code: style } = transformSync(readFileSync(join(page, "page.css"), "utf8"), { loader: "css", minify: true });
write(
  "simulate/report/compiled-page.js",
  `${compiled(page, pageHelpers)}export const style = ${JSON.stringify(style.trim())};\n`,
);

function helpersOf(file) {
  return import(pathToFileURL(join(dist, file)).href);
}

function write(file, code) {
  writeFileSync(join(dist, file), code);
}

/** A module that makes functions of the templates of a folder, given the helpers. */
function compiled(folder, helpers) {
  const files = readdirSync(folder).filter((file) => file.endsWith(".hbs"));
  const templates = files.map((file) => file.slice(0, -".hbs".length)).sort();
  const entries = templates.map((name) => {
    const code = compile(join(folder, `${name}.hbs`), { helpers, templates });
    return `    ${JSON.stringify(name)}: (root, c0) =>\n      ${code},\n`;
  });
  const code = `  const templates = {\n${entries.join("")}  };\n  return templates;\n`;
  return `export default (helpers) => {\n${code}};\n`;
}

function compile(path, known) {
  try {
    return compileTemplate(readFileSync(path, "utf8"), known);
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  }
}
