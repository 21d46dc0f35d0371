import type { ProviderDefinition, SecurityScheme } from "@sdkwright/runtime/config";
import type { ImportExtension } from "../io/paths.js";

/** A module to be emitted: its template prints the view, and it imports what the template names. */
export interface ModuleModel {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  /**
   * `templates/<template>.hbs`: `provider-module` makes `providers/<name>.ts`, `provider-definition-module` its
   * `.definition.ts`, `provider-pages-module` its `.pages.ts`; `profile-module`, `profile-definition-module` and `profile-schemas-module` make those of
   * `profiles/<name>`; `client-module` makes `client.ts`, `index-module` `index.ts`. Modules of operations have none: they
   * are printed by `operations/print-type.ts`.
   */
  readonly template:
    | `${"provider" | "profile"}-${"" | "definition-"}module`
    | "profile-schemas-module"
    | "provider-pages-module"
    | "client-module"
    | "index-module";
  /** The inputs that it is made from, for its first line. */
  readonly origin: readonly string[];
  /** The entry point of the runtime that its names come from. */
  readonly entryPoint: string;
  /** Everything that it may import from other modules, in order. */
  readonly imports: readonly Import[];
  /** Names that it declares, whatever of them it has. */
  readonly declared: readonly string[];
  readonly view: () => object | Promise<object>;
  /** The template alone cannot lay it out. */
  readonly needsFormat?: boolean;
}

/** A name that a module can import. */
export interface Import {
  readonly from: string;
  readonly name: string;
  /** The longer name that it takes if the short one is not free. */
  readonly wholeName: string;
  readonly isType: boolean;
  /** The module's default export; `name` is only what it is called here. */
  readonly isDefault?: boolean | undefined;
}

/** One import declaration. */
interface ImportModel {
  readonly from: string;
  /** `import name from …`; empty if names are imported. */
  readonly defaultName: string;
  /** `import type { … }`, because none of the names is a value. */
  readonly typesOnly: boolean;
  readonly names: readonly ImportedName[];
}

export interface ImportedName {
  readonly name: string;
  readonly local: string;
  /** Marked with `type` among values. */
  readonly isMarkedType: boolean;
}

/** Code that only some kinds of schemes need: a module brings it along from an entry point of its own. */
const PART_ENTRY_POINTS = {
  digest: "@sdkwright/runtime/generated/digest",
  oauth2: "@sdkwright/runtime/generated/oauth2",
  signature: "@sdkwright/runtime/generated/signature",
};

export type RuntimePart = "oauth2" | "signature";

/** The parts that a definition's schemes need, in one order. */
export function runtimeParts({ securitySchemes }: ProviderDefinition): readonly RuntimePart[] {
  const types = new Set(Object.values<SecurityScheme>(securitySchemes).map(({ type }) => type));
  return (["oauth2", "signature"] as const).filter((part) => types.has(part));
}

/** What a module calls the names that it imports; what its template asks for is imported. */
export class ModuleNames {
  /** Names that two imports want. */
  readonly meeting: Set<string> = new Set();
  readonly #module: Pick<ModuleModel, "entryPoint" | "imports" | "declared">;
  readonly #aliased: ReadonlySet<string>;
  readonly #used = new Map<string, { readonly wanted: Import; readonly local: string }>();
  readonly #taken: Set<string>;

  /** Names that are `aliased` have whole names here. */
  constructor(
    module: Pick<ModuleModel, "entryPoint" | "imports" | "declared">,
    aliased: ReadonlySet<string> = new Set(),
  ) {
    this.#module = module;
    this.#aliased = aliased;
    this.#taken = new Set(module.declared);
  }

  runtime(name: string): string {
    const { entryPoint } = this.#module;
    const from = Object.hasOwn(PART_ENTRY_POINTS, name)
      ? PART_ENTRY_POINTS[name as keyof typeof PART_ENTRY_POINTS]
      : entryPoint;
    const isType = /^[A-Z]/.test(name);
    const wholeName = isType ? `Runtime${name}` : `runtime${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return this.local({ from, name, wholeName, isType });
  }

  local(wanted: Import): string {
    const known = this.#used.get(keyOf(wanted));
    if (known !== undefined) return known.local;
    const isFree = !this.#taken.has(wanted.name);
    if (!isFree) this.meeting.add(wanted.name);
    let local = isFree && !this.#aliased.has(wanted.name) ? wanted.name : wanted.wholeName;
    while (this.#taken.has(local)) local += "_";
    this.#taken.add(local);
    this.#used.set(keyOf(wanted), { wanted, local });
    return local;
  }

  /** The runtime first, then in the order of the module's `imports`; values before types within each. */
  declarations(): readonly ImportModel[] {
    const { entryPoint, imports } = this.#module;
    const entryPoints = [entryPoint, ...Object.values(PART_ENTRY_POINTS)];
    const used = [...this.#used.values()];
    const own = [...new Set(imports.map(keyOf))].flatMap((key) => this.#used.get(key) ?? []);
    const ofRuntime = used.filter(({ wanted }) => entryPoints.includes(wanted.from));
    ofRuntime.sort((a, b) => (a.wanted.name < b.wanted.name ? -1 : 1));
    const froms = new Set([...entryPoints, ...own.map(({ wanted }) => wanted.from)]);
    return [...froms].flatMap((from) => {
      const names = [...ofRuntime, ...own].filter(({ wanted }) => wanted.from === from);
      return names.length === 0 ? [] : [declaration(from, names)];
    });
  }
}

function keyOf({ from, name, isDefault }: Import): string {
  return `${from} ${isDefault === true ? "default" : name}`;
}

function declaration(from: string, used: readonly { readonly wanted: Import; readonly local: string }[]): ImportModel {
  const typesOnly = used.every(({ wanted }) => wanted.isType);
  const names = used.map(({ wanted: { name, isType }, local }) => ({
    name,
    local,
    isMarkedType: isType && !typesOnly,
  }));
  names.sort((a, b) => Number(a.isMarkedType) - Number(b.isMarkedType));
  return { from, defaultName: used.find(({ wanted }) => wanted.isDefault)?.local ?? "", typesOnly, names };
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
