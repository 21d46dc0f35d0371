import { own, type OperationWire } from "@sdkwright/runtime/config";
import type { OperationEntry, OperationsModel } from "../../operations/operations-model.js";

type Operations = OperationsModel["operations"];

/** A HEAD that says nothing of its own goes over the wire like its GET (rules §2.11); models of older versions have such. */
export function withHeads(model: OperationsModel): OperationsModel {
  const operations = Object.entries(model.operations).map(([key, entry]): readonly [string, OperationEntry] => {
    return [key, { ...entry, wire: entry.wire ?? getOf(key, model.operations)?.wire ?? {} }];
  });
  return { ...model, operations: Object.fromEntries(operations) };
}

/** How a HEAD goes where it is not documented; `undefined` for what is none, or has no GET. */
export function wireWithout(key: string, operations: Operations): OperationWire | undefined {
  const get = getOf(key, operations);
  return get && (get.wire ?? {});
}

function getOf(key: string, operations: Operations): OperationEntry | undefined {
  return key.startsWith("HEAD ") ? own(operations, `GET ${key.slice("HEAD ".length)}`) : undefined;
}
