// Modules of `sdkwright types` beside those of openapi-typescript: their declarations have to be the same, member by member.
// Two modules with the same names and the same syntax have identical types; assignability would not see a lost property.
// Usage: node identity.mjs [words of a file ..]
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript-5.9";
import { reasonOf } from "./identity-reasons.mjs";
import { edited, EDITS, randomFrom } from "./self-test.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const corpus = join(root, "..", "shared", "corpus");
const folder = join(root, ".build", "oracles-identity");

/** The ways to call both. */
const VARIANTS = {
  plain: { flags: [], options: {} },
  flags: {
    flags: [
      "--alphabetize",
      "--enum",
      "--root-types",
      "--default-non-nullable=false",
      "--empty-objects-unknown",
    ].concat("--immutable"),
    options: {
      alphabetize: true,
      enum: true,
      rootTypes: true,
      defaultNonNullable: false,
      emptyObjectsUnknown: true,
      immutable: true,
    },
  },
};

const WAY = "→";

/** Differences between two modules as `{ path, what }`. */
export function moduleDifferences(ours, theirs) {
  const [left, right] = [ours, theirs].map(declarationsOf);
  return compareMembers(left, right, "", right);
}

function declarationsOf(text) {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2022, false);
  const declarations = new Map();
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement)) declarations.set(statement.name.text, shapeOfMembers(statement.members));
    else if (ts.isTypeAliasDeclaration(statement)) declarations.set(statement.name.text, shapeOf(statement.type));
    else if (ts.isEnumDeclaration(statement)) declarations.set(statement.name.text, shapeOfEnum(statement));
    else declarations.set("no declaration", ts.SyntaxKind[statement.kind]);
  }
  return declarations;
}

/** A type without its layout: text for a leaf, else what is below it by name. */
function shapeOf(node) {
  if (node === undefined) return "nothing";
  if (ts.isParenthesizedTypeNode(node)) return shapeOf(node.type);
  if (ts.isTypeLiteralNode(node)) return shapeOfMembers(node.members);
  if (ts.isUnionTypeNode(node)) return unionOf(node.types.map(shapeOf));
  if (ts.isIntersectionTypeNode(node)) return listOf("&", node.types.map(shapeOf));
  if (ts.isArrayTypeNode(node)) return new Map([["[]", shapeOf(node.elementType)]]);
  if (ts.isTupleTypeNode(node)) return listOf("tuple", node.elements.map(shapeOf));
  if (ts.isTypeOperatorNode(node)) return new Map([["readonly", shapeOf(node.type)]]);
  if (ts.isLiteralTypeNode(node)) return literalOf(node.literal);
  if (ts.isIndexedAccessTypeNode(node)) return wayOf(node);
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.text;
    return node.typeArguments === undefined ? name : listOf(`${name}<>`, node.typeArguments.map(shapeOf));
  }
  if (ts.isMappedTypeNode(node)) return "a mapped type";
  return ts.SyntaxKind[node.kind];
}

/** `components["schemas"]["Pet"]` as the keys of its way. */
function wayOf(node) {
  const keys = [];
  for (; ts.isIndexedAccessTypeNode(node); node = node.objectType) keys.unshift(node.indexType.literal?.text);
  return keys.includes(undefined) ? "an access by a type" : WAY + JSON.stringify([node.typeName.text, ...keys]);
}

function literalOf(literal) {
  if (literal === undefined) return "nothing";
  if (ts.isStringLiteral(literal)) return JSON.stringify(literal.text);
  if (ts.isPrefixUnaryExpression(literal)) return `-${literal.operand.text}`;
  return literal.text ?? ts.SyntaxKind[literal.kind];
}

function shapeOfMembers(members) {
  return new Map(
    members.map((member) => {
      const isReadonly = member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) === true;
      const name = ts.isIndexSignatureDeclaration(member) ? "[key]" : member.name.text;
      const how = `${isReadonly ? "readonly" : ""}${member.questionToken ? "?" : ""}`;
      return [name, { how, type: shapeOf(member.type) }];
    }),
  );
}

function shapeOfEnum({ members }) {
  return new Map(members.map(({ name, initializer }) => [name.text, literalOf(initializer)]));
}

/** In any order, each once. */
function unionOf(shapes) {
  const parts = new Map(shapes.map((shape) => [keyOf(shape), shape]));
  return new Map([["|", new Map(Array.from(parts).sort(([a], [b]) => (a < b ? -1 : 1)))]]);
}

function keyOf(shape) {
  return typeof shape === "string"
    ? shape
    : JSON.stringify(shape, (_, value) => (value instanceof Map ? [...value] : value));
}

function listOf(sign, shapes) {
  return new Map([[sign, new Map(shapes.map((shape, index) => [String(index), shape]))]]);
}

function compareMembers(ours, theirs, path, all) {
  const found = [];
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const place = `${path}/${name.length > 80 ? `${name.slice(0, 80)}…` : name}`;
    const [left, right] = [ours.get(name), theirs.get(name)];
    if (left === undefined) found.push({ path: place, what: `is missing: ${shortened(right)}` });
    else if (right === undefined) found.push({ path: place, what: `theirs does not have it: ${shortened(left)}` });
    else found.push(...compare(left, right, place, all));
  }
  return found;
}

function compare(ours, theirs, path, all) {
  if (ours.how !== undefined && theirs.how !== undefined) {
    const how = ours.how === theirs.how ? [] : [{ path, what: `is "${ours.how}", theirs "${theirs.how}"` }];
    return [...how, ...compare(ours.type, theirs.type, path, all)];
  }
  if (keyOf(ours) === keyOf(theirs)) return [];
  if (isWay(theirs) && !isWay(ours)) {
    const target = targetOf(theirs, all);
    return target === undefined
      ? [{ path, what: `theirs leads nowhere: ${theirs}` }]
      : [{ path, what: `theirs refers to it: ${theirs}` }, ...compare(ours, target, path, all)];
  }
  if (ours instanceof Map && theirs instanceof Map && [...ours.keys()].some((key) => theirs.has(key)))
    return compareMembers(ours, theirs, path, all);
  return [{ path, what: `${shortened(ours)}, theirs ${shortened(theirs)}` }];
}

function isWay(shape) {
  return typeof shape === "string" && shape.startsWith(WAY);
}

/** The type at the end of a way; `undefined` if it does not compile, or passes a part that may be absent. */
function targetOf(way, all) {
  const keys = JSON.parse(way.slice(WAY.length));
  let shape = all;
  for (const [index, key] of keys.entries()) {
    while (isWay(shape)) shape = targetOf(shape, all);
    const found = shape instanceof Map ? shape.get(key) : undefined;
    if (found === undefined || (found.how?.includes("?") && index < keys.length - 1)) return undefined;
    shape = found.type ?? found;
  }
  return shape;
}

function shortened(shape) {
  const key = keyOf(shape);
  return key.length > 160 ? `${key.slice(0, 160)}…` : key;
}

/** Documents in the corpus, of every version. */
function documents(words) {
  const files = ["operations", "openapi"].flatMap((part) =>
    readdirSync(join(corpus, part), { recursive: true })
      .map((file) => join(corpus, part, file))
      .filter((file) => /\.(?:json|ya?ml)$/.test(file)),
  );
  return files
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort((a, b) => (a < b ? -1 : 1));
}

async function theirModule(file, options) {
  const ast = await openapiTS(pathToFileURL(file), { silent: true, ...options });
  return astToString(ast);
}

function ourModule(file, flags) {
  const command = [join(root, "generator/dist/bin.js"), "types", file, "--format", "json", ...flags];
  const { stdout, status, stderr } = spawnSync(process.execPath, command, {
    encoding: "utf8",
    maxBuffer: 1e9,
    cwd: folder,
  });
  if (status !== 0 && status !== 2) throw new Error(`types ended with ${status} for ${file}\n${stderr}`);
  return JSON.parse(stdout);
}

/** Compares every document that both read; what we read alone has to compile, as all else. */
async function compareAll(words) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  const reasons = new Map();
  const counts = { both: 0, ours: 0, theirs: 0, neither: 0 };
  let unexplained = 0;
  for (const file of documents(words)) {
    const short = file.slice(corpus.length + 1);
    for (const [variant, { flags, options }] of Object.entries(VARIANTS)) {
      const { types: ours, diagnostics } = ourModule(file, flags);
      const theirs = await theirModule(file, options).catch((error) => error);
      const isTheirs = typeof theirs === "string";
      if (ours !== undefined) writeFileSync(join(folder, `${variant}-${short.replaceAll(/[^\w.-]/g, "-")}.ts`), ours);
      if (variant === "plain")
        counts[ours === undefined ? (isTheirs ? "theirs" : "neither") : isTheirs ? "both" : "ours"] += 1;
      if (!isTheirs) continue;
      if (ours === undefined) {
        unexplained += 1;
        console.log(`${short}: only theirs reads it: ${diagnostics[0]?.message}`);
        continue;
      }
      for (const difference of moduleDifferences(ours, theirs)) {
        const reason = reasonOf(short, difference);
        if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        else {
          unexplained += 1;
          console.log(`${short} (${variant})  ${difference.path}: ${difference.what}`);
        }
      }
    }
  }
  for (const [reason, count] of reasons) console.log(`${String(count).padStart(6)}  ${reason}`);
  const { both, ours, theirs, neither } = counts;
  console.log(
    `identity: ${both} documents of both, ${ours} of ours alone, ${theirs} of theirs alone, ${neither} of neither`,
  );
  console.log(`identity: ${unexplained} differences without a reason`);
  return compiles() && unexplained === 0 ? 0 : 1;
}

/** Each of the random edits of a module has to be noticed. */
function isNoticing(file) {
  const { types: text } = ourModule(file, []);
  const random = randomFrom(1);
  const edits = Array.from({ length: EDITS }, () => edited(text, random));
  const missed = edits.filter(({ code }) => moduleDifferences(code, text).length === 0);
  for (const { what } of missed) console.log(`the walk does not notice ${what}`);
  console.log(`identity: ${EDITS - missed.length} of ${EDITS} random edits are noticed`);
  return missed.length === 0;
}

/** With each TypeScript that there is, the oldest and the newest among them. */
function compiles() {
  const verdicts = ["typescript-5.4", "typescript-5.9", "typescript-6", "typescript"].map((name) => {
    const tsc = join(root, "node_modules", name, "bin", "tsc");
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "es2022",
      module: "nodenext",
      types: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    const mistakes = stdout.split("\n").filter((line) => line.includes("error TS"));
    for (const mistake of mistakes.slice(0, 20)) console.log(`${name}: ${mistake}`);
    return mistakes.length === 0;
  });
  console.log(`identity: ${readdirSync(folder).filter((file) => file.endsWith(".ts")).length} modules compiled`);
  return verdicts.every(Boolean);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (existsSync(corpus)) {
    const code = await compareAll(process.argv.slice(2));
    process.exitCode = isNoticing(join(corpus, "operations/resend.json")) ? code : 1;
  } else console.log("identity: no documents beside this checkout, left out");
}
