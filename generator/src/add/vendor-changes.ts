import { normalizeProvider, type ProviderJson } from "@sdkwright/runtime/config";
import { bySeverity } from "../diff/compare.js";
import type { Change } from "../diff/change.js";
import { Effort } from "../diff/effort.js";
import { compareOperations } from "../diff/operations/compare-operations.js";
import type { Api } from "../openapi/api.js";
import { operationsModelText } from "../operations/operations-of.js";
import type { OperationsModel } from "../operations/operations-model.js";
import type { LoadedProvider } from "../project/project.js";
import { publicProvider } from "../surface/build-public-model.js";
import { readOperations } from "../surface/read-operations.js";

/** What a vendor's new document changes for callers of a definition, as `diff` judges it; the most severe first. */
export function vendorChanges(file: string, json: ProviderJson, before: Api, after: Api): readonly Change[] {
  const definition = normalizeProvider(json);
  const [base, next] = [
    { file, json, definition, api: before },
    { file, json, definition, api: after },
  ];
  const providers = { base: publicProvider(base), next: publicProvider(next) };
  return bySeverity(compareOperations(definition.name, modelOf(base), modelOf(next), providers, new Effort()));
}

const NOTHING: OperationsModel = { operations: {}, schemas: {} };

/** By the text that would be emitted: so nothing is decided twice. */
function modelOf(provider: LoadedProvider): OperationsModel {
  const text = operationsModelText(provider);
  return (text === undefined ? undefined : readOperations(text)) ?? NOTHING;
}
