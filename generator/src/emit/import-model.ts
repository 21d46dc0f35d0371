import type { ProviderDefinition, SecurityScheme } from "@sdkwright/runtime/config";
import type { ImportExtension } from "../io/paths.js";

/** One import declaration. */
interface ImportModel {
  readonly from: string;
  /** `import name from …`; empty where names are imported. */
  readonly defaultName: string;
  /** `import type { … }`, because none of the names is a value. */
  readonly typesOnly: boolean;
  readonly names: readonly ImportedName[];
}

export interface ImportedName {
  readonly name: string;
  readonly local: string;
  readonly isAliased: boolean;
  /** Marked with `type` among values. */
  readonly isMarkedType: boolean;
}

/** A name that a module wants to import. */
export interface ImportRequest {
  readonly from: string;
  readonly name: string;
  /** The longer name that it takes where the short one is not free. */
  readonly wholeName: string;
  readonly isType: boolean;
  /** The module's default export; `name` is only what it is called here. */
  readonly isDefault?: boolean | undefined;
}

/** Local names by the names that a module exports; a default export is `default`. */
type LocalNames = ReadonlyMap<string, string>;

/** The import declarations of a module. */
export interface Imports {
  /** In the order of the requests, values before types within each. */
  readonly declarations: readonly ImportModel[];
  /** By module. */
  readonly locals: ReadonlyMap<string, LocalNames>;
  /** Of several modules together, of which no two export one name. */
  readonly namesFrom: (modules: readonly string[]) => LocalNames;
}

/** Gives each import its local name; one that two want, or that the module declares itself, is aliased by whole name. */
export function importsOf(requests: readonly ImportRequest[], declared: ReadonlySet<string>): Imports {
  const wanted = new Map<string, number>();
  for (const { name } of requests) wanted.set(name, (wanted.get(name) ?? 0) + 1);
  const modules = new Map<string, ImportedName[]>();
  for (const { from, name, wholeName, isType, isDefault } of requests) {
    const isAliased = wanted.get(name) !== 1 || declared.has(name);
    const local = isAliased ? wholeName : name;
    const names = modules.get(from) ?? [];
    // One map may be that of several providers.
    if (isDefault === true && names.some(({ name }) => name === "default")) continue;
    names.push({ name: isDefault === true ? "default" : name, local, isAliased, isMarkedType: isType });
    modules.set(from, names);
  }
  const locals = new Map(Array.from(modules, ([from, names]) => [from, localNames(names)]));
  return {
    declarations: Array.from(modules, ([from, names]) => importModel(from, names)),
    locals,
    namesFrom: (froms) => new Map(froms.flatMap((from) => [...(locals.get(from) ?? [])])),
  };
}

/** Requests for names of the runtime; their whole names start with `Runtime`. */
export function runtimeImports(
  from: string,
  { values, types }: { readonly values: readonly string[]; readonly types: readonly string[] },
): readonly ImportRequest[] {
  const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  return [
    ...values.map((name) => ({ from, name, wholeName: `runtime${upper(name)}`, isType: false })),
    ...[...new Set(types)].sort().map((name) => ({ from, name, wholeName: `Runtime${name}`, isType: true })),
  ];
}

function importModel(from: string, names: readonly ImportedName[]): ImportModel {
  const byDefault = names.find(({ name }) => name === "default");
  const typesOnly = names.every(({ isMarkedType }) => isMarkedType);
  const valuesFirst = [...names].sort((a, b) => Number(a.isMarkedType) - Number(b.isMarkedType));
  return {
    from,
    defaultName: byDefault?.local ?? "",
    typesOnly,
    names: typesOnly ? names.map((name) => ({ ...name, isMarkedType: false })) : valuesFirst,
  };
}

function localNames(names: readonly ImportedName[]): LocalNames {
  return new Map(names.map(({ name, local }) => [name, local]));
}

/** What a module calls a name that it imports. */
export type LocalName = (from: string, name: string) => string;

export function localNameIn({ locals }: Imports): LocalName {
  return (from, name) => locals.get(from)?.get(name) ?? name;
}

/** How one emitted file imports another: `./providers/acme-pay.js` from `client.ts`. */
export function importPath(from: string, to: string, extension: ImportExtension): string {
  return relativePath(from.split("/").slice(0, -1), to).replace(/\.ts$/, extension);
}

/** How `client.ts` imports a map module; both paths are relative to the project root. */
export function mapImportPath(outputFolder: string, file: string, extension: ImportExtension): string {
  const from = outputFolder.split("/").filter((segment) => segment !== "" && segment !== ".");
  const path = relativePath(from, file);
  if (extension === ".ts") return path;
  return path.replace(/\.ts$/, extension).replace(/\.mts$/, ".mjs");
}

function relativePath(folder: readonly string[], file: string): string {
  const to = file.split("/");
  let shared = 0;
  while (shared < folder.length && shared < to.length - 1 && folder[shared] === to[shared]) shared += 1;
  const up = "../".repeat(folder.length - shared);
  return `${up === "" ? "./" : up}${to.slice(shared).join("/")}`;
}

/** What every emitted module starts with. */
export interface ModuleModel {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  /** The inputs that the module is made from, for its first line. */
  readonly origin: ModuleOrigin;
  readonly imports: readonly ImportModel[];
  /** Local names of what is imported from the runtime, by their names there. */
  readonly runtimeNames: LocalNames;
}

export interface ModuleOrigin {
  readonly files: string;
  readonly areSeveral: boolean;
}

/** Names the inputs of a module. */
export function originOf(...files: readonly string[]): ModuleOrigin {
  return { files: files.join(" and "), areSeveral: files.length > 1 };
}

/** Code that only some kinds of schemes need: a module brings it along by a door of its own. */
export type RuntimePart = "oauth2" | "signature";

export const RUNTIME_PARTS: readonly RuntimePart[] = ["oauth2", "signature"];

/** The parts that a definition's schemes need, in one order. */
export function runtimeParts({ securitySchemes }: ProviderDefinition): readonly RuntimePart[] {
  const types = new Set(Object.values<SecurityScheme>(securitySchemes).map(({ type }) => type));
  return RUNTIME_PARTS.filter((part) => types.has(part));
}

/** The door of a part, which exports it by its name. */
export function partDoor(part: RuntimePart): string {
  return `@sdkwright/runtime/generated/${part}`;
}

export function partImports(parts: readonly RuntimePart[]): readonly ImportRequest[] {
  return parts.flatMap((part) => runtimeImports(partDoor(part), { values: [part], types: [] }));
}
