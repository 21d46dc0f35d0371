import type { Source, SourceKind } from "#generator/diagnostics/source.js";

/** A document as the loader would give it. */
export function sourceOf(text: string, kind: SourceKind = "definition", inProject = true): Source {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { path: `/project/${kind}.json`, file: `${kind}.json`, text, json, kind, inProject };
}
