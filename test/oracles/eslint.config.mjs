// How emitted code is judged: all of typescript-eslint's strict set that needs types, with no comment that could silence
// a rule. Stylistic rules are left to prettier and to the reader.
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
  {
    // Modules of operations say what a document says, and they are read by keys: `errors: {}` has none, a list of
    // operations names the deprecated ones too, and a schema that says nothing is `unknown` wherever it is named.
    files: ["**/generated/operations/**/*.ts"],
    rules: {
      "@typescript-eslint/no-empty-object-type": "off",
      "@typescript-eslint/no-deprecated": "off",
      "@typescript-eslint/no-redundant-type-constituents": "off",
    },
  },
];
