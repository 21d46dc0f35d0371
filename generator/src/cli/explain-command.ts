import { nearest } from "@sdkwright/runtime/config";
import type { Paint } from "../diagnostics/diagnostic.js";
import { type Explanation, EXPLANATIONS } from "../diagnostics/explanations.js";
import { escapeUnprintable } from "../io/text.js";
import type { CommandResult } from "./result.js";

const WIDTH = 100;
const COLORS = { error: "red", warning: "yellow", note: "cyan" } as const;

/** `sdkwright explain`: prints the text of docs/diagnostics.md on one code. It reads nothing of the project. */
export function explainCommand(given: string): CommandResult {
  const code = codeOf(given);
  const explanation = Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
  return explanation === undefined ? unknownCode(given) : explained(code, explanation);
}

/** `1203` and `sw1203` are taken for SW1203. */
function codeOf(given: string): string {
  return given
    .trim()
    .toUpperCase()
    .replace(/^(?=\d)/, "SW");
}

function explained(code: string, explanation: Explanation): CommandResult {
  const { rule } = explanation;
  const summary =
    rule === undefined
      ? "`sdkwright explain <code>` explains every message like this."
      : `\`sdkwright docs rules ${rule.replace("§", "")}\` prints the rule behind it.`;
  const details = {
    json: () => ({ explanation: { code, ...explanation } }),
    pretty: (paint: Paint) => printed(code, explanation, paint),
    github: () => "",
  };
  return { issues: [], summary, exitCode: 0, details };
}

function printed(code: string, { severity, title, text, fix }: Explanation, paint: Paint): string {
  const heading = paint[COLORS[severity]](paint.bold(`${severity} ${code}`));
  return [`${heading}  ${title}`, wrapped(text), wrapped(`Fix: ${fix}`)].map((part) => `${part}\n\n`).join("");
}

/** Lines that are no wider than people like to read. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => `  ${line}`).join("\n");
}

/** Answers what is neither a code nor, in a project, the name of an operation; `calls` are names that there are. */
export function unknownCode(given: string, calls: readonly string[] = []): CommandResult {
  const message = `there is no diagnostic ${calls.length === 0 ? "" : "and no operation "}${escapeUnprintable(given)}`;
  return {
    issues: [{ code: "SW0302", severity: "error", pointer: "", message, hint: hintFor(given, calls) }],
    summary: "Nothing was explained.",
    exitCode: 3,
  };
}

function hintFor(given: string, calls: readonly string[]): string {
  const call = nearest(given.trim(), calls);
  if (call !== undefined) return `did you mean ${call}?`;
  const code = codeOf(given);
  const near = nearest(code, Object.keys(EXPLANATIONS));
  if (near !== undefined) return `did you mean ${near}, ${EXPLANATIONS[near]?.title ?? ""}?`;
  return "each message starts with a code, such as SW1203. Errors of calls have a code in words, such as missing-credential: `sdkwright docs rules 3.9` lists these codes, `sdkwright docs webhooks` those of webhooks";
}
