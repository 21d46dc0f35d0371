import type { Program, Symbol as TsSymbol, Type, TypeChecker } from "typescript-5.9";
import { fresh, propertyType, reads } from "../reads.js";
import { literals, propertiesOf } from "../values.js";
import { typescript as ts } from "../typescript.js";

/** Code that calls every operation of a provider with all that it takes, reads all that it answers, and names its types. */
export function callersOfOperations(program: Program, module: string): string {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(module);
  const symbol = file && checker.getSymbolAtLocation(file);
  const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol);
  const all = exported.find(({ name }) => name === "AcmeOperations");
  const schemas = exported.filter((each) => !isOperation(checker, each) && each !== all).map(({ name }) => name);
  const calls = (all === undefined ? [] : propertiesOf(checker, checker.getDeclaredTypeOfSymbol(all))).flatMap(
    (method) =>
      propertiesOf(checker, method.type).flatMap(({ name, type }) => operationUse(checker, method.name, name, type)),
  );
  return [
    'import { createAcme } from "./generated/providers/acme.js";',
    ...(schemas.length === 0 ? [] : [`import type { ${schemas.join(", ")} } from "./generated/operations/acme.js";`]),
    `export type Types = [${schemas.join(", ")}];`,
    "declare function take<T>(value: T): void;",
    "const pay = createAcme();",
    ...calls,
    "export {};",
  ].join("\n");
}

function isOperation(checker: TypeChecker, symbol: TsSymbol): boolean {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return ["options", "answers", "errors"].every((name) => checker.getPropertyOfType(type, name) !== undefined);
}

function operationUse(checker: TypeChecker, method: string, path: string, operation: Type): string[] {
  const of = (name: string) => propertyType(checker, operation, name) ?? checker.getAnyType();
  const given = literals(checker, of("options"));
  const call = (options: string) => `pay.${method}(${JSON.stringify(path)}, ${options})`;
  const least = given[0] ?? "{}";
  return [
    ...given.map((options) => `void ${call(options)};`),
    ...answerUse(checker, of("answers"), call(least)),
    ...propertiesOf(checker, of("errors")).flatMap(({ name, type }, _, errors) =>
      statusesOf(
        name,
        errors.map((error) => error.name),
      ).flatMap((status) => {
        const handling = `${least === "{  }" ? "{" : `${least.slice(0, -1)},`} handle: [${status}] }`;
        return errorUse(checker, status, type, {
          call: call(handling),
          bodies: bodiesOf(checker, of("answers")),
          sure: sureOf(checker, of("answers")),
        });
      }),
    ),
  ];
}

/** A call that handles an error, and what it reads otherwise where that is one thing. */
interface Handling {
  readonly call: string;
  readonly bodies: readonly Type[];
  /** What stands behind `.json()` where an answer may have no body. */
  readonly sure: string;
}

function sureOf(checker: TypeChecker, answers: Type): string {
  return propertiesOf(checker, answers).some(({ type }) => isNothing(type)) ? "!" : "";
}

function bodiesOf(checker: TypeChecker, answers: Type): readonly Type[] {
  const bodies = propertiesOf(checker, answers)
    .map(({ type }) => type)
    .filter((type) => !isNothing(type));
  return bodies.length === 1 ? bodies : [];
}

/** By status, and all of them at once. */
function answerUse(checker: TypeChecker, answers: Type, call: string): string[] {
  const statuses = propertiesOf(checker, answers);
  const [body] = bodiesOf(checker, answers);
  const answer = fresh();
  const cases = statuses.map(({ name, type }) =>
    [`case ${name}: {`, ...(isNothing(type) ? [] : reads(checker, type, `await ${answer}.json()`)), "break;", "}"].join(
      "\n",
    ),
  );
  const rest = fresh();
  return [
    `const ${answer} = await ${call};`,
    ...(statuses.length === 0
      ? []
      : [
          `switch (${answer}.status) {`,
          ...cases,
          `default: { const ${rest}: never = ${answer}${statuses.length === 1 ? ".status" : ""}; void ${rest}; }`,
          "}",
        ]),
    ...(body === undefined ? [] : reads(checker, body, `(await ${call}.json())${sureOf(checker, answers)}`)),
  ];
}

function errorUse(checker: TypeChecker, status: string, type: Type, { call, bodies, sure }: Handling): string[] {
  const [body] = bodies;
  if (isNothing(type)) return body === undefined ? [] : reads(checker, body, `(await ${call}.json())${sure}`);
  const answer = fresh();
  return [
    `const ${answer} = await ${call};`,
    `if (${answer}.status === ${status}) {`,
    ...reads(checker, type, `await ${answer}.json()`),
    "}",
  ];
}

/** The statuses that a key of `errors` stands for: of a range and the default, those that an edit may add too. */
function statusesOf(key: string, all: readonly string[]): readonly string[] {
  if (/^\d+$/.test(key)) return [key];
  const free = ["404", "409", "418"].filter((status) => !all.includes(status));
  return key === "4XX" ? free : all.includes("4XX") ? ["599"] : ["599", ...free];
}

function isNothing({ flags }: Type): boolean {
  return (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) !== 0;
}
