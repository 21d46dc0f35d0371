// Compiles templates/*.hbs into generator/dist/render/compiled-templates.js. Handlebars reads them; what comes out are
// plain functions, because its runtime takes twenty milliseconds to load and several times as long for each module.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Handlebars from "handlebars";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const templates = join(root, "templates");
const output = join(root, "generator", "dist", "render");
const { templateHelpers } = await import(pathToFileURL(join(output, "template-helpers.js")).href);

const files = readdirSync(templates).filter((file) => file.endsWith(".hbs"));
const names = files.map((file) => file.slice(0, -".hbs".length)).sort();
/** @returns {string} an expression for the template's text, of `root`, the module, and `c0`, the template's context */
function compile(file) {
  try {
    return program(Handlebars.parse(readFileSync(join(templates, file), "utf8")), 0);
  } catch (error) {
    throw new Error(`templates/${file}: ${error.message}`, { cause: error });
  }
}

/** The text of a block; within `level` blocks that have a context of their own, the context is `c<level>`. */
function program(block, level) {
  const parts = (block?.body ?? []).map((node) => STATEMENTS[node.type]?.(node, level) ?? refuse(node, node.type));
  const printed = parts.filter((part) => part !== '""');
  return printed.length === 0 ? '""' : `(${printed.join(" + ")})`;
}

const STATEMENTS = {
  CommentStatement: () => '""',
  ContentStatement: ({ value }) => JSON.stringify(value),
  /** Every value goes through a helper, which quotes it. */
  MustacheStatement: (node, level) => {
    if (node.params.length === 0) refuse(node, `{{${node.path.original}}} without a helper`);
    return call(node, level);
  },
  BlockStatement: (node, level) => {
    const block = BLOCKS[node.path.original] ?? refuse(node, `{{#${node.path.original}}}`);
    return block(node.params.map((param) => expression(param, level)).join(), node, level);
  },
  PartialStatement: (node, level) => {
    if (!names.includes(node.name.original)) refuse(node, `{{> ${node.name.original}}}`);
    const context = node.params.length === 0 ? `c${level}` : expression(node.params[0], level);
    return `${JSON.stringify(node.indent)} + templates[${JSON.stringify(node.name.original)}](root, ${context})`;
  },
};

const BLOCKS = {
  if: (value, { program: then, inverse }, level) =>
    `(helpers.isTrue(${value}) ? ${program(then, level)} : ${program(inverse, level)})`,
  unless: (value, { program: then, inverse }, level) =>
    `(helpers.isTrue(${value}) ? ${program(inverse, level)} : ${program(then, level)})`,
  each: (value, node, level) => {
    if (node.inverse) refuse(node, "{{else}} in {{#each}}");
    return `helpers.each(${value}, (c${level + 1}) => ${program(node.program, level + 1)})`;
  },
  fit: (_, node, level) => `helpers.fit(${program(node.program, level)})`,
};

function call(node, level) {
  const name = node.path.original;
  if (!Object.hasOwn(templateHelpers, name)) refuse(node, `{{${name} …}}`);
  return `helpers.${name}(${[...node.params.map((param) => expression(param, level)), "root"].join(", ")})`;
}

/** A name of the context, of one around it with `../`, or a literal. */
function expression(node, level) {
  if (node.type !== "PathExpression") return JSON.stringify(node.value ?? refuse(node, node.type));
  if (node.data || node.depth > level) refuse(node, node.original);
  return [`c${level - node.depth}`, ...node.parts.map((part) => `[${JSON.stringify(part)}]`)].join("");
}

/** @returns {never} */
function refuse(node, what) {
  throw new Error(`line ${node.loc.start.line}: templates cannot say ${what}`);
}

const entries = names.map((name) => `    ${JSON.stringify(name)}: (root, c0) =>\n      ${compile(`${name}.hbs`)},\n`);
const code = `  const templates = {\n${entries.join("")}  };\n  return templates;\n`;
writeFileSync(join(output, "compiled-templates.js"), `export default (helpers) => {\n${code}};\n`);
