// How emitted code is judged: everything that typescript-eslint's strict set finds with types, and no rule is off.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { configs } from "typescript-eslint";

export default [
  ...configs.strictTypeChecked,
  ...configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: "tsconfig.json", tsconfigRootDir: dirname(fileURLToPath(import.meta.url)) },
    },
    linterOptions: { noInlineConfig: true },
  },
];
