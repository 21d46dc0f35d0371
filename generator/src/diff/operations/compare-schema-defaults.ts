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
  const senders = Object.entries(next.operations).map(([key, entry]) => [key, namesSent(entry, sides)] as const);
  return kept(base.schemas, next.schemas).flatMap(([name, from, to]) => {
    const ways = differing(from.defaults, to.defaults).filter((way) => hasProperty(from, way) && hasProperty(to, way));
    if (ways.length === 0) return [];
    const leading = sides.next.leadingTo([name]);
    const operations = senders.filter(([, names]) => names.some((each) => leading.has(each))).map(([key]) => key);
    return ways.map((way) => {
      const sentence = `the default of ${quoted(way)} of ${quoted(name)} of provider ${quoted(provider)} changed`;
      const at = [...pointerSegments(schemaPointer(name, to)), ...schemaSteps(way.split(".")), "default"];
      return { ...behavioural(sentence, inDocument(provider, at)), concerns: { provider, operations } };
    });
  });
}

/** Of a property that is new its default is nothing new; a mention is enough to say so. */
function hasProperty(entry: SchemaEntry, way: string): boolean {
  return textOf(entry).includes(way.slice(way.lastIndexOf(".") + 1));
}

/** The schemas that requests of an operation name. */
function namesSent({ options, bodies = {} }: OperationEntry, { next }: Sides): readonly string[] {
  return [options, ...Object.values(bodies)].flatMap((text) => next.names(text));
}
