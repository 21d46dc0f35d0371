import { fileLines, leftText, providerReport, type Telling } from "../add/report.js";
import type { AddPlan } from "../add/plan.js";
import type { Told } from "../add/add.js";
import { escapeUnprintable } from "../files/escape.js";
import type { InitPlan } from "./plan-init.js";

/** What `init` says, for people: what was written, what was left alone, and what comes next. */
export function initReport(provider: AddPlan, told: Told, plan: InitPlan, telling: Telling): string {
  const isThere = provider.files.length === 0;
  const all = { ...provider, files: [...provider.files, ...plan.files] };
  const steps = plan.steps.map((step) => `  ${escapeUnprintable(step)}`);
  return [
    ...(isThere ? [presentText(all, telling)] : providerReport(all, told, telling)),
    leftText(plan.left),
    ["Next:", ...steps].join("\n"),
    `In CI:\n  ${escapeUnprintable(plan.check)}`,
    ...(plan.call === undefined
      ? []
      : [`A first call, in ${telling.caller}:\n\n${plan.call.replaceAll(/^(?=.)/gm, "  ")}`]),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Of a provider that was there: nothing about it is new. */
function presentText({ name, files }: AddPlan, { root }: Telling): string {
  const lines = files.length === 0 ? ["Nothing to write."] : fileLines(files, root);
  return [`Provider ${name} is there already.`, ...lines].join("\n");
}
