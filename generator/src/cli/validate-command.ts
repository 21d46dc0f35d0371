import { checkSources } from "../check-sources.js";
import { loadNamedFiles } from "../load/load-named-files.js";
import { loadSources, type InputPlaces } from "../load/load.js";
import type { Reader } from "../load/reader.js";
import type { SourceIssue, Sources } from "../load/source.js";
import { normalizeSources } from "../normalize.js";
import { parseSources } from "../parse.js";
import { countText, hasErrors, type CommandResult } from "./result.js";

/** `sdkwright validate`: checks the files that are named, or else the project's; writes nothing. */
export async function validateCommand(places: InputPlaces, reader: Reader): Promise<CommandResult> {
  const { definitions: named } = places;
  const loaded = named.length > 0 ? await loadNamedFiles(named, places, reader) : [await loadSources(places, reader)];
  const found = loaded.flatMap(issuesOf);
  const issues = [...reader.issues, ...found];
  const count = reader.documentCount;
  const checked = `${count} file${count === 1 ? "" : "s"} checked`;
  const summary = `${checked}: ${countText(issues) || "no mistakes"}.`;
  return { issues, summary, exitCode: hasErrors(issues) ? 2 : 0 };
}

function issuesOf(sources: Sources): readonly SourceIssue[] {
  const parsed = parseSources(sources);
  return [...parsed.issues, ...checkSources(sources, parsed, normalizeSources(parsed))];
}
