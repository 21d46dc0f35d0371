import type { Issue } from "@sdkwright/runtime/config";

/** A mistake that shows only when everything is read, for instance two names that meet. */
export interface ModelIssue extends Issue {
  /** The document that the pointer is in, relative to the project root, with `/`. */
  readonly file: string;
}
