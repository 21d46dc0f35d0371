// Before a package of this repository is packed, in its folder: the licence and the changelog go along, and with the
// argument `docs` the manual. Links from these to files that stay in the repository become text, as pictures do.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

copyFileSync("../LICENSE", "LICENSE");
const changelog = readFileSync("../CHANGELOG.md", "utf8");
writeFileSync("CHANGELOG.md", changelog.replaceAll(/\[([^\]]+)\]\((?![a-z]+:)[^)]+\)/g, "$1"));

if (process.argv[2] === "docs") {
  rmSync("docs", { recursive: true, force: true });
  mkdirSync("docs");
  for (const file of readdirSync("../docs").filter((name) => name.endsWith(".md"))) {
    const page = readFileSync(`../docs/${file}`, "utf8");
    const described = page.replaceAll(/!\[([^\]]+)\]\(images\/[^)]+\)/g, "Picture: $1");
    writeFileSync(`docs/${file}`, described.replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]+\)/g, "$1"));
  }
}
