// How emitted code is judged: all of typescript-eslint's strict set that needs types, with no rule off or softened and
// no comment that could silence one. Stylistic rules are left to prettier and to the reader.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { configs } from "typescript-eslint";

export default [
  ...configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: "tsconfig.json", tsconfigRootDir: dirname(fileURLToPath(import.meta.url)) },
    },
    linterOptions: { noInlineConfig: true },
  },
];
