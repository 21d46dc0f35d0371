import type { ClientConfig, Paths } from "@sdkwright/runtime/config";
import type { ImportExtension } from "../io/paths.js";
import type { LoadedProvider } from "../project/project.js";
import { type Call, callOf, simplestOperation } from "./example-call.js";
import { type Import, importPath, type ModuleModel } from "./import-model.js";
import { operationsFile, operationsName, pascalCase, providerFile } from "./names.js";
import { exampleScheme, providerExample } from "./provider-example.js";
import { type ProviderModel, providerModel } from "./provider-model.js";
import { commentText } from "./quoting.js";

/** What is emitted of a provider. */
export interface ProviderModule {
  readonly provider: ProviderModel;
  /** `providers/<provider>.ts`: everything that callers use. */
  readonly module: ModuleModel;
  /** `providers/<provider>.definition.ts`: the data that is bound. */
  readonly definitionModule: ModuleModel;
  /** `providers/<provider>.pages.ts`: how lists go on; absent where that is said in a line. */
  readonly pagesModule?: ModuleModel | undefined;
}

const ENTRY_POINT = "@sdkwright/runtime/generated";

export function providerModule(
  loaded: LoadedProvider,
  client: { readonly file: string; readonly config: ClientConfig } | undefined,
  importExtension: ImportExtension,
): ProviderModule {
  const plain = providerModel(loaded, client?.config);
  const { name, names, wires, emptyAnswers, hasDocumentedKeys } = plain;
  const [path, definitionPath] = [providerFile(name), providerFile(name, ".definition.ts")];
  const from = (to: string) => importPath(path, to, importExtension);
  // A provider cannot be called so that another name meets that of its operations.
  const operations = providerType(from(operationsFile(name)), operationsName(name));
  const pagesModule = pagesModuleOf(plain, loaded);
  const provider: ProviderModel = {
    ...plain,
    operations: (loaded.api?.operations.length ?? 0) > 0 && operations,
    ...(pagesModule !== undefined && {
      pages: [],
      pagesPath: importPath(definitionPath, pagesModule.path, importExtension),
    }),
  };
  const definition = providerValue(from(definitionPath), names.definition);
  const configured = providerValue(from(definitionPath), names.configured);
  // client.json is among the inputs if it supplies something, a document if its operations differ on the wire.
  const isOther = hasDocumentedKeys || wires.length + emptyAnswers.length + provider.pages.length > 0;
  const isDocumented = isOther && loaded.api !== undefined;
  const document = isDocumented ? [loaded.api.document.source.file] : [];
  const origin = [loaded.file, ...document, ...(provider.isConfigured && client !== undefined ? [client.file] : [])];
  const data: readonly string[] = [names.definition, names.configured];
  return {
    provider,
    module: {
      path,
      template: "provider-module",
      origin,
      entryPoint: provider.usesDigest ? `${ENTRY_POINT}/digest` : ENTRY_POINT,
      imports: [definition, configured, operations],
      declared: Object.values<string>({ ...names }).filter((each) => !data.includes(each)),
      view: () => {
        const example = providerExample(provider, exampleCall(loaded, provider));
        return {
          provider: { ...provider, ...securitySentences(provider), bound: { definition, configured }, example },
        };
      },
    },
    definitionModule: {
      path: definitionPath,
      template: "provider-definition-module",
      origin,
      entryPoint: ENTRY_POINT,
      imports: [],
      declared: data,
      view: () => ({ provider }),
    },
    pagesModule,
  };
}

/** A rule with this much text is said where the definition is: what is loaded at the start stays small. */
const MOST_INLINE = 300;

function pagesModuleOf(
  { name, pages }: ProviderModel,
  { file, definition, api }: LoadedProvider,
): ModuleModel | undefined {
  if (pages.length === 0 || (pages.length === 1 && JSON.stringify(pages).length <= MOST_INLINE)) return undefined;
  const declared = pages.filter((entry) => Array.isArray(definition.pages) && definition.pages.includes(entry));
  const found = pages.filter((entry) => !declared.includes(entry));
  const entries = found.map(({ of, ...rule }) => ({
    ...rule,
    of: nested(of.map((key) => key.replace("GET ", "")).sort()),
  }));
  const document = api === undefined || found.length === 0 ? [] : [api.document.source.file];
  return {
    path: providerFile(name, ".pages.ts"),
    template: "provider-pages-module",
    origin: [file, ...document],
    entryPoint: ENTRY_POINT,
    imports: [],
    declared: ["pages"],
    view: () => ({ name, entries: [...declared, ...entries] }),
    needsFormat: true,
  };
}

/** Paths that are alike for longer are beside each other. */
const DEEPEST = 8;

/** Sorted paths, those that begin alike below their beginning. */
function nested(paths: readonly string[], depth = 0): Paths {
  if (depth === DEEPEST) return paths;
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const [beginning = ""] = /^\/[^/]*/.exec(path) ?? [];
    groups.set(beginning, [...(groups.get(beginning) ?? []), path.slice(beginning.length)]);
  }
  return Array.from(groups, ([beginning, ends]): Paths[number] => {
    const [end, ...others] = nested(ends, depth + 1);
    if (others.length > 0 || end === undefined) return { [beginning]: [end ?? "", ...others] };
    if (typeof end === "string") return beginning + end;
    const [[middle, below] = ["", []]] = Object.entries(end);
    return { [beginning + middle]: below };
  });
}

/** A call of the client that the documentation comment creates; absent without a document. */
function exampleCall({ api, json, definition, lists }: LoadedProvider, provider: ProviderModel): Call | undefined {
  const filled = provider.filledNames.map((name) => ({ name }));
  const scheme = exampleScheme(provider)?.id;
  const defaults = {
    definition: { ...json, parameters: [...(json.parameters ?? []), ...filled] },
    security: definition.security ?? [],
    unsaid: scheme === undefined ? undefined : [scheme],
    pages: lists,
  };
  const operation = provider.operations === false ? undefined : simplestOperation(api?.operations ?? [], defaults);
  return operation && callOf("client", operation, defaults);
}

/** A type of a provider's module. */
export function providerType(from: string, name: string): Import {
  return { from, name, wholeName: `Provider${name}`, isType: true };
}

/** Data of a provider's definition module. */
export function providerValue(from: string, name: string): Import {
  return { from, name, wholeName: `provider${pascalCase(name)}`, isType: false };
}

/** What comments say of the default security. */
function securitySentences({ security, demandedSchemes }: ProviderModel) {
  const schemes = listed(security);
  return {
    securitySentence: `Schemes for requests that name none${security.length === 0 ? "" : `; default ${schemes}, \`[]\` for none`}.`,
    defaultSentence: `Requests use ${schemes} by default: pass credentials of ${listed(demandedSchemes)}, or another default (\`[]\` for none).`,
  };
}

function listed(ids: readonly string[]): string {
  return ids.map((id) => `\`${commentText(id)}\``).join(" and ");
}
