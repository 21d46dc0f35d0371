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
  const page = `docs/diagnostics.md#${code.toLowerCase()}`;
  const summary = rule === undefined ? `More: ${page}` : `The rule: ${rule} in docs/rules.md. More: ${page}`;
  const details = {
    json: () => ({ explanation: { code, ...explanation } }),
    pretty: (paint: Parameters<typeof terminalPage>[2]) => terminalPage(code, explanation, paint),
    github: () => "",
  };
  return { issues: [], summary, exitCode: 0, details };
}

function unknown(given: string, code: string): CommandResult {
  const near = nearest(code, Object.keys(EXPLANATIONS));
  const hint =
    near === undefined
      ? "a code stands before each message, such as SW1203"
      : `did you mean ${near}, ${EXPLANATIONS[near]?.title ?? ""}?`;
  const message = `there is no diagnostic ${escapeUnprintable(given)}`;
  return {
    issues: [{ code: "SW0302", severity: "error", pointer: "", message, hint }],
    summary: "Nothing was explained.",
    exitCode: 3,
  };
}
