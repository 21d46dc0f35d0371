import { pointerSegments, valueAt } from "@sdkwright/runtime/config";
import type { SourceIssue } from "../../diagnostics/source.js";
import { type Progress, timeFor } from "../../io/progress.js";
import type { Api, Content, Operation } from "../../openapi/api.js";
import { unresolvedMessage } from "../../openapi/reading.js";
import type { LoadedProvider } from "../../project/project.js";
import { operationsFile, operationsModelFile } from "../names.js";
import { bodyKind, isJson } from "./media-types.js";
import { operationsModel, printOperationsModel, type Wires } from "./model-of-operations.js";
import { ModuleSchemas } from "./module-schemas.js";
import { type ModuleParts, operationTypes, printModule, schemaTypes } from "./operations-module.js";
import { type WireFormat, wireFormat } from "./wire-format.js";

/** A provider whose definition names a document. */
export interface DocumentedProvider extends LoadedProvider {
  readonly api: Api;
}

/** What a provider's document comes to: parts of a module, and notes on what no type says. */
export interface ProviderOperations extends ModuleParts {
  readonly wires: WireFormat["operations"];
  readonly issues: readonly SourceIssue[];
}

export function operationsOf(provider: DocumentedProvider): ProviderOperations {
  const { api, definition } = provider;
  const schemas = new ModuleSchemas(definition.name, api);
  const wire = wireFormat(provider, schemas.schemas);
  return {
    provider: definition.name,
    api,
    operations: operationTypes(api, definition, schemas),
    schemas: schemaTypes(schemas),
    types: schemas.schemas.parts,
    wires: wire.operations,
    issues: [...issuesOf(api, schemas), ...wire.issues],
  };
}

/** What is to be told about the documents of a project, and their modules, which are printed when they are asked for. */
export function operationsOfAll(
  providers: readonly LoadedProvider[],
  progress: Progress,
): {
  readonly issues: readonly SourceIssue[];
  /** What goes over the wire otherwise, by provider. */
  readonly wires: ReadonlyMap<string, WireFormat["operations"]>;
  readonly print: () => readonly OperationsFile[];
} {
  const made = providers.filter(isDocumented).map((provider, index, { length }) => {
    progress.step(
      `making types of ${provider.definition.name} (${index + 1} of ${length})`,
      timeFor(textOf(provider), 120),
    );
    return operationsOf(provider);
  });
  for (const each of made) spendOnWires(each);
  return {
    issues: made.flatMap(({ issues }) => issues),
    wires: new Map(made.map(({ provider, wires }) => [provider, wires])),
    print: () =>
      made.flatMap((parts) => {
        progress.step(`printing types of ${parts.provider}`, timeFor(textOf(parts), 70));
        return operationsFiles(parts, parts.wires);
      }),
  };
}

/** Each operation of many may write each field of many otherwise. */
function spendOnWires({ api, wires, provider }: ProviderOperations): void {
  const lengths = new Map<unknown, number>();
  for (const part of Object.values(wires).flatMap((wire) => Object.values(wire))) {
    // Operations share what they refer to.
    const length = lengths.get(part) ?? JSON.stringify(part).length;
    lengths.set(part, length);
    api.budget.spend(length, () => ({
      what: `the operations of provider ${JSON.stringify(provider)} write too many fields otherwise than as JSON`,
      hint: "choose the operations that you call",
      source: api.document.source,
      pointer: "",
    }));
  }
}

function textOf({ api }: Pick<DocumentedProvider, "api">): string {
  return api.document.source.text;
}

/** A document without operations makes no module: its provider stays untyped. */
function isDocumented(provider: LoadedProvider): provider is DocumentedProvider {
  return provider.api !== undefined && provider.api.operations.length > 0;
}

/** A file to be emitted. */
export interface OperationsFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a provider's operations: types for callers, and beside them what `diff` compares. */
export function operationsFiles(parts: ModuleParts, wire: Wires): readonly OperationsFile[] {
  const { provider } = parts;
  return [
    { path: operationsFile(provider), text: printModule(parts) },
    { path: operationsModelFile(provider), text: modelText(parts, wire) },
  ];
}

/** What `diff` compares of a provider, as the text of its file; `undefined` where it would have none. */
export function operationsModelText(provider: LoadedProvider): string | undefined {
  if (!isDocumented(provider)) return undefined;
  const parts = operationsOf(provider);
  return modelText(parts, parts.wires);
}

function modelText(parts: ModuleParts, wire: Wires): string {
  return printOperationsModel(operationsModel(parts, wire), parts.api.document.source.file);
}

function issuesOf({ document, operations }: Api, { schemas, nameNotes }: ModuleSchemas): readonly SourceIssue[] {
  const unsaid = schemas.notes.map(({ pointer, what, message }): SourceIssue => {
    const reference = pointer.endsWith("/$ref") ? valueAt(document.root, pointerSegments(pointer)) : undefined;
    const place = document.placeOf(pointer);
    if (typeof reference !== "string")
      return { code: "SW1620", severity: "note", message: message ?? unsaidMessage(what), ...place };
    return {
      code: "SW1602",
      severity: "note",
      message: `${unresolvedMessage(document, reference)}; the type is unknown`,
      ...place,
    };
  });
  const missing = operations.flatMap(bodiesWithoutSchema).map(({ pointer, mediaType }): SourceIssue => {
    const message = `a ${isJson(mediaType) ? "JSON " : ""}body without a schema may be anything`;
    return { code: "SW1620", severity: "note", message, ...document.placeOf(pointer) };
  });
  const named = nameNotes.map(({ pointer, name, wanted }): SourceIssue => {
    const message = `this is ${name} in code: another part of the document is ${wanted} already`;
    return { code: "SW1621", severity: "note", message, ...document.placeOf(pointer), target: "key" };
  });
  return [...unsaid, ...missing, ...named];
}

/** What could not be read has been told already. */
function bodiesWithoutSchema({ bodies, answers }: Operation): readonly Content[] {
  const typed = bodies.filter(({ mediaType }) => bodyKind(mediaType) !== "body");
  const read = answers.flatMap(({ contents }) => contents.filter(({ mediaType }) => isJson(mediaType)));
  return [...typed, ...read].filter(({ schema, isUnread }) => schema === undefined && isUnread !== true);
}

function unsaidMessage(what: string): string {
  if (what === "") return "this says nothing of a type: it is unknown";
  return `no type can say ${what}; the emitted type allows more`;
}
