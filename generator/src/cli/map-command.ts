import { resolve } from "node:path";
import { fileLines } from "../add/report.js";
import { withProfile } from "../init/map-text.js";
import { type MapPlan, planMap } from "../init/plan-map.js";
import type { InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { type LoadedRun, loadProject } from "../project/load-project.js";
import type { GivenOptions } from "../project/options.js";
import { Reader } from "../project/reader.js";
import { failureOf } from "./add-command.js";
import { type CommandResult, nothingDone } from "./result.js";
import { refused } from "./write-failure.js";

/** `sdkwright map`: a skeleton of a map that compiles, and client.json that names it. */
export async function mapCommand(
  places: InputPlaces,
  reader: Reader,
  [profile = "", provider = ""]: readonly string[],
  options: GivenOptions,
): Promise<CommandResult> {
  const found = await loadProject(places, reader);
  const { issues, sources, project } = await withDocument(found, profile, places);
  const errors = issues.filter(({ severity, stops }) => severity === "error" && stops !== false);
  const source = sources.client;
  if (project === undefined || source === undefined || errors.length > 0) return nothingDone(errors, "written");
  const { workingDirectory = places.root } = places;
  const file = options.file === undefined ? undefined : resolve(workingDirectory, options.file);
  const before = found.sources.client?.text ?? "";
  const plan = planMap({ profile, provider, file }, project, { before, source }, places);
  if ("exitCode" in plan) return refused(plan);
  return carriedOut(plan, places, options["dry-run"] === true);
}

/** The same project with the profile in client.json, if only its document is there. */
async function withDocument(found: LoadedRun, profile: string, places: InputPlaces): Promise<LoadedRun> {
  const { client } = found.sources;
  const text = found.project === undefined || client === undefined ? undefined : withProfile(client, profile);
  if (text === undefined) return found;
  const reader = new Reader(places.root);
  reader.assume(reader.sourceOf(places.config, "client", text, JSON.parse(text)));
  return loadProject(places, reader);
}

function carriedOut(plan: MapPlan, places: InputPlaces, isDryRun: boolean): CommandResult {
  const { root } = places;
  const { files, map, useCases, notes } = plan;
  const failure = failureOf(files, places, isDryRun);
  if (failure !== undefined) return { issues: [failure], summary: "Nothing was written.", exitCode: 2 };
  const summary = [
    `${isDryRun ? "Would be written" : "Written"}:`,
    ...fileLines(files, root),
    ...notes,
    `Next: \`sdkwright generate\` writes its types; then fill in ${useCases.join(", ")}.`,
  ].join("\n");
  return {
    issues: [],
    files: { written: files.map(({ path }) => relativePath(root, path)) },
    summary,
    exitCode: 0,
    details: { json: () => ({ map, useCases, notes }), pretty: () => "", github: () => "" },
  };
}
