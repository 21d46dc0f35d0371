import type { CodePlace } from "../change.js";
import { SENDS } from "./clients.js";
import type { Usage } from "./usage.js";

const NAMES = [...SENDS].join("|");

/** `pay.get`, `pay["get"]` or `{ get } =`. */
const SEND = new RegExp(
  `\\.\\s*(?:${NAMES})\\b|\\[\\s*["'\`](?:${NAMES})\\b|\\{[^{}]*\\b(?:${NAMES})\\b[^{}]*\\}\\s*=`,
);

/** What components may use. TypeScript does not read them, so that the first mention speaks for all. */
export function usageOfComponents(
  components: ReadonlyMap<string, string>,
  providers: readonly string[],
  nameOf: (path: string) => string,
): Usage {
  const files = [...components].map(([path, text]) => ({ file: nameOf(path), text }));
  return {
    calls: files.flatMap(({ file, text }) => placesIn(file, text, text.search(SEND)).map((place) => ({ place }))),
    imports: files.flatMap(({ file, text }) =>
      providers.flatMap((provider) =>
        placesIn(file, text, text.indexOf(`operations/${provider}`)).map((place) => ({ place, provider })),
      ),
    ),
  };
}

function placesIn(file: string, text: string, index: number): readonly CodePlace[] {
  if (index === -1) return [];
  const lines = text.slice(0, index).split("\n");
  return [{ file, line: lines.length, column: (lines.at(-1) ?? "").length + 1 }];
}
