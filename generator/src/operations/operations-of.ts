import type { SourceIssue } from "../diagnostics/source.js";
import { operationsFile, operationsModelFile } from "../names/operation-names.js";
import type { Api, Content, Operation } from "../openapi/api.js";
import { unresolvedMessage } from "../openapi/unresolved.js";
import type { LoadedProvider } from "../project/project.js";
import { valueAt, pointerSegments } from "@sdkwright/runtime/config";
import { isJson } from "./media-types.js";
import { operationsModel, printOperationsModel, type Wires } from "./model-of-operations.js";
import { ModuleSchemas } from "./module-schemas.js";
import { wireFormat, type WireFormat } from "./wire-format.js";
import { operationTypes, printModule, schemaTypes, type ModuleParts } from "./operations-module.js";

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
export function operationsOfAll(providers: readonly LoadedProvider[]): {
  readonly issues: readonly SourceIssue[];
  /** What goes over the wire otherwise, by provider. */
  readonly wires: ReadonlyMap<string, WireFormat["operations"]>;
  readonly print: () => readonly OperationsFile[];
} {
  const made = providers.filter(isDocumented).map(operationsOf);
  return {
    issues: made.flatMap(({ issues }) => issues),
    wires: new Map(made.map(({ provider, wires }) => [provider, wires])),
    print: () => made.flatMap((parts) => operationsFiles(parts, parts.wires)),
  };
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
  const { provider, api } = parts;
  const model = printOperationsModel(operationsModel(parts, wire), api.document.source.file);
  return [
    { path: operationsFile(provider), text: printModule(parts) },
    { path: operationsModelFile(provider), text: model },
  ];
}

function issuesOf({ document, operations }: Api, { schemas, nameNotes }: ModuleSchemas): readonly SourceIssue[] {
  const unsaid = schemas.notes.map(({ pointer, what }): SourceIssue => {
    const reference = pointer.endsWith("/$ref") ? valueAt(document.root, pointerSegments(pointer)) : undefined;
    const place = document.placeOf(pointer);
    if (typeof reference !== "string")
      return { code: "SW1620", severity: "note", message: unsaidMessage(what), ...place };
    return {
      code: "SW1602",
      severity: "note",
      message: `${unresolvedMessage(document, reference)}; the type is unknown`,
      ...place,
    };
  });
  const missing = operations.flatMap(bodiesWithoutSchema).map(({ pointer }): SourceIssue => {
    const message = "a JSON body without a schema may be anything";
    return { code: "SW1620", severity: "note", message, ...document.placeOf(pointer) };
  });
  const named = nameNotes.map(({ pointer, name, wanted }): SourceIssue => {
    const message = `this is ${name} in code: another part of the document is ${wanted} already`;
    return { code: "SW1621", severity: "note", message, ...document.placeOf(pointer), target: "key" };
  });
  return [...unsaid, ...missing, ...named];
}

/** What could not be read has been told already: it has no place of its own. */
function bodiesWithoutSchema({ bodies, answers }: Operation): readonly Content[] {
  const contents = [...bodies, ...answers.flatMap((answer) => answer.contents)];
  return contents.filter(
    ({ schema, mediaType, pointer }) => schema === undefined && isJson(mediaType) && pointer.includes("/content/"),
  );
}

function unsaidMessage(what: string): string {
  if (what === "") return "this says nothing of a type: it is unknown";
  return `no type can say ${what}; the emitted type allows more`;
}
