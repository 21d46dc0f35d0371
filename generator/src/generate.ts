import type { InputPlaces } from "./files/find-project.js";
import type { Reader } from "./project/reader.js";
import type { LoadedProject } from "./project/project.js";
import type { Source, SourceIssue, Sources } from "./diagnostics/source.js";
import { loadProject } from "./project/load-project.js";
import { lockIn } from "./lock/lock-in.js";
import { lockOfRun } from "./write/lock-of-run.js";
import { checkMaps } from "./maps/check-maps.js";
import { buildModel } from "./model/build-model.js";
import { render } from "./render/render.js";
import type { Output } from "./write/plan.js";

/** What a project comes to: everything that should stand in the output folder, unless a mistake stops it. */
export interface Generated {
  readonly issues: readonly SourceIssue[];
  readonly project?: LoadedProject | undefined;
  readonly output?: Output | undefined;
}

/** files → load → parse → normalize → model → render; the command writes the output, or compares it. */
export async function generate(places: InputPlaces, reader: Reader): Promise<Generated> {
  const { sources, project, issues: found } = await loadProject(places, reader);
  if (project === undefined) return { issues: found };
  const { model, issues: clashes } = buildModel(project);
  const maps = await checkMaps(sources, project, lockIn(places.out));
  const issues = [
    ...found,
    ...maps,
    ...clashes.map((issue) => ({ ...issue, source: sourceNamed(issue.file, sources) })),
  ];
  if (model === undefined) return { issues };
  const files = await render(model);
  const lock = lockOfRun(places, sources, { project, issues, files });
  return { issues, project, output: { folder: places.out, files, lock } };
}

/** The document that an issue of the model names. */
function sourceNamed(file: string, { client, definitions, profiles }: Sources): Source | undefined {
  const documents = profiles.flatMap((profile) => [profile.document, ...Object.values(profile.definitions)]);
  const sources = [client, ...definitions.map(({ source }) => source), ...documents];
  return sources.find((source) => source?.file === file);
}
