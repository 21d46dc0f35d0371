import { type PagesEntry, pointerSegments, valueAt } from "@sdkwright/runtime/config";
import type { SourceIssue } from "../../diagnostics/source.js";
import type { ImportExtension } from "../../io/paths.js";
import { type Progress, timeFor } from "../../io/progress.js";
import type { Api } from "../../openapi/api.js";
import type { ApiPages } from "../../openapi/pages.js";
import { unresolvedMessage } from "../../openapi/reading.js";
import type { LoadedProject, LoadedProvider } from "../../project/project.js";
import { callsFile, operationsFile, operationsModelFile } from "../names.js";
import type { GeneratedFile } from "../render.js";
import { callNameOf, unnamedIn } from "./call-names.js";
import { printCalls } from "./calls-module.js";
import { documentedRules, keysOf, type OperationKeys } from "./keys.js";
import { isJson, isJsonLines } from "../../openapi/media-types.js";
import { operationsModel, printOperationsModel } from "./model-of-operations.js";
import { ModuleSchemas, typedContents } from "./module-schemas.js";
import { pagesEntries, providerPages } from "./operation-pages.js";
import { type ModuleParts, operationTypes, printModule, schemaTypes } from "./operations-module.js";
import { type WireFormat, wireFormat } from "./wire-format.js";
import { withOpenOperations } from "./wire-security.js";

/** A provider whose definition names a document. */
interface DocumentedProvider extends LoadedProvider {
  readonly api: Api;
}

/** What a provider's document comes to: parts of a module, and notes on what no type says. */
export interface ProviderOperations extends ModuleParts {
  readonly keys: OperationKeys["keys"];
  readonly wires: WireFormat["operations"];
  readonly pages: ApiPages;
  /** The `pages` of the definition module. */
  readonly pagesEntries: readonly PagesEntry[];
  readonly issues: readonly SourceIssue[];
}

export function operationsOf({ api: read, ...provider }: DocumentedProvider): ProviderOperations {
  const { definition, json } = provider;
  const api = withOpenOperations(read, definition);
  const schemas = new ModuleSchemas(definition, api, json.openEnums === true);
  const { keys, issues: ofKeys } = keysOf(api, definition);
  const wire = wireFormat({ ...provider, api }, schemas.schemas);
  const { pages, issues: ofPages } = providerPages(api, definition);
  return {
    provider: definition.name,
    api,
    definition,
    operations: operationTypes(api, definition, schemas, keys, pages),
    schemas: schemaTypes(schemas),
    types: schemas.schemas.parts,
    wires: wire.operations,
    pages,
    pagesEntries: pagesEntries(definition, pages),
    keys,
    issues: [...issuesOf(api, schemas), ...wire.issues, ...ofKeys, ...ofPages],
  };
}

/** What is to be told about the documents of a project, and their modules, which are printed when they are asked for. */
export function operationsOfAll(
  { providers, importExtension }: Pick<LoadedProject, "providers" | "importExtension">,
  progress: Progress,
): {
  readonly issues: readonly SourceIssue[];
  /** Data that definitions bring along of them, by provider. */
  readonly brought: ReadonlyMap<string, Pick<LoadedProvider, "wires" | "keys" | "pages" | "lists">>;
  readonly print: () => readonly GeneratedFile[];
} {
  const made = providers.filter(isDocumented).map((provider, index, { length }) => {
    progress.step(
      `making types of ${provider.definition.name} (${index + 1} of ${length})`,
      timeFor(provider.api.document.source.text, 120),
    );
    return operationsOf(provider);
  });
  for (const each of made) spendOnWires(each);
  return {
    issues: made.flatMap(({ issues }) => issues),
    brought: new Map(
      made.map(({ provider, wires, keys, pagesEntries: pages, pages: lists }) => [
        provider,
        { wires, keys: documentedRules(keys), pages, lists },
      ]),
    ),
    print: () =>
      made.flatMap((parts) => {
        progress.step(`printing types of ${parts.provider}`, timeFor(parts.api.document.source.text, 70));
        return operationsFiles(parts, importExtension);
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
      what: `the operations of provider ${JSON.stringify(provider)} send too many fields in other forms than JSON`,
      hint: "choose the operations that you call",
      source: api.document.source,
      pointer: "",
    }));
  }
}

/** A document without operations makes no module: its provider stays untyped. */
function isStream(mediaType: string): boolean {
  return mediaType === "text/event-stream" || isJsonLines(mediaType);
}

function isDocumented(provider: LoadedProvider): provider is DocumentedProvider {
  return provider.api !== undefined && provider.api.operations.length > 0;
}

/** The files of a provider's operations: types and functions for callers, and beside them what `diff` compares. */
export function operationsFiles(
  parts: ProviderOperations,
  importExtension: ImportExtension = ".js",
): readonly GeneratedFile[] {
  return [
    { path: operationsFile(parts.provider), text: printModule(parts) },
    { path: callsFile(parts.provider), text: printCalls(parts, importExtension) },
    { path: operationsModelFile(parts.provider), text: modelText(parts) },
  ];
}

/** What `diff` compares of a provider, as the text of its file; `undefined` where it would have none. */
export function operationsModelText(provider: LoadedProvider): string | undefined {
  if (!isDocumented(provider)) return undefined;
  return modelText(operationsOf(provider));
}

function modelText(parts: ProviderOperations): string {
  return printOperationsModel(operationsModel(parts, parts.wires), parts.api.document.source.file);
}

function issuesOf(api: Api, { schemas, nameNotes }: ModuleSchemas): readonly SourceIssue[] {
  const { document, operations } = api;
  const note = (code: SourceIssue["code"], pointer: string, message: string): SourceIssue => ({
    code,
    severity: "note",
    message,
    ...document.placeOf(pointer),
  });
  const unsaid = schemas.notes.map(({ pointer, what, message }) => {
    const reference = pointer.endsWith("/$ref") ? valueAt(document.root, pointerSegments(pointer)) : undefined;
    if (typeof reference === "string")
      return note("SW1602", pointer, `${unresolvedMessage(document, reference)}; the type is unknown`);
    const silence = "this says nothing about the type, so it is unknown";
    const said = what === "" ? silence : `no type can express ${what}; the emitted type allows more`;
    return note("SW1620", pointer, message ?? said);
  });
  // What could not be read has been told already.
  const streams = operations
    .flatMap(({ answers }) => answers.flatMap(({ contents }) => contents))
    .filter(({ mediaType, itemSchema }) => isStream(mediaType) && itemSchema === undefined);
  const missing = operations
    .map(typedContents)
    .flatMap(({ typed, read }) => [...typed, ...read])
    .concat(streams)
    .filter(({ schema, isUnread }) => schema === undefined && isUnread !== true)
    .map(({ pointer, mediaType }) =>
      note("SW1620", pointer, `a ${isJson(mediaType) ? "JSON " : ""}body without a schema may be anything`),
    );
  const named = nameNotes.map(({ pointer, name, wanted }): SourceIssue => {
    const message = `this is ${name} in code, because another part of the document would also be ${wanted}`;
    return { ...note("SW1621", pointer, message), target: "key" };
  });
  const unnamed = unnamedIn(api).map((each) => {
    const message = `the named call of this is ${callNameOf(each, api)}, because another id of the document has the same words`;
    return note("SW1621", `${each.pointer}/operationId`, message);
  });
  return [...unsaid, ...missing, ...named, ...unnamed];
}
