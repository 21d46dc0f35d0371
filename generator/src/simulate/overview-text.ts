import type { Paint } from "../diagnostics/pretty.js";
import { nameText } from "./call-text.js";
import { failureText } from "./failure-text.js";
import type { SimulatedCall } from "./overview.js";
import { secondsText } from "./seconds-text.js";
import type { CallTimeline } from "./timeline.js";
import { largest } from "../files/largest.js";

const NAME_WIDTH = 14;

/** A table: how long a call takes, and who answers, for each way in which the first provider is down. */
export function overviewText(calls: readonly SimulatedCall[], worst: CallTimeline, paint: Paint): string {
  const rows = [
    ...calls.map(({ failing, timeline }) => rowOf(failingText(failing), timeline, paint)),
    ...(worst.candidates.length > 1 ? [rowOf("everybody=timeout", worst, paint)] : []),
  ];
  const width = largest(
    rows.map(({ what }) => what.length),
    HEAD.length,
  );
  const head = `  ${HEAD.padEnd(width)}  the call takes  requests  it ends with`;
  const lines = rows.map(
    ({ what, takes, attempts, end }) =>
      `  ${what.padEnd(width)}  ${takes.padStart(14)}  ${String(attempts).padStart(8)}  ${end}`,
  );
  return [paint.bold(head), ...lines].map((line) => `${line}\n`).join("");
}

const HEAD = "what fails";

interface Row {
  readonly what: string;
  readonly takes: string;
  readonly attempts: number;
  readonly end: string;
}

function rowOf(what: string, { end: { at, outcome, provider, attempts, error } }: CallTimeline, paint: Paint): Row {
  const end =
    outcome === "success"
      ? paint.green(`an answer of ${nameText(provider ?? "", NAME_WIDTH)}`)
      : paint.red(error?.name ?? "an error");
  return { what, takes: secondsText(at), attempts, end };
}

/** As `--fail` takes it. */
export function failingText(failing: SimulatedCall["failing"]): string {
  const texts = Object.entries(failing).map(
    ([name, failure]) => `${nameText(name, NAME_WIDTH)}=${failureText(failure)}`,
  );
  return texts.length === 0 ? "nobody" : texts.join(", ");
}
