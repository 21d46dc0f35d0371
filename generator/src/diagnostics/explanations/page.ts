import type { Example, Explanation } from "./explanation.js";

/** What is said of one diagnostic, in Markdown, without its heading. */
export function explanationText({ severity, what, why, mend, example }: Explanation): string {
  return [`_${capital(severity)}._ ${what} ${why}`, `**To mend it:** ${mend}`, ...exampleText(example)].join("\n\n");
}

function exampleText(example: Example | undefined): readonly string[] {
  if (example === undefined) return [];
  const { document, wrong, right } = example;
  return [`In a ${document}, wrong and then right:`, fenced(wrong), fenced(right)];
}

function fenced(members: string): string {
  return ["```json", `{ ${members} }`, "```"].join("\n");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
