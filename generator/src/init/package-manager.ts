import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PackagePlan } from "./package-file.js";

interface Manager {
  readonly install: string;
  readonly add: string;
  readonly dev: string;
  readonly run: string;
}

const MANAGERS = {
  npm: { install: "npm install", add: "npm install", dev: "--save-dev", run: "npm run" },
  pnpm: { install: "pnpm install", add: "pnpm add", dev: "--save-dev", run: "pnpm run" },
  yarn: { install: "yarn install", add: "yarn add", dev: "--dev", run: "yarn run" },
  bun: { install: "bun install", add: "bun add", dev: "--dev", run: "bun run" },
} as const;

const LOCKS: { readonly [file: string]: keyof typeof MANAGERS } = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/** The package manager of a project: by the nearest lock file upward; npm where there is none. */
export function managerOf(folder: string): Manager {
  const [, name] = Object.entries(LOCKS).find(([file]) => existsSync(join(folder, file))) ?? [];
  if (name !== undefined) return MANAGERS[name];
  return dirname(folder) === folder ? MANAGERS.npm : managerOf(dirname(folder));
}

/** The commands that install what is missing. */
export function installCommands({ add, dev }: Manager, missing: PackagePlan["missing"]): readonly string[] {
  return [
    ...(missing.dependencies.length === 0 ? [] : [`${add} ${missing.dependencies.join(" ")}`]),
    ...(missing.devDependencies.length === 0 ? [] : [`${add} ${dev} ${missing.devDependencies.join(" ")}`]),
  ];
}
