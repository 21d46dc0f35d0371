import type { IssueCode, IssueCodes } from "@sdkwright/runtime/config";

/**
 * What a diagnostic means, for people who look its code up. Nothing that generates or checks loads these texts. What
 * they say is Markdown, in one line each.
 */
export interface Explanation<Title extends string = string> {
  /** What the diagnostic is about. */
  readonly title: Title;
  readonly severity: "error" | "warning" | "note";
  /** What was found. */
  readonly what: string;
  /** Why that is a mistake, or worth a remark. */
  readonly why: string;
  /** What to do. */
  readonly mend: string;
  readonly example?: Example | undefined;
  /** The rule behind it: its number in docs/rules.md. */
  readonly rule?: string | undefined;
}

/** Members of a document's root: with those of `wrong` the diagnostic is given, with those of `right` it is not. */
export interface Example {
  readonly document: "client.json" | "provider definition" | "profile document";
  readonly wrong: string;
  readonly right: string;
}

/** Explanations of the formats' issues whose codes begin alike; the titles are those of the codes' own list. */
export type IssueExplanations<Beginning extends string> = {
  readonly [Code in Extract<IssueCode, `${Beginning}${string}`>]: Explanation<IssueCodes[Code]>;
};
