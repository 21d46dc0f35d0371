// Before a package of this repository is packed, in its folder: the licence and the changelog go along. What the
// changelog links to does not, so its links into the repository become text.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

copyFileSync("../LICENSE", "LICENSE");
const changelog = readFileSync("../CHANGELOG.md", "utf8");
writeFileSync("CHANGELOG.md", changelog.replaceAll(/\[([^\]]+)\]\((?![a-z]+:)[^)]+\)/g, "$1"));
