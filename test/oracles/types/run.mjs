// Our types of every operation of the corpus beside those of openapi-typescript. Usage: node run.mjs [--record]
// [words of a file ..]; `--record` writes what `npm test` holds without it. Without words the walk itself is judged too.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { compareOperations, programOf } from "./compare.mjs";
import { knownOf } from "./known.mjs";
import { factsOf, ruleOf } from "./rules.mjs";
import { record } from "./sample.mjs";
import { EDITS, unnoticed } from "./self-test.mjs";
import { theirModule } from "./theirs.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const corpus = join(root, "..", "shared", "corpus");
const folder = join(root, ".build", "oracles-types");

/** Documents that both can read: OpenAPI 3, parsed. */
export function documents(words = []) {
  if (!existsSync(corpus)) return [];
  const files = ["operations", "operations/history", "operations/small", "openapi"].flatMap((part) =>
    readdirSync(join(corpus, part), { recursive: true })
      .map((file) => join(corpus, part, file))
      .filter((file) => /\.(?:json|ya?ml)$/.test(file)),
  );
  const wanted = [...new Set(files)].filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  return wanted.flatMap((file) => {
    const document = parsed(file);
    const isThree = String(document?.openapi).startsWith("3.") && typeof document.paths === "object";
    return isThree ? [{ file, name: nameOf(file), document }] : [];
  });
}

function parsed(file) {
  try {
    const text = readFileSync(file, "utf8");
    return extname(file) === ".json" ? JSON.parse(text) : load(text);
  } catch {
    return undefined;
  }
}

function nameOf(file) {
  const letters = file
    .slice(corpus.length)
    .replace(/\.\w+$/, "")
    .toLowerCase();
  const digits = letters.replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)]);
  return digits.replaceAll(/[^a-z]+/g, "-").replace(/^-|-$/g, "");
}

/** Both modules of every document, in one project. */
export async function write(all) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "client/providers"), { recursive: true });
  mkdirSync(join(folder, "theirs"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  const able = [];
  for (const { file, name, document } of all) {
    const theirs = await theirModule(document).catch((error) => error);
    if (theirs instanceof Error) {
      console.log(`${basename(file)}: openapi-typescript: ${theirs.message.split("\n")[0]}`);
      continue;
    }
    writeFileSync(join(folder, `theirs/${name}.ts`), theirs);
    writeFileSync(join(folder, `client/providers/${name}.json`), JSON.stringify(definition(name, file)));
    able.push({ file, name, document });
  }
  const providers = Object.fromEntries(able.map(({ name }) => [name, {}]));
  writeFileSync(join(folder, "client/client.json"), JSON.stringify({ providers }));
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, "generator/dist/bin.js"), "generate"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`generate ended with ${status}\n${stdout}${stderr}`.slice(0, 4000));
  return able.filter(({ name }) => existsSync(join(folder, `src/generated/operations/${name}.ts`)));
}

function definition(name, file) {
  const services = [{ id: "default", baseUrl: "https://api.vendor.example" }];
  return { name, services, defaultService: "default", openapi: file };
}

function pascal(name) {
  return name.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const verdicts = [await recorded(process.argv.includes("--record")), await compareAll(words)];
  if (words.length === 0) verdicts.push(judgeWalk("resend"));
  process.exitCode = Math.max(...verdicts);
}

async function recorded(isWritten) {
  if (await record(isWritten)) return 0;
  console.log("types: the record is another: run types/run.mjs --record");
  return 1;
}

/** Of random edits of one module, each has to be noticed. */
function judgeWalk(document) {
  const [{ name } = {}] = documents([`/${document}.`]);
  if (name === undefined) return 0;
  const missed = unnoticed(folder, name, `${pascal(name)}Operations`);
  for (const { what } of missed) console.log(`the walk does not notice ${what}`);
  console.log(`types: ${EDITS - missed.length} of ${EDITS} random edits of ${name} are noticed`);
  return missed.length === 0 ? 0 : 1;
}

/** Compares every document, prints a line for each rule and one for the whole, and resolves to an exit code. */
export async function compareAll(words) {
  const all = documents(words);
  if (all.length === 0) return skipped();
  const able = await write(all);
  const files = able.flatMap(({ name }) => [`src/generated/operations/${name}.ts`, `theirs/${name}.ts`]);
  const program = programOf(folder, files);
  const rules = new Map();
  let [pairs, unexplained] = [0, 0];
  for (const { name, file, document } of able) {
    const facts = factsOf(document);
    const result = compareOperations(program, {
      ours: join(folder, `src/generated/operations/${name}.ts`),
      operationsName: `${pascal(name)}Operations`,
      theirs: join(folder, `theirs/${name}.ts`),
    });
    pairs += result.pairs;
    for (const difference of result.found) {
      const rule = ruleOf(difference, facts) ?? knownOf(basename(file), difference);
      if (rule !== undefined) rules.set(rule, (rules.get(rule) ?? 0) + 1);
      else {
        unexplained += 1;
        const { operation, part, path, what } = difference;
        console.log(`${basename(file)}  ${operation}  ${part}  ${path}: ${what}`);
      }
    }
  }
  for (const [rule, count] of rules) console.log(`${String(count).padStart(6)}  ${rule}`);
  console.log(`types: ${able.length} documents, ${pairs} pairs of types, ${unexplained} differences without a reason`);
  return unexplained === 0 ? 0 : 1;
}

function skipped() {
  console.log("types: no documents beside this checkout, left out");
  return 0;
}
