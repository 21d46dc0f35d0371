import { type Issue } from "@sdkwright/runtime/config";

/** Codes of what is said about parts of OpenAPI documents. */
export type DocumentCode = "SW1602" | "SW1605" | "SW1606" | "SW1607";

type Details = Pick<Issue, "hint" | "target">;

/** What was left out of a document, and why: each place once, whoever comes by. */
export class Notes {
  readonly #issues: Issue[] = [];
  readonly #told = new Set<string>();
  readonly #counts = new Map<string, { readonly issue: Issue; count: number }>();

  get issues(): readonly Issue[] {
    const counted = Array.from(this.#counts.values(), ({ issue, count }) => withCount(issue, count));
    return [...this.#issues, ...counted];
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
    const identity = identityOf(issue);
    if (this.#told.has(identity)) return;
    this.#told.add(identity);
    this.#issues.push(issue);
  }
}

/** The same for issues that say the same of the same place. */
export function identityOf({ code, pointer, message }: Issue): string {
  return `${pointer} ${code} ${message}`;
}

/** A name of a document for a message: in quotes, and no longer than a line. */
export function shown(name: string): string {
  return JSON.stringify(name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name);
}

const LONGEST_SHOWN = 100;

function withCount(issue: Issue, count: number): Issue {
  return count === 1 ? issue : { ...issue, message: `${issue.message} (${count} times)` };
}
