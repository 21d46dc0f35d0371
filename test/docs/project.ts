import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as assert from "uvu/assert";
import { generate } from "#generator/generate.js";
import { Reader } from "#generator/project/reader.js";
import { root } from "../tree.js";
import { codeBlocksOf, pages, type CodeBlock } from "./markdown.js";

/** A block of code, and the page that it stands on. */
export interface Block extends CodeBlock {
  readonly file: string;
}

const blocks: readonly Block[] = pages.flatMap((page) =>
  codeBlocksOf(page).map((block) => ({ ...block, file: page.file })),
);

export const inLanguage = (language: string): readonly Block[] => blocks.filter((block) => block.language === language);

/** The project that the pages describe, with its SDK and these blocks; gives the paths of the blocks. */
export async function writeProject(folder: string, blocks: readonly Block[]): Promise<readonly string[]> {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "test", "docs", "project"), folder, { recursive: true });
  // Sources of the project are not compiled with the tests.
  for (const [text, source] of SOURCES) renameSync(join(folder, "src", text), join(folder, "src", source));
  const files = blocks.map((block) => writeBlock(folder, block));
  await writeSdk(folder);
  return files;
}

const SOURCES = [
  ["globals.txt", "globals.ts"],
  ["undici.txt", "undici.d.ts"],
  ["express.txt", "express.d.ts"],
] as const;

/** A first line may name the file: `// src/maps/send-sms.pigeon.ts`. */
function writeBlock(folder: string, { file, line, code }: Block): string {
  const [, named] = /^\/\/ (src\/\S+\.ts)\n/.exec(code) ?? [];
  const path = join(folder, named ?? `src/${file.replaceAll("/", "-").replace(/\.md$/, "")}-${line}.ts`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${code}\nexport {};\n`);
  return path;
}

/** The SDK of the whole project, and those of providers that would demand something of every client. */
async function writeSdk(folder: string): Promise<void> {
  const definitions = ["parameters", "recipes"].flatMap((name) => filesIn(join(folder, name)));
  const client = join(folder, "client", "client.json");
  await writeOutput(folder, { config: client, definitions: [] });
  await writeOutput(folder, { config: join(folder, "none.json"), definitions });
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

async function writeOutput(
  folder: string,
  inputs: { readonly config: string; readonly definitions: readonly string[] },
): Promise<void> {
  const out = join(folder, "src", "generated");
  const { output, issues } = await generate({ root: folder, isConfigGiven: false, out, ...inputs }, new Reader(folder));
  assert.ok(output, JSON.stringify(issues));
  for (const { path, text } of output.files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  }
}
