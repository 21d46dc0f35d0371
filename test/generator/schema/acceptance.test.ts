import { Ajv2020 } from "ajv/dist/2020.js";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { schemaTypes } from "#generator/emit/schema-types.js";
import { imagined, programOf } from "../../long/equivalence/judge.js";
import { Random } from "../../long/equivalence/random.js";
import { typescript as ts } from "../../long/equivalence/typescript.js";
import { randomSchema, type Json, type Schema } from "./random-schemas.js";
import { randomValue } from "./random-values.js";
import { asDraft07, asRead } from "./schema-dialects.js";
import { firstSeed, runs } from "../../effort.js";

const test = suite("values that a schema allows");

const COUNT = runs(5000);
const SEED = firstSeed;
const file = join(imagined, "values.ts");

/** Values of a random schema that the validator accepts. */
interface Sample {
  readonly schema: Schema;
  readonly values: readonly Json[];
}

function sampleOf(seed: number): Sample {
  const random = new Random(seed);
  const schema = randomSchema(random);
  const validate = new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(asRead(schema));
  const values = Array.from({ length: 24 }, () => randomValue(random, schema, schema));
  const distinct = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  return { schema, values: distinct.filter((value) => validate(value)) };
}

/** The narrowest type of a value. */
function typeOf(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(typeOf).join(", ")}]`;
  const properties = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${typeOf(item)}`);
  return `{ ${properties.join("; ")} }`;
}

/** Lines of a module, each with what it is about. */
type Line = readonly [text: string, about: string];

async function linesOf({ schema, values }: Sample, seed: number): Promise<readonly Line[]> {
  const dialects: readonly (readonly [string, Schema])[] = [
    ["L", schema],
    ["D", asDraft07(schema)],
  ];
  const lines: Line[] = [];
  for (const [dialect, each] of dialects) {
    const typeName = `T${seed}${dialect}Q`;
    const about = `seed ${seed}: ${JSON.stringify(each)}`;
    const code = await schemaTypes({ typeName, schema: each, description: "T." });
    lines.push(...code.split("\n").map((text): Line => [text, `${about}\n${code}`]));
    for (const [at, value] of values.entries()) {
      const name = `v${seed}${dialect}${at}`;
      const text = `declare const ${name}: ${typeOf(value)}; export const ${name}c: ${typeName} = ${name};`;
      lines.push([text, `${about}\n${code}\n${JSON.stringify(value)}`]);
    }
  }
  return lines;
}

test("12.15: what a validator accepts, the emitted type accepts, in the words of 2020-12 and of draft-07", async () => {
  const samples = Array.from({ length: COUNT }, (_, at) => sampleOf(SEED + at));
  const lines = (await Promise.all(samples.map((sample, at) => linesOf(sample, SEED + at)))).flat();
  assert.ok(samples.filter(({ values }) => values.length > 0).length > COUNT * 0.7, "most schemas have values");
  const program = programOf(new Map([[file, lines.map(([text]) => text).join("\n")]]));
  const source = program.getSourceFile(file);
  const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  const wrong = diagnostics.map(({ start = 0, messageText }) => {
    const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${lines[line]?.[1] ?? ""}\n${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  assert.is(wrong.length, 0, `${wrong.length} wrong, for instance\n${wrong.slice(0, 3).join("\n\n")}`);
});

test.run();
