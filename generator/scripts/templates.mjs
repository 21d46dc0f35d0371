// Compiles templates/*.hbs into generator/dist/render/compiled-templates.js, so that the package only has to run them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Handlebars from "handlebars";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const templates = join(root, "templates");
const output = join(root, "generator", "dist", "render");
const { templateHelpers } = await import(pathToFileURL(join(output, "template-helpers.js")).href);

/** Handlebars tells every helper where it was called: five objects a call that nobody reads. */
const PLACE = /,"loc":\{"start":\{"line":\d+,"column":\d+\},"end":\{"line":\d+,"column":\d+\}\}/g;

const unused = { with: false, log: false, lookup: false, helperMissing: false, blockHelperMissing: false };
const knownHelpers = {
  ...unused,
  ...Object.fromEntries(Object.keys(templateHelpers).map((name) => [name, true])),
};

/** Refuses a template that prints a value as it is: every value goes through a helper, which quotes it. */
class EveryValueIsQuoted extends Handlebars.Visitor {
  MustacheStatement(mustache) {
    const name = mustache.path.original;
    if (knownHelpers[name] === true && mustache.params.length > 0) return;
    throw new Error(`line ${mustache.loc.start.line}: {{${name}}} needs a helper`);
  }
}

const entries = readdirSync(templates)
  .filter((file) => file.endsWith(".hbs"))
  .sort()
  .map((file) => `  ${JSON.stringify(file.slice(0, -".hbs".length))}: ${compile(file)},\n`);

writeFileSync(join(output, "compiled-templates.js"), `export default {\n${entries.join("")}};\n`);

/** @returns {string} the template as JavaScript code */
function compile(file) {
  const options = { noEscape: true, strict: true, preventIndent: true, knownHelpersOnly: true, knownHelpers };
  try {
    const tree = Handlebars.parse(readFileSync(join(templates, file), "utf8"));
    new EveryValueIsQuoted().accept(tree);
    const code = /** @type {string} */ (/** @type {unknown} */ (Handlebars.precompile(tree, options)));
    return code.replaceAll(PLACE, "");
  } catch (error) {
    throw new Error(`templates/${file}: ${error.message}`, { cause: error });
  }
}
