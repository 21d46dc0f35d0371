import { looksSecret, type Issue } from "@sdkwright/runtime/config";
import { Told } from "./told.js";

/** Codes of what is said about parts of OpenAPI documents. */
export type DocumentCode = "SW1602" | "SW1605" | "SW1606" | "SW1607";

type Details = Pick<Issue, "hint" | "target">;

/** What was left out of a document, and why: each place once, whoever comes by. */
export class Notes {
  readonly #issues: Issue[] = [];
  readonly #told = new Told();
  #more = 0;
  readonly #counts = new Map<string, { readonly issue: Issue; count: number }>();

  get issues(): readonly Issue[] {
    const counted = Array.from(this.#counts.values(), ({ issue, count }) => withCount(issue, count));
    return [...this.#issues, ...counted, ...this.#untold()];
  }

  /** A part that is left out, or read otherwise than it was meant. */
  note(code: DocumentCode, pointer: string, message: string, details: Details = {}): void {
    this.#add({ code, severity: "note", pointer, message, ...details });
  }

  /** The same about many places: one note at the first of them, with their number. */
  count(code: DocumentCode, pointer: string, message: string): void {
    const counted = this.#counts.get(message);
    if (counted !== undefined) counted.count += 1;
    else this.#counts.set(message, { issue: { code, severity: "note", pointer, message }, count: 1 });
  }

  #add(issue: Issue): void {
    if (!this.#told.add(issue)) return;
    if (this.#issues.length < MOST_NOTES) this.#issues.push(issue);
    else this.#more += 1;
  }

  #untold(): readonly Issue[] {
    if (this.#more === 0) return [];
    const message = `${this.#more} more parts are left out, or read otherwise than they were meant`;
    return [{ code: "SW1605", severity: "note", pointer: "", message }];
  }
}

/** A document of which more is to be said is no vendor's. */
const MOST_NOTES = 10_000;

/** A name of a document for a message: in quotes, and no longer than a line. What looks issued is not shown (rules F2). */
export function shown(name: string): string {
  if (looksSecret(name)) return '"***"';
  return JSON.stringify(name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name);
}

const LONGEST_SHOWN = 100;

function withCount(issue: Issue, count: number): Issue {
  return count === 1 ? issue : { ...issue, message: `${issue.message} (${count} times)` };
}
