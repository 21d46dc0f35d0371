import type { Issue } from "@sdkwright/runtime/config";
import type { SourceIssue } from "../diagnostics/source.js";
import type { ApiDocument } from "../openapi/api.js";

type WireCode = "SW1640" | "SW1641" | "SW1642";

/** What of a document's wire format cannot be carried over; the same about many places is one note, with their number. */
export class WireNotes {
  readonly #document: ApiDocument;
  readonly #found = new Map<string, { readonly issue: Issue; count: number }>();

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  get issues(): readonly SourceIssue[] {
    return Array.from(this.#found.values(), ({ issue, count }) => ({
      ...issue,
      ...this.#document.placeOf(issue.pointer),
      message: count === 1 ? issue.message : `${issue.message} (${count} times)`,
    }));
  }

  note(code: WireCode, pointer: string, message: string, details: Pick<Issue, "target" | "hint"> = {}): void {
    const known = this.#found.get(message);
    if (known !== undefined) known.count += 1;
    else this.#found.set(message, { issue: { code, severity: "note", pointer, message, ...details }, count: 1 });
  }
}
