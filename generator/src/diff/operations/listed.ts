import { quoted } from "../change.js";

/** `"GET /a", "GET /b" and 3 more` */
export function listed(names: readonly string[], most = 2, textOf: (name: string) => string = quoted): string {
  const shown = names.slice(0, names.length === most + 1 ? most + 1 : most).map(textOf);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(", ")} and ${String(more)} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1) ?? ""}`;
}
