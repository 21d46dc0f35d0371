/** One import declaration. */
export interface ImportModel {
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
export type LocalNames = ReadonlyMap<string, string>;

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
