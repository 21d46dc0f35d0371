import type { OptionSpec } from "./option-spec.js";

/** Options of the commands around the first hour: where a project begins, and what it needs. */
export interface GivenStartOptions {
  readonly example?: boolean | undefined;
  readonly dotenv?: string | undefined;
  readonly check?: boolean | undefined;
}

export const START_OPTIONS: { readonly [name in keyof GivenStartOptions]-?: OptionSpec } = {
  example: {
    type: "boolean",
    commands: ["env"],
    isForOneRun: true,
    summary: "print a file of the variables, to fill in: sdkwright env --example > .env.example",
  },
  dotenv: {
    type: "string",
    value: "file",
    commands: ["env"],
    summary: "count variables that stand in this file as set",
  },
  check: { type: "boolean", commands: ["env"], isForOneRun: true, summary: "exit with 1 where a variable is not set" },
};
