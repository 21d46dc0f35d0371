// Makes an expression of a template. Handlebars reads it; its runtime, which would take the place of the expression, takes
// twenty milliseconds to load. What a template cannot say is an error with its line, so that nothing is left out in silence.
import Handlebars from "handlebars";

/**
 * @param {string} source a template
 * @param {{ helpers: object, templates: readonly string[] }} known what it may call and include, by name
 * @returns {string} an expression for its text, of `helpers`, `templates`, `root` (the module) and `c0` (its context)
 */
export function compileTemplate(source, known) {
  return program(Handlebars.parse(source), { ...known, level: 0 });
}

/** The text of a block; within `level` blocks that have a context of their own, the context is `c<level>`. */
function program(block, scope) {
  const parts = (block?.body ?? []).map((node) => (STATEMENTS[node.type] ?? refuse(node, node.type))(node, scope));
  const printed = parts.filter((part) => part !== '""');
  return printed.length === 0 ? '""' : `(${printed.join(" + ")})`;
}

const STATEMENTS = {
  CommentStatement: () => '""',
  ContentStatement: ({ value }) => JSON.stringify(value),
  /** Every value goes through a helper, which quotes it. */
  MustacheStatement: (node, scope) => {
    const name = node.path.original;
    if (node.params.length === 0) refuse(node, `{{${name}}} without a helper`);
    if (!Object.hasOwn(scope.helpers, name)) refuse(node, `{{${name} …}}`);
    return `helpers.${name}(${[...expressions(node, scope), "root"].join(", ")})`;
  },
  BlockStatement: (node, scope) => {
    const name = node.path.original;
    if (!Object.hasOwn(BLOCKS, name)) refuse(node, `{{#${name}}}`);
    if (node.program.blockParams) refuse(node, `{{#${name} … as |…|}}`);
    return BLOCKS[name](node, scope);
  },
  PartialStatement: (node, scope) => {
    const name = node.name.original;
    if (!scope.templates.includes(name)) refuse(node, `{{> ${name}}}`);
    if (node.params.length > 1) refuse(node, `{{> ${name}}} with several contexts`);
    const [context = `c${scope.level}`] = expressions(node, scope);
    const text = `templates[${JSON.stringify(name)}](root, ${context})`;
    return node.indent === "" ? text : `helpers.indented(${JSON.stringify(node.indent)}, ${text})`;
  },
};

const BLOCKS = {
  if: (node, scope) => choice(node, scope, node.program, node.inverse),
  unless: (node, scope) => choice(node, scope, node.inverse, node.program),
  each: (node, scope) => {
    if (node.inverse) refuse(node, "{{else}} in {{#each}}");
    const inner = { ...scope, level: scope.level + 1 };
    return `helpers.each(${only(node, scope)}, (c${inner.level}) => ${program(node.program, inner)})`;
  },
  fit: (node, scope) => {
    if (node.inverse || node.params.length > 0) refuse(node, "{{#fit}} with more than its text");
    return `helpers.fit(${program(node.program, scope)})`;
  },
};

function choice(node, scope, then, otherwise) {
  return `(helpers.isTrue(${only(node, scope)}) ? ${program(then, scope)} : ${program(otherwise, scope)})`;
}

/** The one thing that a block is about. */
function only(node, scope) {
  if (node.params.length !== 1) refuse(node, `{{#${node.path.original}}} of ${node.params.length} values`);
  return expressions(node, scope)[0];
}

function expressions(node, scope) {
  if (node.hash) refuse(node, "name=value");
  return node.params.map((param) => expression(param, scope));
}

/** A name of the context, of one around it with `../`, or a literal. */
function expression(node, { level }) {
  if (node.type !== "PathExpression") return JSON.stringify(node.value ?? refuse(node, node.type));
  if (node.data || node.depth > level) refuse(node, node.original);
  return [`c${level - node.depth}`, ...node.parts.map((part) => `[${JSON.stringify(part)}]`)].join("");
}

/** @returns {never} */
function refuse(node, what) {
  throw new Error(`line ${node.loc.start.line}: templates cannot say ${what}`);
}
