import type { Paint } from "../pretty.js";
import type { Example, Explanation } from "./explanation.js";

const WIDTH = 100;
const PAINTS = { error: "red", warning: "yellow", note: "cyan" } as const;

/** The page of one code as a terminal shows it. */
export function terminalPage(code: string, explanation: Explanation, paint: Paint): string {
  const { title, severity, what, why, mend, example } = explanation;
  const color = paint[PAINTS[severity]];
  const parts = [
    `${color(paint.bold(`${severity} ${code}`))}  ${title}`,
    wrapped(`${what} ${why}`),
    wrapped(`To mend it: ${mend}`),
    ...exampleOf(example, paint),
  ];
  return parts.map((part) => `${part}\n\n`).join("");
}

function exampleOf(example: Example | undefined, paint: Paint): readonly string[] {
  if (example === undefined) return [];
  const { document, wrong, right } = example;
  return [`In a ${document}:\n  ${paint.red("wrong")}  { ${wrong} }\n  ${paint.green("right")}  { ${right} }`];
}

/** Lines at most as wide as people like to read; what Markdown writes for links and emphasis is left out. */
function wrapped(markdown: string): string {
  const text = markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("**", "");
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => `  ${line}`).join("\n");
}
