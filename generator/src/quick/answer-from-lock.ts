import { findProject } from "../files/find-project.js";
import { soundPackageOptions } from "./package-options.js";
import { inputPlacesOf } from "./places.js";
import { readPlainForm } from "./plain-form.js";
import { quickResult, showsEverything, withNoteCount } from "./quick-result.js";
import { summaryText } from "./summary-text.js";

/** What the lock says of a command line: what to print, that something has changed, or nothing, as it is not asked so. */
export type LockAnswer =
  { readonly kind: "current"; readonly text: string } | { readonly kind: "changed" } | { readonly kind: "unknown" };

/** Answers the plain forms of `generate` and `check` from the lock, with nothing but Node's own modules. */
export function answerFromLock(args: readonly string[], workingDirectory: string): LockAnswer {
  const invocation = readPlainForm(args);
  const project = findProject(workingDirectory);
  const configured = soundPackageOptions(project);
  if (invocation === undefined || configured === undefined) return { kind: "unknown" };
  const { format = "pretty", quiet = false, verbose = false } = { ...configured, ...invocation.options };
  if (format === "json") return { kind: "unknown" };
  const result = quickResult(invocation.command, inputPlacesOf(invocation, configured, project, workingDirectory));
  if (result === undefined) return { kind: "changed" };
  const isAsked = result.documentNotes > 0 && showsEverything({ format, verbose, quiet });
  if (result.remarks > 0 || isAsked) return { kind: "unknown" };
  return { kind: "current", text: quiet ? "" : summaryText(withNoteCount(result), { format, verbose }) };
}
