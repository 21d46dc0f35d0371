import type { Explanation } from "./explanation.js";

/** What stands in the way of `init` and `map`. */
export const beginningExplanations: { readonly [code: string]: Explanation } = {
  SW0801: {
    title: "an answer that `init` needs",
    severity: "error",
    what: "`init` runs where nobody can be asked (no terminal, CI, `--format json`), or was ended before its questions were answered, and the command line does not say the provider's name, its base URL, or how it authenticates.",
    why: "A name stays in code for years, and credentials go to the base URL. Neither is guessed.",
    mend: "Run the command of the hint, with your own values in place of those that it proposes.",
  },
  SW0802: {
    title: "a map that is not written",
    severity: "error",
    what: "Where the map belongs stands a file already, the entry of the provider names another file or selects a map by variant, its ending is none of a map, it would stand outside of the project, or the profile has no use-case.",
    why: "`map` begins a file, and replaces none. A map in the output folder would be taken for an emitted file.",
    mend: "The hint says which: move the file away, name another place with `--file`, or write the profile document first.",
    rule: "C7",
  },
};
