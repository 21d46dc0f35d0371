import { resolve } from "node:path";
import type { InputPlaces, ProjectPlace } from "../files/find-project.js";
import type { Invocation, PackageOptions } from "./options.js";

const DEFAULT_CONFIG = "client/client.json";
const DEFAULT_OUT = "src/generated";

/** The places of a run: arguments are relative to the working directory, package.json and defaults to the root (rules C1). */
export function inputPlacesOf(
  { command, files, options }: Invocation,
  configured: PackageOptions,
  { root }: ProjectPlace,
  workingDirectory: string,
): InputPlaces {
  const place = (given: string | undefined, ours: string | undefined, fallback: string): string =>
    given === undefined ? resolve(root, ours ?? fallback) : resolve(workingDirectory, given);
  return {
    root,
    config: place(options.config, configured.config, DEFAULT_CONFIG),
    isConfigGiven: (options.config ?? configured.config) !== undefined,
    definitions: (command === "diff" ? [] : files).map((file) => resolve(workingDirectory, file)),
    out: place(options.out, configured.out, DEFAULT_OUT),
    importEndings: configured.importEndings,
  };
}
