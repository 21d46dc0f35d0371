import { PRINT_WIDTH } from "../names/print-width.js";

/** Lays out a module. Prettier is loaded at the first call, because most modules do without it. */
export async function format(code: string): Promise<string> {
  const [prettier, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/typescript"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(code, { ...FORMAT_OPTIONS, plugins, filepath: MODULE });
}

/** Without a name prettier looks for JSX first, in time that grows with the square of the length. */
const MODULE = "module.ts";

/** Everything that shapes the output, whatever a later prettier makes its default. */
const FORMAT_OPTIONS = {
  parser: "typescript",
  printWidth: PRINT_WIDTH,
  tabWidth: 2,
  useTabs: false,
  semi: true,
  singleQuote: false,
  quoteProps: "as-needed",
  trailingComma: "all",
  bracketSpacing: true,
  objectWrap: "preserve",
  arrowParens: "always",
  experimentalOperatorPosition: "end",
  endOfLine: "lf",
} as const;
