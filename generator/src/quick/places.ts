import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { InputPlaces, ProjectPlace } from "../files/find-project.js";
import { manifestIn } from "../files/manifest.js";
import { isNextApp } from "../files/next-app.js";
import { ownOnly } from "../files/own-only.js";
import { DEFAULT_CONFIG, DEFAULT_OUT, soundProjects } from "./package-options.js";
import type { CommandName, Invocation, PackageOptions } from "./options.js";

/** The commands whose arguments are definitions. */
const TAKES_FILES: ReadonlySet<CommandName> = new Set(["generate", "check", "validate"]);

/** The places of a run: arguments are relative to the working directory, package.json and defaults to the root (rules C1). */
export function inputPlacesOf(
  { command, files, options: given }: Invocation,
  inPackage: PackageOptions,
  { root, packageFile }: ProjectPlace,
  workingDirectory: string,
): InputPlaces {
  const [options, configured] = [ownOnly(given), ownOnly(inPackage)];
  const place = (asked: string | undefined, ours: string | undefined, fallback: string): string =>
    asked === undefined ? resolve(root, ours ?? fallback) : resolve(workingDirectory, asked);
  const isConfigGiven = (options.config ?? configured.config) !== undefined;
  return {
    root,
    workingDirectory,
    passedOver: isConfigGiven ? undefined : nearerConfig(workingDirectory, root),
    config: place(options.config, configured.config, DEFAULT_CONFIG),
    isConfigGiven,
    definitions: (TAKES_FILES.has(command) ? files : []).map((file) => resolve(workingDirectory, file)),
    out: place(options.out, configured.out, DEFAULT_OUT),
    isOutGiven: options.out !== undefined,
    importEndings: configured.importEndings,
    isModule: packageFile !== undefined && manifestIn(packageFile).type === "module",
    isNextApp: isNextApp(packageFile),
  };
}

/** The projects of package.json in a folder, as commands without options find them. */
export function projectsAt(root: string): readonly InputPlaces[] {
  const project = { root, packageFile: join(root, "package.json") };
  const invocation = { command: "diff", files: [], options: {} } as const;
  return (soundProjects(project) ?? []).map((options) => inputPlacesOf(invocation, options, project, root));
}

function nearerConfig(workingDirectory: string, root: string): string | undefined {
  for (let folder = realpathSync(workingDirectory); folder !== root; folder = dirname(folder)) {
    if (folder === dirname(folder)) return undefined;
    const config = join(folder, DEFAULT_CONFIG);
    if (existsSync(config)) return config;
  }
  return undefined;
}
