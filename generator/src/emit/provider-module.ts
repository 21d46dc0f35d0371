import type { ClientConfig } from "@sdkwright/runtime/config";
import type { ImportExtension } from "../io/paths.js";
import type { LoadedProvider } from "../project/project.js";
import { type Call, callOf, simplestOperation } from "./example-call.js";
import {
  importPath,
  type ImportRequest,
  importsOf,
  type ModuleModel,
  type ModuleOrigin,
  originOf,
  partDoor,
  partImports,
  runtimeImports,
} from "./import-model.js";
import { operationsFile, operationsName, pascalCase, providerDefinitionFile, providerFile } from "./names.js";
import { type ProviderModel, providerModel, type SchemeModel } from "./provider-model.js";

/** `providers/<provider>.ts`: everything that callers use. */
export interface ProviderModule extends ModuleModel {
  readonly provider: ProviderModel;
  /** Local names of what is imported from the definition's module. */
  readonly bound: { readonly definition: string; readonly configured: string };
  /** The call that its documentation comment shows; absent without a document. */
  readonly exampleCall: Call | undefined;
  readonly definitionModule: ProviderDefinitionModule;
}

/** `providers/<provider>.definition.ts`: the data that is bound. */
export interface ProviderDefinitionModule extends ModuleModel {
  readonly provider: ProviderModel;
}

/** What a module of one provider is made from. */
export interface ProviderSubject {
  readonly loaded: LoadedProvider;
  readonly client?: { readonly file: string; readonly config: ClientConfig } | undefined;
  readonly importExtension: ImportExtension;
}

export function providerModule(subject: ProviderSubject): ProviderModule {
  const operations = hasOperations(subject.loaded) ? operationsName(subject.loaded.definition.name) : "";
  const provider = { ...providerModel(subject.loaded, subject.client?.config), operations };
  const path = providerFile(provider.name);
  const definitionModule = providerDefinitionModule(provider, originOfProvider(subject, provider));
  const from = importPath(path, definitionModule.path, subject.importExtension);
  const door = `@sdkwright/runtime/generated${provider.usesDigest ? "/digest" : ""}`;
  const wanted = [
    ...runtimeImports(door, { values: ["bindProvider"], types: moduleTypes(provider) }),
    ...partImports(provider.parts),
    ...definitionImports(provider, from),
    ...operationsImports(provider, importPath(path, operationsFile(provider.name), subject.importExtension)),
  ];
  const imports = importsOf(wanted, new Set(exportedNames(provider)));
  const local = (name: string) => imports.locals.get(from)?.get(name) ?? name;
  return {
    path,
    origin: definitionModule.origin,
    imports: imports.declarations,
    runtimeNames: imports.namesFrom([door, ...provider.parts.map(partDoor)]),
    provider,
    bound: { definition: local(provider.names.definition), configured: local(provider.names.configured) },
    exampleCall: exampleCall(subject.loaded, provider),
    definitionModule,
  };
}

/** A call of the client that the documentation comment creates. */
function exampleCall({ api, json, definition }: LoadedProvider, provider: ProviderModel): Call | undefined {
  const filled = provider.filledNames.map((name) => ({ name }));
  const scheme = exampleScheme(provider)?.id;
  const defaults = {
    definition: { ...json, parameters: [...(json.parameters ?? []), ...filled] },
    security: definition.security ?? [],
    unsaid: scheme === undefined ? undefined : [scheme],
  };
  const operation = provider.operations === "" ? undefined : simplestOperation(api?.operations ?? [], defaults);
  return operation && callOf("client", operation, defaults);
}

/** The scheme that an example names where there is no default: one that client.json supplies, otherwise the first. */
export function exampleScheme({ schemes, security }: ProviderModel): SchemeModel | undefined {
  return security.length > 0 ? undefined : (schemes.find(({ isConfigured }) => isConfigured) ?? schemes[0]);
}

/** client.json is among the inputs where it supplies something, a document where its operations differ on the wire. */
function originOfProvider({ loaded, client }: ProviderSubject, provider: ProviderModel): ModuleOrigin {
  const { isConfigured, wires, emptyAnswers } = provider;
  const document =
    wires.length + emptyAnswers.length > 0 && loaded.api !== undefined ? [loaded.api.document.source.file] : [];
  return originOf(loaded.file, ...document, ...(isConfigured && client !== undefined ? [client.file] : []));
}

function providerDefinitionModule(provider: ProviderModel, origin: ModuleOrigin): ProviderDefinitionModule {
  const hasWires = provider.wires.length > 0;
  const door = `@sdkwright/runtime/generated${hasWires ? "/operations" : ""}`;
  const { definition, configured } = provider.names;
  const imports = importsOf(
    runtimeImports(door, { values: hasWires ? ["operations"] : [], types: DEFINITION_TYPES }),
    new Set([definition, configured]),
  );
  return {
    path: providerDefinitionFile(provider.name),
    origin,
    imports: imports.declarations,
    runtimeNames: imports.locals.get(door) ?? new Map(),
    provider,
  };
}

/** The definition, and what client.json supplies where it supplies something. */
export function definitionImports({ names, isConfigured }: ProviderModel, from: string): readonly ImportRequest[] {
  const value = (name: string) => ({ from, name, wholeName: `provider${pascalCase(name)}`, isType: false });
  return [value(names.definition), ...(isConfigured ? [value(names.configured)] : [])];
}

/** The types of its operations; a provider cannot be called so that another name meets theirs. */
function operationsImports({ operations }: ProviderModel, from: string): readonly ImportRequest[] {
  return operations === "" ? [] : [{ from, name: operations, wholeName: `Provider${operations}`, isType: true }];
}

function hasOperations({ api }: LoadedProvider): boolean {
  return api !== undefined && api.operations.length > 0;
}

/** Everything that `providers/<provider>.ts` declares, whatever of it the provider has. */
export function exportedNames({ names }: ProviderModel): readonly string[] {
  const data = new Set([names.definition, names.configured]);
  return Object.values<string>({ ...names }).filter((name) => !data.has(name));
}

function moduleTypes(provider: ProviderModel): readonly string[] {
  return [
    ...declarationTypes(provider),
    "ProviderOptions",
    ...(provider.schemes.length > 0 ? ["CredentialsFromCode", "OneOrMany"] : []),
  ];
}

/** The runtime's types that the declarations of a provider's types use, its options apart. */
export function declarationTypes({
  schemes,
  scopedSchemes,
  hasReferences,
  operations,
}: ProviderModel): readonly string[] {
  const credentials = schemes.map(({ credentials }) => credentials);
  const client = operations === "" ? "ProviderClient" : "OperationClient";
  return [
    ...credentials,
    ...(hasReferences ? ["Defaulted"] : []),
    ...(scopedSchemes.length > 0 ? ["WithScopes"] : []),
    client,
  ];
}

/** The runtime's types that a definition uses. */
export const DEFINITION_TYPES: readonly string[] = ["ProviderDefinition"];
