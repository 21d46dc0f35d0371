import type { OptionSpec } from "./option-spec.js";

/** Options of the commands around the first hour: where a project begins, and what it needs. */
export interface GivenStartOptions {
  readonly "base-url"?: string | undefined;
  readonly auth?: string | undefined;
  readonly "key-prefix"?: string | undefined;
  readonly file?: string | undefined;
  readonly example?: boolean | undefined;
  readonly dotenv?: string | undefined;
  readonly base?: string | undefined;
  readonly check?: boolean | undefined;
}

export const START_OPTIONS: { readonly [name in keyof GivenStartOptions]-?: OptionSpec } = {
  "base-url": {
    type: "string",
    value: "url",
    commands: ["init"],
    isForOneRun: true,
    summary: "where the API is",
  },
  auth: {
    type: "string",
    value: "how",
    commands: ["init"],
    isForOneRun: true,
    summary:
      "header=<name>, query=<name>, cookie=<name>, bearer, basic, digest, oauth2=<token URL>, oauth2-refresh=<token URL>, signature=<headers> or none",
  },
  "key-prefix": {
    type: "string",
    value: "text",
    commands: ["init"],
    isForOneRun: true,
    summary: 'stands before the key in its header, such as "Bot "',
  },
  file: {
    type: "string",
    value: "path",
    commands: ["map", "report"],
    isForOneRun: true,
    summary: "where the map goes, .ts or .js [maps/<profile>.<provider>.ts beside the output folder]",
    inReport: "where the page goes [sdkwright-report.html]",
  },
  example: {
    type: "boolean",
    commands: ["env"],
    isForOneRun: true,
    summary: "print a file of the variables, to fill in: sdkwright env --example > .env.example",
  },
  dotenv: {
    type: "string",
    value: "file",
    commands: ["env", "report"],
    isForOneRun: true,
    summary: "count variables that stand in this file as set",
  },
  base: {
    type: "string",
    value: "rev",
    commands: ["report"],
    isForOneRun: true,
    summary: "show what changed since a git revision, lock file or folder",
  },
  check: { type: "boolean", commands: ["env"], isForOneRun: true, summary: "exit with 1 if a variable is not set" },
};
