import { escapeUnprintable } from "../files/escape.js";
import { findProject } from "../files/find-project.js";
import { soundProjects } from "../quick/package-options.js";
import { isCommand } from "../quick/options.js";
import { jsonText } from "./json-text.js";
import type { Printed } from "./report.js";
import type { ExitCode } from "./result.js";

/** Why a command line came to nothing, before it could be carried out. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly exitCode: ExitCode;
  /** For people, where it is not message and hint alone. */
  readonly text?: string | undefined;
}

/** A failure in the format that was asked for, as far as the command line says. */
export async function printFailure(
  args: readonly string[],
  { code, message, hint, exitCode, text }: Failure,
): Promise<Printed> {
  switch (formatAsked(args) ?? "pretty") {
    case "json": {
      const diagnostics = [{ code, severity: "error", message, hint }];
      return { stdout: documentOf(args, exitCode, { diagnostics }), stderr: "" };
    }
    case "github": {
      const { annotation } = await import("../diagnostics/github.js");
      return { stdout: `${annotation("error", { title: `sdkwright ${code}` }, `${message} (${hint})`)}\n`, stderr: "" };
    }
    default:
      return {
        stdout: "",
        stderr: text ?? `${escapeUnprintable(message)}\n${escapeUnprintable(hint)}\n`,
      };
  }
}

/** A text that was asked for, as JSON where that was asked for too. */
export function printText(args: readonly string[], text: string): Printed {
  const isJson = formatAsked(args) === "json";
  return { stdout: isJson ? documentOf(args, 0, { diagnostics: [], text }) : text, stderr: "" };
}

function documentOf(args: readonly string[], exitCode: ExitCode, more: object): string {
  const [first] = args;
  const dryRun = args.includes("--dry-run");
  return jsonText({ command: isCommand(first) ? first : "generate", dryRun, exitCode, ...more });
}

/** The last `--format` of the arguments, whatever else is wrong with them; else that of package.json. */
function formatAsked(args: readonly string[]): string | undefined {
  const given = args.flatMap((arg, index) => {
    if (arg === "--format") return args[index + 1] ?? [];
    return arg.startsWith("--format=") ? arg.slice("--format=".length) : [];
  });
  return given.at(-1) ?? configuredFormat();
}

function configuredFormat(): string | undefined {
  try {
    return soundProjects(findProject(process.cwd()))?.[0]?.format;
  } catch {
    return undefined;
  }
}
