import type { Explanation } from "./explanation.js";

/** What stands in the way of `report`. */
export const reportExplanations: { readonly [code: string]: Explanation } = {
  SW0825: {
    title: "a file that is not a report",
    severity: "error",
    what: "Where the report belongs stands a file that sdkwright did not write: it does not say of itself that it is a report.",
    why: "A report replaces the one before, and nothing else.",
    mend: "Name another file with `--file`, or overwrite this one with `--force`.",
  },
  SW0826: {
    title: "no place for a report",
    severity: "error",
    what: "Where the report belongs stands a folder, a link or a device, or a folder on the way is a link that leads out of the project. Or it is in `.git`.",
    why: "A link could lead out of the project, a device has no end, and git runs what stands in `.git`.",
    mend: "Name another file with `--file`.",
  },
};
