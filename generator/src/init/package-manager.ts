import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PackagePlan } from "./package-file.js";

export interface Manager {
  readonly install: string;
  readonly add: string;
  readonly dev: string;
  readonly run: string;
  readonly start: string;
}

const MANAGERS = {
  npm: { install: "npm install", add: "npm install", dev: "--save-dev", run: "npm run", start: "npm start" },
  pnpm: { install: "pnpm install", add: "pnpm add", dev: "--save-dev", run: "pnpm run", start: "pnpm start" },
  yarn: { install: "yarn install", add: "yarn add", dev: "--dev", run: "yarn run", start: "yarn start" },
  bun: { install: "bun install", add: "bun add", dev: "--dev", run: "bun run", start: "bun run start" },
  deno: { install: "deno install", add: "deno add", dev: "--dev", run: "deno task", start: "deno task start" },
} as const;

/** What runs the commands of a project that Deno runs. */
export const DENO: Manager = MANAGERS.deno;

const LOCKS: { readonly [file: string]: keyof typeof MANAGERS } = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/**
 * The package manager of a project: by the nearest lock file upward, else the one that runs the command, which says so in
 * `npm_config_user_agent`; else npm.
 */
export function managerOf(folder: string, userAgent: string | undefined): Manager {
  const [, name] = Object.entries(LOCKS).find(([file]) => existsSync(join(folder, file))) ?? [];
  if (name !== undefined) return MANAGERS[name];
  return dirname(folder) === folder ? managerRunning(userAgent) : managerOf(dirname(folder), userAgent);
}

/** `pnpm/9.1.0 npm/? node/v20.19.0 linux x64` */
function managerRunning(userAgent = ""): Manager {
  const [name = ""] = userAgent.split("/");
  return Object.hasOwn(MANAGERS, name) ? MANAGERS[name as keyof typeof MANAGERS] : MANAGERS.npm;
}

/** The commands that install what is missing. */
export function installCommands({ add, dev }: Manager, missing: PackagePlan["missing"]): readonly string[] {
  return [
    ...(missing.dependencies.length === 0 ? [] : [`${add} ${missing.dependencies.join(" ")}`]),
    ...(missing.devDependencies.length === 0 ? [] : [`${add} ${dev} ${missing.devDependencies.join(" ")}`]),
  ];
}
