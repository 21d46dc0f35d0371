export type CommandName =
  "generate" | "check" | "diff" | "validate" | "add" | "init" | "map" | "env" | "simulate" | "report" | "explain";

export interface CommandSpec {
  /** The positional arguments as the help shows them. */
  readonly files: string;
  readonly summary: string;
}

export interface OptionSpec {
  /** A `list` can be given several times. */
  readonly type: "string" | "boolean" | "list";
  /** What the help calls the value. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** The commands that know it; all if absent. */
  readonly commands?: readonly CommandName[];
  /** Whether it is about one run, so that it cannot stand in package.json. */
  readonly isForOneRun?: true;
  readonly summary: string;
  /** The summary for `report`, if the option means another thing there. */
  readonly inReport?: string;
}
