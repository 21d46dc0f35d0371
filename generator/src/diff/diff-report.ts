import { CHANGE_CLASSES, type ChangeClass } from "./change.js";
import type { LocatedChange } from "./locate-change.js";

/** A diff as it is shown. */
export interface DiffReport {
  readonly base: string;
  readonly changes: readonly LocatedChange[];
  readonly notes: readonly string[];
}

/** `1 breaking, 2 behavioural (1 credential destination)` */
export function countsText(changes: readonly LocatedChange[]): string {
  const ofClass = (kind: ChangeClass) => changes.filter((change) => change.class === kind).length;
  const marked = changes.filter(({ credentialDestination }) => credentialDestination).length;
  const counts = CHANGE_CLASSES.filter((kind) => ofClass(kind) > 0).map((kind) => `${String(ofClass(kind))} ${kind}`);
  const destinations = `${String(marked)} credential destination${marked === 1 ? "" : "s"}`;
  return `${counts.join(", ")}${marked > 0 ? ` (${destinations})` : ""}`;
}

/** `client/client.json:4:7` */
export function placeText({ file, start }: LocatedChange, fileAs: (file: string) => string): string {
  return start === undefined ? fileAs(file) : `${fileAs(file)}:${String(start.line)}:${String(start.column)}`;
}
