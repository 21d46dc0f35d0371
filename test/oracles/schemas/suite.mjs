// The JSON Schema Test Suite as Debian has it in a package of Perl's: the one that has 2020-12 too. Only unpacked, not installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAME = "libtest-json-schema-acceptance-perl";
const folder = fileURLToPath(new URL("../../../.build/oracles-schemas", import.meta.url));
const versionFile = join(folder, "version");
const tests = join(folder, "usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests");

/** The package's version, fetched where it is not here yet, or what stands in the way. */
export function fetchSuite() {
  const problem = existsSync(versionFile) ? undefined : (lacking() ?? download());
  return problem === undefined ? { version: readFileSync(versionFile, "utf8") } : { missing: `${NAME}: ${problem}` };
}

function lacking() {
  const missing = ["/usr/bin/apt-get", "/usr/bin/dpkg-deb"].filter((file) => !existsSync(file));
  return missing.length === 0 ? undefined : `this is not Debian, ${missing.join(" and ")} not found`;
}

/** Without root it needs lists of packages that are there already. */
function download() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (!isFetched() && !(isRoot && isUpdated() && isFetched()))
    return `apt-get cannot download it${isRoot ? "" : "; perhaps root has to run apt-get update"}`;
  const file = readdirSync(folder).find((name) => name.endsWith(".deb"));
  if (spawn("dpkg-deb", ["-x", file, "."]).status !== 0 || !existsSync(tests)) return `${file} has no tests`;
  writeFileSync(versionFile, spawn("dpkg-deb", ["-f", file, "Version"]).stdout.trim());
  return undefined;
}

function isUpdated() {
  return spawn("apt-get", ["update", "-qq"]).status === 0;
}

function isFetched() {
  // Root's apt would download as another user, who may not write here.
  return spawn("apt-get", ["download", "-qq", "-o", "APT::Sandbox::User=root", NAME]).status === 0;
}

function spawn(command, args) {
  return spawnSync(command, args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"], encoding: "utf8" });
}

/** Tests that every validator has to pass, in groups that share a schema. */
export function groupsOf(draft) {
  const files = readdirSync(join(tests, draft)).filter((name) => name.endsWith(".json"));
  return files.flatMap((name) =>
    JSON.parse(readFileSync(join(tests, draft, name), "utf8")).map((group) => ({
      ...group,
      name: `${draft}/${basename(name, ".json")}: ${group.description}`,
    })),
  );
}
