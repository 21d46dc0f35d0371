import type { InputPlaces } from "../files/find-project.js";
import { checkRun } from "../generate.js";
import { loadNamedFiles } from "../project/load-named-files.js";
import { projectFrom } from "../project/load-project.js";
import { loadSources } from "../project/load.js";
import type { Reader } from "../project/reader.js";
import { countText, hasErrors, type CommandResult } from "./result.js";

/** `sdkwright validate`: checks the files that are named, or else the project's; writes nothing. */
export async function validateCommand(places: InputPlaces, reader: Reader): Promise<CommandResult> {
  const { definitions: named } = places;
  const { progress } = reader;
  const loaded = named.length > 0 ? await loadNamedFiles(named, places, reader) : [await loadSources(places, reader)];
  const found = await Promise.all(
    loaded.map(async (sources) => checkRun(await projectFrom(sources, places, [], reader), places, progress)),
  );
  const issues = [...reader.issues, ...found.flatMap((run) => run.issues)];
  const count = reader.documentCount;
  const checked = `${count} file${count === 1 ? "" : "s"} checked`;
  const summary = `${checked}: ${countText(issues) || "no mistakes"}.`;
  return { issues, summary, exitCode: hasErrors(issues) ? 2 : 0 };
}
