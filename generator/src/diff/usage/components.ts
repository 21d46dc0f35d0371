import type { CodePlace } from "../change.js";
import { SENDS } from "./clients.js";
import type { Usage } from "./usage.js";

const SEND = new RegExp(`\\b(?:${[...SENDS].join("|")})\\b`);

/** A component without any of these neither calls anything nor hands anything on. */
const CODE = /[({`]|\bimport\b|[\s"'](?:v-|[:@#])/;

/**
 * What components may use. TypeScript does not read them: they can call what they import, by whatever name, or what is
 * there without an import. So each that has code is a call that nobody knows, at the first word that may be one.
 */
export function usageOfComponents(
  components: ReadonlyMap<string, string>,
  providers: readonly string[],
  nameOf: (path: string) => string,
): Usage {
  const files = [...components].map(([path, text]) => ({ file: nameOf(path), text }));
  return {
    calls: files
      .filter(({ text }) => CODE.test(text))
      .map(({ file, text }) => ({ place: placeIn(file, text, Math.max(0, text.search(SEND))) })),
    imports: files.flatMap(({ file, text }) =>
      providers.flatMap((provider) => {
        const index = text.indexOf(`operations/${provider}`);
        return index === -1 ? [] : [{ place: placeIn(file, text, index), provider }];
      }),
    ),
  };
}

function placeIn(file: string, text: string, index: number): CodePlace {
  const lines = text.slice(0, index).split("\n");
  return { file, line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
