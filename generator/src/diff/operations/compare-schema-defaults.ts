import { pointerSegments } from "@sdkwright/runtime/config";
import {
  schemaPointer,
  type OperationEntry,
  type OperationsModel,
  type SchemaEntry,
} from "../../operations/operations-model.js";
import { behavioural, quoted, type Change } from "../change.js";
import { schemaSteps } from "../compare-type.js";
import { kept } from "./compare-texts.js";
import { differing } from "./compare-wire.js";
import { inDocument } from "./part.js";
import { textOf } from "./side.js";
import type { Sides } from "./sides.js";

/** What requests mean that leave a property out. */
export function compareSchemaDefaults(
  provider: string,
  base: OperationsModel,
  next: OperationsModel,
  sides: Sides,
): Change[] {
  return kept(base.schemas, next.schemas).flatMap(([name, from, to]) =>
    differing(from.defaults, to.defaults)
      .filter((way) => hasProperty(from, way) && hasProperty(to, way))
      .map((way) => {
        const sentence = `the default of ${quoted(way)} of ${quoted(name)} of provider ${quoted(provider)} changed`;
        const at = [...pointerSegments(schemaPointer(name, to)), ...schemaSteps(way.split(".")), "default"];
        const users = Object.entries(next.operations).filter(([, entry]) => sends(entry, name, sides));
        const operations = users.map(([key]) => key);
        return { ...behavioural(sentence, inDocument(provider, at)), concerns: { provider, operations } };
      }),
  );
}

/** Of a property that is new its default is nothing new; a mention is enough to say so. */
function hasProperty(entry: SchemaEntry, way: string): boolean {
  return textOf(entry).includes(way.slice(way.lastIndexOf(".") + 1));
}

function sends({ options, bodies = {} }: OperationEntry, schema: string, { next }: Sides): boolean {
  return [options, ...Object.values(bodies)].some((text) => next.leadsTo(text, schema));
}
