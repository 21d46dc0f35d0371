// Compares the operations of two modules, ours and the other one: answers, errors, bodies and parameters.
import { join } from "node:path";
import ts from "typescript-5.9";
import { differences } from "./walk.mjs";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];
const JSON_TYPE = /^(?:\*\/\*|application\/(?:[\w.+-]+\+)?json)(?:;|$)/i;
/** Left out of our types on purpose: the runtime sets them. */
const OWN_HEADERS = /^(?:accept|content-type|authorization|cookie)$/i;

/** Checks both files as one program. */
export function programOf(folder, files) {
  return ts.createProgram({
    rootNames: files.map((file) => join(folder, file)),
    options: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
      types: [],
    },
  });
}

/** All differences of a document's operations, `{ operation, part, path, what, rule? }`, and how many pairs were looked at. */
export function compareOperations(program, { ours, operationsName, theirs }) {
  const checker = program.getTypeChecker();
  const mine = exported(checker, program.getSourceFile(ours), operationsName);
  const paths = exported(checker, program.getSourceFile(theirs), "paths");
  const found = [];
  let pairs = 0;
  for (const path of names(checker, paths)) {
    for (const method of METHODS) {
      const operation = at(checker, paths, path, method);
      if (operation === undefined || isNothing(operation)) continue;
      const own = at(checker, mine, method, path);
      const label = `${method.toUpperCase()} ${path}`;
      const note = (part) => (difference) => found.push({ operation: label, part, ...difference });
      if (own === undefined) {
        note("operation")({ path: "/", what: "is missing" });
        continue;
      }
      for (const { part, left, right, direction, hasContent } of partsOf(checker, own, operation, note)) {
        pairs += 1;
        differences(checker, left, right, direction).forEach((each) => note(part)({ ...each, hasContent }));
      }
    }
  }
  return { found, pairs };
}

function* partsOf(checker, own, operation, note) {
  yield* answersOf(checker, own, operation, note);
  const options = at(checker, own, "options");
  const body = at(checker, operation, "requestBody");
  const content = body && !isNothing(body) ? at(checker, notUndefined(checker, body), "content") : undefined;
  const theirs = content && jsonOf(checker, content);
  const ours = optionOf(checker, options, "json");
  if (theirs !== undefined && ours !== undefined) {
    // Ours is the union of several.
    if (theirs.length === 1) yield { part: "json", left: ours, right: theirs[0], direction: "request" };
  } else if ((theirs === undefined) !== (ours === undefined)) {
    note("json")({ path: "/", what: ours === undefined ? "is missing" : "theirs does not have it" });
  }
  yield* parametersOf(checker, options, operation, note);
}

function* answersOf(checker, own, operation, note) {
  const responses = at(checker, operation, "responses");
  const documented = new Map(
    ["answers", "errors"].flatMap((kind) => {
      const record = at(checker, own, kind);
      return record === undefined ? [] : names(checker, record).map((name) => [name, at(checker, record, name)]);
    }),
  );
  for (const status of names(checker, responses)) {
    const content = at(checker, at(checker, responses, status), "content");
    const ours =
      documented.get(status.toUpperCase() === status ? status : status.toUpperCase()) ?? documented.get(status);
    if (ours === undefined) {
      note(status)({ path: "/", what: "the status is missing" });
      continue;
    }
    const bodies = content === undefined || isNothing(content) ? undefined : jsonOf(checker, content);
    if (bodies === undefined) {
      const isEmpty = (ours.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) !== 0;
      if (!isEmpty) note(status)({ path: "/", what: `${checker.typeToString(ours)}, theirs has no JSON` });
      continue;
    }
    if (bodies.length === 1) yield { part: status, left: ours, right: bodies[0], direction: "answer" };
  }
}

function* parametersOf(checker, options, operation, note) {
  const parameters = at(checker, operation, "parameters");
  if (parameters === undefined) return;
  for (const [place, option] of [
    ["path", "params"],
    ["query", "query"],
    ["header", "headers"],
  ]) {
    const declared = at(checker, parameters, place);
    const theirs = declared && !isNothing(declared) ? notUndefined(checker, declared) : undefined;
    const given = optionOf(checker, options, option);
    const ours = given && notUndefined(checker, given);
    if (theirs === undefined) continue;
    for (const symbol of checker.getPropertiesOfType(theirs)) {
      if (place === "header" && OWN_HEADERS.test(symbol.name)) continue;
      const own = ours && checker.getPropertyOfType(ours, symbol.name);
      const part = `${option}.${symbol.name}`;
      const rule = /^(?:x-)?idempotency-key$/i.test(symbol.name) ? "idempotencyKey" : undefined;
      if (own === undefined) {
        note(part)({ path: "/", what: "is missing", rule });
        continue;
      }
      const [isOptional, isTheirs] = [own, symbol].map(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0);
      if (isOptional !== isTheirs) note(part)({ path: "/", what: isOptional ? "is optional" : "is required", rule });
      const [left, right] = [own, symbol].map((each) => checker.getTypeOfSymbol(each));
      // Theirs is text where the parameter has `content`.
      const hasContent = (notUndefined(checker, right).flags & ts.TypeFlags.String) !== 0;
      yield { part, left, right, direction: "request", hasContent };
    }
  }
}

/** The type of an option, whichever member of a union of bodies has it; `undefined` where none has. */
function optionOf(checker, options, name) {
  for (const member of options?.isUnion() ? options.types : [options]) {
    const symbol = member && checker.getPropertyOfType(member, name);
    if (symbol === undefined) continue;
    const type = checker.getTypeOfSymbol(symbol);
    if (!isNothing(type)) return type;
  }
  return undefined;
}

/** JSON bodies among contents; `undefined` where there is none. */
function jsonOf(checker, content) {
  const types = names(checker, content).filter((name) => JSON_TYPE.test(name));
  return types.length === 0 ? undefined : types.map((name) => at(checker, content, name));
}

function at(checker, type, ...way) {
  let current = type;
  for (const name of way) {
    const symbol = current && checker.getPropertyOfType(current, name);
    current = symbol && checker.getTypeOfSymbol(symbol);
  }
  return current;
}

function names(checker, type) {
  return type === undefined ? [] : checker.getPropertiesOfType(type).map(({ name }) => name);
}

function notUndefined(checker, type) {
  return checker.getNonNullableType(type);
}

function isNothing({ flags }) {
  return (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) !== 0;
}

function exported(checker, file, name) {
  const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(file)).find((each) => each.name === name);
  if (symbol === undefined) throw new Error(`${file.fileName} has no ${name}`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}
