// The walk is a judge, so it is judged: of 100 random edits of a module it has to notice every one.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5.9";
import { programOf } from "./compare.mjs";
import { differences } from "./walk.mjs";

export const EDITS = 100;

/** The edits of a module below `folder` that the walk does not notice. */
export function unnoticed(folder, name, operationsName, { of = "src/generated/operations", seed = 1 } = {}) {
  const file = `${of}/${name}.ts`;
  const text = readFileSync(join(folder, file), "utf8");
  const random = randomFrom(seed);
  const edits = Array.from({ length: EDITS }, () => edited(text, random));
  const files = edits.map(({ code }, index) => {
    const path = `${of}/${name}.edit-${index}.ts`;
    writeFileSync(join(folder, path), code);
    return path;
  });
  const program = programOf(folder, [file, ...files]);
  const checker = program.getTypeChecker();
  const operations = (path) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(folder, path)));
    return checker.getDeclaredTypeOfSymbol(
      checker.getExportsOfModule(module).find((each) => each.name === operationsName),
    );
  };
  const original = operations(file);
  const missed = edits.filter(
    (_, index) => differences(checker, operations(files[index]), original, "answer").length === 0,
  );
  for (const path of files) rmSync(join(folder, path));
  return missed;
}

/** A module with one property gone, renamed, or of another kind. */
export function edited(text, random) {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2022, true);
  const places = [];
  const visit = (node) => {
    if (ts.isPropertySignature(node)) places.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (;;) {
    const node = places[Math.floor(random() * places.length)];
    const edit = editOf(node, text, random);
    if (edit === undefined) continue;
    const [start, end, replacement] = edit;
    return {
      what: `${replacement} for ${text.slice(start, end)}`,
      code: text.slice(0, start) + replacement + text.slice(end),
    };
  }
}

function editOf(node, text, random) {
  const name = node.name.getText();
  const [start, end] = [node.getStart(), node.getEnd()];
  switch (Math.floor(random() * 4)) {
    case 0:
      return [start, end, ""];
    case 1:
      return [node.name.getStart(), node.name.getEnd(), `"${name.replaceAll('"', "")}_"`];
    case 2:
      return node.questionToken
        ? [node.questionToken.getStart(), node.questionToken.getEnd(), ""]
        : [node.name.getEnd(), node.name.getEnd(), "?"];
    default:
      return edgeOf(node.type, text);
  }
}

/** Another leaf in place of the first that the type has. */
function edgeOf(type) {
  if (type.kind === ts.SyntaxKind.StringKeyword) return [type.getStart(), type.getEnd(), "number"];
  if (type.kind === ts.SyntaxKind.NumberKeyword) return [type.getStart(), type.getEnd(), "string"];
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return [type.getStart(), type.getEnd(), "string"];
  if (ts.isArrayTypeNode(type)) return [type.getStart(), type.getEnd(), type.elementType.getText()];
  if (ts.isUnionTypeNode(type)) return edgeOf(type.types[0]);
  return undefined;
}

/** Mulberry32. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
