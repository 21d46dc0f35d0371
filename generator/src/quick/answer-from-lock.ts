import { findProject, type InputPlaces } from "../files/find-project.js";
import type { GivenOptions, Invocation } from "./options.js";
import { soundProjects } from "./package-options.js";
import { inputPlacesOf } from "./places.js";
import { readPlainForm } from "./plain-form.js";
import { chosenProjects, headingOf } from "./projects.js";
import { quickResult, showsEverything, withNoteCount } from "./quick-result.js";
import { summaryText } from "./summary-text.js";

/** What the lock says of a command line: what to print, that something has changed, or nothing, as it is not asked so. */
export type LockAnswer =
  { readonly kind: "current"; readonly text: string } | { readonly kind: "changed" } | { readonly kind: "unknown" };

/** Answers the plain forms of `generate` and `check` from the lock, with nothing but Node's own modules. */
export function answerFromLock(args: readonly string[], workingDirectory: string): LockAnswer {
  const invocation = readPlainForm(args);
  const project = findProject(workingDirectory);
  const all = soundProjects(project);
  if (invocation === undefined || all === undefined) return { kind: "unknown" };
  const chosen = chosenProjects(invocation, all, project, workingDirectory);
  if ("conflict" in chosen) return { kind: "unknown" };
  const asked = chosen.projects.map((configured) => ({
    options: { ...configured, ...invocation.options },
    places: inputPlacesOf(invocation, configured, project, workingDirectory),
  }));
  let text = "";
  for (const { options, places } of asked) {
    const answer = answerOf(invocation, options, places);
    if (asked.length === 1) return answer;
    // Where one of several has changed, each is asked again.
    if (answer.kind !== "current") return { kind: "unknown" };
    text += `${answer.text === "" ? "" : headingOf(places)}${answer.text}`;
  }
  return { kind: "current", text };
}

function answerOf(invocation: Invocation, options: GivenOptions, places: InputPlaces): LockAnswer {
  const { format = "pretty", quiet = false, verbose = false } = options;
  if (format === "json") return { kind: "unknown" };
  const result = quickResult(invocation.command, places);
  if (result === undefined) return { kind: "changed" };
  const isAsked = result.documentNotes > 0 && showsEverything({ format, verbose, quiet });
  if (result.remarks > 0 || isAsked) return { kind: "unknown" };
  return { kind: "current", text: quiet ? "" : summaryText(withNoteCount(result), { format, verbose }) };
}
