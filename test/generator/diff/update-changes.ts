import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { changeCases, changes, markdownOf } from "./change-cases.js";

// Writes generated-snapshots/changes/<case>/diff.md again; a part of `npm run snapshots`.
for (const name of changeCases()) writeFileSync(join(changes, name, "diff.md"), await markdownOf(name));
