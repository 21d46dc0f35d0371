import { basename } from "node:path";
import { isPlainObject, own, type JsonObject } from "@sdkwright/runtime/config";
import { printJson, withValue } from "../add/edit-json.js";
import type { PlannedFile } from "../add/plan.js";
import type { Source } from "../diagnostics/source.js";

/** What the project's package.json lacks. */
export interface PackagePlan {
  readonly files: readonly PlannedFile[];
  /** What stays as it is though it is not what `init` would write, as sentences. */
  readonly left: readonly string[];
  /** Packages to install, and those of development. */
  readonly missing: { readonly dependencies: readonly string[]; readonly devDependencies: readonly string[] };
}

/** Scripts by name. */
export interface Scripts {
  readonly generate: string;
  readonly "check:sdk": string;
}

/** What runs a new project: Node compiles before, Deno takes TypeScript as it is. */
export type NewProject =
  | { readonly platform: "node" }
  /** `run` is the command that runs the program. */
  | { readonly platform: "deno"; readonly run: string };

/** The package.json of a folder that has none: dependencies stand in it, so that one command installs them. */
export function newPackage(
  path: string,
  folder: string,
  scripts: Scripts,
  version: string,
  project: NewProject,
): PackagePlan {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const isDeno = project.platform === "deno";
  const start = isDeno ? project.run : "tsc && node --env-file-if-exists=.env dist/main.js";
  const compiler = isDeno ? {} : { typescript: TYPESCRIPT };
  const manifest = {
    name: name === "" ? "app" : name,
    private: true,
    type: "module",
    scripts: { ...scripts, start: `${scripts.generate} && ${start}` },
    dependencies: { "@sdkwright/runtime": `^${version}` },
    devDependencies: { ...(!isDeno && { "@types/node": NODE_TYPES }), sdkwright: `^${version}`, ...compiler },
    ...(isDeno && { sdkwright: { importEndings: ".ts" } }),
  };
  return {
    files: [{ path, after: printJson(manifest), what: "scripts and dependencies" }],
    left: [],
    missing: { dependencies: [], devDependencies: [] },
  };
}

/** What a new project gets; tested with. */
export const TYPESCRIPT = "^7.0.2";
export const NODE_TYPES = "^20.19.43";

/** Adds the scripts that are not there. What is there, and how the file is laid out, stays. */
export function editedPackage({ path, text, json }: Source, scripts: Scripts, hasTsconfig: boolean): PackagePlan {
  const manifest: JsonObject = isPlainObject(json) ? json : {};
  const present = Object.hasOwn(manifest, "scripts") ? manifest["scripts"] : {};
  const missing = missingPackages(manifest, hasTsconfig);
  if (!isPlainObject(present))
    return { files: [], left: ["package.json has `scripts` that are no object: it stays as it is"], missing };
  const absent = Object.entries(scripts).filter(([name]) => !Object.hasOwn(present, name));
  const after = absent.reduce((edited, [name, script]) => withValue(edited, ["scripts", name], script), text);
  const what = absent.length === 1 ? "the script" : "the scripts";
  const names = absent.map(([name]) => name).join(" and ");
  return {
    files: absent.length === 0 ? [] : [{ path, before: text, after, what: `${what} ${names}` }],
    left: leftScripts(scripts, present),
    missing,
  };
}

function leftScripts(scripts: Scripts, present: JsonObject): readonly string[] {
  return Object.entries(scripts).flatMap(([name, script]) =>
    Object.hasOwn(present, name) && present[name] !== script
      ? [`package.json has a script ${name} already: run \`${script}\` in it, or by another name`]
      : [],
  );
}

/** Emitted code is TypeScript: a project without it needs the compiler too. */
function missingPackages(manifest: JsonObject, hasTsconfig: boolean): PackagePlan["missing"] {
  const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  const has = (name: string): boolean =>
    kinds.some((kind) => {
      const packages = own(manifest, kind);
      return isPlainObject(packages) && Object.hasOwn(packages, name);
    });
  return {
    dependencies: ["@sdkwright/runtime"].filter((name) => !has(name)),
    devDependencies: ["sdkwright", ...(hasTsconfig ? [] : ["typescript"])].filter((name) => !has(name)),
  };
}
