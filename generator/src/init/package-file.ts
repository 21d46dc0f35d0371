import { basename } from "node:path";
import { isPlainObject, own, type JsonObject } from "@sdkwright/runtime/config";
import { printJson, withValue } from "../add/edit-json.js";
import type { PlannedFile } from "../add/plan.js";
import type { Source } from "../diagnostics/source.js";

/** What becomes of package.json. */
export interface PackagePlan {
  readonly files: readonly PlannedFile[];
  /** What stays as it is though it is not what `init` would write, as sentences. */
  readonly left: readonly string[];
  /** Packages that it does not list, to be installed by a command. */
  readonly missing: { readonly dependencies: readonly string[]; readonly devDependencies: readonly string[] };
  /** The names of scripts that do what `init` wants. */
  readonly scripts: ReadonlySet<string>;
}

/** A package.json; `before` is what the file has, absent if there is none. */
export type PackageFile = Pick<Source, "path" | "text" | "json"> & { readonly before: string | undefined };

/** What a package.json is to have. */
export interface Wanted {
  readonly scripts: Entries;
  readonly dependencies: Entries;
  readonly devDependencies: Entries;
  /** Set only if a project begins: then packages are written too, so that one command installs them. */
  readonly start?: { readonly isModule: boolean; readonly sdkwright: Entries } | undefined;
}

interface Entries {
  readonly [name: string]: string;
}

/** The package.json of a folder that has none. */
export function emptyPackage(path: string, folder: string): PackageFile {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const json = { name: name === "" ? "app" : name, private: true };
  return { path, text: printJson(json), json, before: undefined };
}

/** What a new project gets; tested with. */
export const COMPILER: Entries = { "@types/node": "^20.19.43", typescript: "^7.0.2" };

/** Adds what is not there, and keeps the layout. Nothing else changes but `"type": "commonjs"`, if a project begins. */
export function completedPackage(file: PackageFile, wanted: Wanted): PackagePlan {
  const manifest = isPlainObject(file.json) ? file.json : {};
  const dependencies = absentPackages(manifest, wanted.dependencies);
  const devDependencies = absentPackages(manifest, wanted.devDependencies);
  const missing = { dependencies: Object.keys(dependencies), devDependencies: Object.keys(devDependencies) };
  const { scripts, start } = wanted;
  const sections =
    start === undefined ? { scripts } : { scripts, dependencies, devDependencies, sdkwright: start.sdkwright };
  const wrong = Object.keys(sections).find((name) => Object.hasOwn(manifest, name) && !isPlainObject(manifest[name]));
  if (wrong !== undefined) {
    const left = [`package.json has \`${wrong}\` that are no object: it stays as it is`];
    return { files: [], left, missing, scripts: new Set() };
  }
  const absent = Object.entries(sections).flatMap(([section, entries]) => absentIn(manifest, section, entries));
  const added = absent.flatMap(([section, name]) => (section === "scripts" ? [name] : []));
  const setsType = start?.isModule === true && own(manifest, "type") !== "module";
  const text = setsType ? withValue(file.text, ["type"], "module") : file.text;
  const after = absent.reduce((edited, [section, name, value]) => withValue(edited, [section, name], value), text);
  const what = start === undefined ? scriptsText(added) : "scripts and dependencies";
  const { path, before } = file;
  const type = setsType && before !== undefined ? '"type": "module", ' : "";
  const others = Object.entries(scripts).filter(
    ([name, script]) => !added.includes(name) && entriesOf(manifest, "scripts")[name] !== script,
  );
  return {
    files: after === before ? [] : [{ path, before, after, what: `${type}${what}` }],
    left: others.map(
      ([name, script]) => `package.json has a script ${name} already: run \`${script}\` in it, or by another name`,
    ),
    missing: start === undefined ? missing : { dependencies: [], devDependencies: [] },
    scripts: new Set(Object.keys(scripts).filter((name) => !others.some(([other]) => other === name))),
  };
}

function scriptsText(names: readonly string[]): string {
  return `the script${names.length === 1 ? "" : "s"} ${names.join(" and ")}`;
}

function absentIn(manifest: JsonObject, section: string, entries: Entries): readonly [string, string, string][] {
  const present = entriesOf(manifest, section);
  return Object.entries(entries).flatMap(([name, value]) =>
    Object.hasOwn(present, name) ? [] : [[section, name, value]],
  );
}

function absentPackages(manifest: JsonObject, packages: Entries): Entries {
  const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  const isListed = (name: string): boolean => kinds.some((kind) => Object.hasOwn(entriesOf(manifest, kind), name));
  return Object.fromEntries(Object.entries(packages).filter(([name]) => !isListed(name)));
}

/** The entries of a section of package.json; none if it is no object. */
function entriesOf(manifest: JsonObject, section: string): JsonObject {
  const entries = own(manifest, section);
  return isPlainObject(entries) ? entries : {};
}
