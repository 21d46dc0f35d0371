// ajv as an oracle: on random schemas and values we agree, but for what we tolerate.
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import type { JsonObject } from "@sdkwright/runtime/config";
import { check } from "@sdkwright/runtime/validate";
import { checkedSchema } from "#generator/schema/checked-schema.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { schemasOf, values, type RandomSchema } from "./random-schemas.js";
import { runs } from "../../effort.js";

const test = suite("validation beside ajv");

const OPTIONS = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  ownProperties: true,
  multipleOfPrecision: 9,
};
const SEED = 20_261_122;

for (const draft of ["draft-07", "2020-12"] as const) {
  const isValid = (schema: RandomSchema, value: unknown): boolean => {
    const ajv = draft === "draft-07" ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
    return ajv.compile(schema)(value);
  };

  test(`${draft}: what ajv allows holds; what it refuses does not, but where properties or branches are tolerated`, () => {
    let refused = 0;
    let tolerated = 0;
    const property = fc.property(
      schemasOf(draft),
      fc.array(values, { minLength: 3, maxLength: 3 }),
      (schema, several) => {
        for (const value of several) {
          const allowed = isValid(schema, value);
          const holds = check(schema, value).length === 0;
          if (allowed) assert.ok(holds, "ajv allows it");
          else if (holds) assert.ok(isTolerant(schema), "ajv refuses it");
          refused += Number(!holds);
          tolerated += Number(!allowed && holds);
          assert.is(check(emitted(schema), value).length === 0, holds, "as it is emitted");
        }
      },
    );
    fc.assert(property, { numRuns: runs(600, 100), seed: SEED });
    assert.ok(refused > runs(600, 100) / 4, `${refused} refused, ${tolerated} tolerated`);
  });
}

function emitted(schema: RandomSchema): RandomSchema {
  return typeof schema === "boolean" ? schema : checkedSchema(schema as JsonObject);
}

function isTolerant(schema: RandomSchema): boolean {
  return /"additionalProperties":false|"oneOf"/.test(JSON.stringify(schema));
}

test.run();
