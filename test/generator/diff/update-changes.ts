// Writes what `diff` says of each case of generated-snapshots/changes: see `npm run snapshots`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { changeCases, changes, diffOf } from "./change-cases.js";

for (const name of changeCases()) writeFileSync(join(changes, name, "diff.md"), (await diffOf(name)).markdown);
