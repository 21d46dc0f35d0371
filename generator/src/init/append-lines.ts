/** A text with more lines at its end, which end as its own do. */
export function appendLines(text: string, lines: readonly string[]): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text === "" || text.endsWith("\n") ? text : `${text}${end}`;
  return `${before}${lines.map((line) => `${line}${end}`).join("")}`;
}
