import { addExplanations } from "./add.js";
import { beginningExplanations } from "./beginning.js";
import { configurationExplanations } from "./configuration.js";
import { credentialExplanations } from "./credentials.js";
import { definitionExplanations } from "./definitions.js";
import { emissionExplanations } from "./emission.js";
import type { Explanation } from "./explanation.js";
import { fileExplanations } from "./files.js";
import { formatExplanations } from "./formats.js";
import { mapExplanations } from "./maps.js";
import { openapiExplanations } from "./openapi.js";
import { reportExplanations } from "./report.js";
import { runExplanations } from "./runs.js";
import { schemeExplanations } from "./schemes.js";
import { simulationExplanations } from "./simulating.js";

export type { Example, Explanation } from "./explanation.js";

/** Every diagnostic that the generator can give, by code. */
export const EXPLANATIONS: { readonly [code: string]: Explanation } = {
  ...fileExplanations,
  ...mapExplanations,
  ...runExplanations,
  ...addExplanations,
  ...beginningExplanations,
  ...reportExplanations,
  ...simulationExplanations,
  ...formatExplanations,
  ...definitionExplanations,
  ...schemeExplanations,
  ...configurationExplanations,
  ...credentialExplanations,
  ...emissionExplanations,
  ...openapiExplanations,
};
