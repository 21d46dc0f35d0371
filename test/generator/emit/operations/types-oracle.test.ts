import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isLong } from "../../../effort.js";
import { root } from "../../../tree.js";
import { emit } from "./documents.js";

/** What openapi-typescript makes of our own documents, recorded by `test/oracles/types/run.mjs --record`. */
const test = suite("types of operations, as openapi-typescript has them");

interface Difference {
  readonly operation: string;
  readonly part: string;
  readonly path: string;
  readonly what: string;
  readonly rule?: string;
}

/** The walk of `npm run test:oracles`, which is JavaScript. */
interface Judge {
  readonly programOf: (folder: string, files: readonly string[]) => object;
  readonly compareOperations: (
    program: object,
    modules: { readonly ours: string; readonly operationsName: string; readonly theirs: string },
  ) => { readonly found: readonly Difference[]; readonly pairs: number };
  readonly factsOf: (document: object) => object;
  readonly ruleOf: (difference: Difference, facts: object) => string | undefined;
  readonly knownOf: (file: string, difference: Difference) => string | undefined;
  readonly unnoticed: (folder: string, name: string, operationsName: string, options: object) => readonly object[];
}

const record = JSON.parse(readFileSync(join(root, "test/vectors/types.json"), "utf8")) as { [path: string]: string };
const folder = join(root, ".build/types-oracle");
const judge = await loaded();
const cases = Object.entries(record).map(([path, theirs], at) => ({ path, theirs, name: `case-${at}` }));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { path, theirs, name } of cases) {
  writeFileSync(join(folder, `${name}.ts`), emit(readFileSync(join(root, path), "utf8"))?.module ?? "");
  writeFileSync(join(folder, `${name}-theirs.ts`), theirs);
}
const files = cases.flatMap(({ name }) => [`${name}.ts`, `${name}-theirs.ts`]);
const program = judge.programOf(folder, files);

for (const { path, name } of cases) {
  test(path, () => {
    const document = JSON.parse(readFileSync(join(root, path), "utf8")) as object;
    const facts = judge.factsOf(document);
    const { found, pairs } = judge.compareOperations(program, {
      ours: join(folder, `${name}.ts`),
      operationsName: "AcmePayOperations",
      theirs: join(folder, `${name}-theirs.ts`),
    });
    assert.ok(pairs > 0);
    assert.equal(
      found.filter((each) => (judge.ruleOf(each, facts) ?? judge.knownOf(path, each)) === undefined),
      [],
    );
  });
}

// `npm run test:oracles` has it for every document.
if (isLong)
  test("the walk notices each of 100 random edits", () => {
    const edited = cases.find(({ path }) => path.includes("operations-schemas"));
    assert.equal(judge.unnoticed(folder, edited?.name ?? "", "AcmePayOperations", { of: "." }), []);
  });

async function loaded(): Promise<Judge> {
  const modules = ["compare", "rules", "known", "self-test"].map(
    (name) => import(pathToFileURL(join(root, `test/oracles/types/${name}.mjs`)).href) as Promise<Partial<Judge>>,
  );
  return Object.assign({}, ...(await Promise.all(modules))) as Judge;
}

test.run();
