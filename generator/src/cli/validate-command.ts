import { checkSources } from "../project/check-sources.js";
import { loadNamedFiles } from "../project/load-named-files.js";
import { loadSources } from "../project/load.js";
import type { InputPlaces } from "../files/find-project.js";
import type { Reader } from "../project/reader.js";
import type { SourceIssue, Sources } from "../diagnostics/source.js";
import { lockIn } from "../lock/lock-in.js";
import { checkMaps } from "../maps/check-maps.js";
import { normalizeSources, projectOf } from "../project/normalize.js";
import { parseSources } from "../project/parse.js";
import { countText, hasErrors, type CommandResult } from "./result.js";

/** `sdkwright validate`: checks the files that are named, or else the project's; writes nothing. */
export async function validateCommand(places: InputPlaces, reader: Reader): Promise<CommandResult> {
  const { definitions: named } = places;
  const loaded = named.length > 0 ? await loadNamedFiles(named, places, reader) : [await loadSources(places, reader)];
  const found = await Promise.all(loaded.map((sources) => issuesOf(sources, places)));
  const issues = [...reader.issues, ...found.flat()];
  const count = reader.documentCount;
  const checked = `${count} file${count === 1 ? "" : "s"} checked`;
  const summary = `${checked}: ${countText(issues) || "no mistakes"}.`;
  return { issues, summary, exitCode: hasErrors(issues) ? 2 : 0 };
}

async function issuesOf(sources: Sources, { out }: InputPlaces): Promise<readonly SourceIssue[]> {
  const parsed = parseSources(sources);
  const normalized = normalizeSources(parsed);
  const issues = [...parsed.issues, ...checkSources(sources, parsed, normalized)];
  if (hasErrors(issues)) return issues;
  return [...issues, ...(await checkMaps(sources, projectOf(sources, parsed, normalized, out), lockIn(out)))];
}
