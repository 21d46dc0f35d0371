import { nearest } from "@sdkwright/runtime/config";
import { EXPLANATIONS, type Explanation } from "../diagnostics/explanations/index.js";
import { terminalPage } from "../diagnostics/explanations/terminal-page.js";
import { escapeUnprintable } from "../files/escape.js";
import type { CommandResult } from "./result.js";

/** `sdkwright explain`: what the catalogue says of one code. It reads nothing of the project. */
export function explainCommand(given: string): CommandResult {
  const code = codeOf(given);
  const explanation = Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
  return explanation === undefined ? unknown(given, code) : explained(code, explanation);
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
  // This is the whole page of the catalogue; the rules stand in the repository alone.
  const summary =
    rule === undefined
      ? "Every message has such a page: `sdkwright explain <code>`."
      : `The rule behind it is ${rule} in docs/rules.md of the repository.`;
  const details = {
    json: () => ({ explanation: { code, ...explanation } }),
    pretty: (paint: Parameters<typeof terminalPage>[2]) => terminalPage(code, explanation, paint),
    github: () => "",
  };
  return { issues: [], summary, exitCode: 0, details };
}

function unknown(given: string, code: string): CommandResult {
  const message = `there is no diagnostic ${escapeUnprintable(given)}`;
  return {
    issues: [{ code: "SW0302", severity: "error", pointer: "", message, hint: hintFor(code) }],
    summary: "Nothing was explained.",
    exitCode: 3,
  };
}

function hintFor(code: string): string {
  const near = nearest(code, Object.keys(EXPLANATIONS));
  if (near !== undefined) return `did you mean ${near}, ${EXPLANATIONS[near]?.title ?? ""}?`;
  return "a code stands before each message, such as SW1203; codes in words, such as missing-credential, are those of errors that calls throw: docs/requests.md of the repository lists them";
}
