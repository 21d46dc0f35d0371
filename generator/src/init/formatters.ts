import { join } from "node:path";
import { isPlainObject, own, type JsonObject } from "@sdkwright/runtime/config";
import { readText } from "../files/read-file.js";

/** Formatters that a project has, which would change emitted files, and how they are kept from it. */
export function formatterHints(manifest: JsonObject, root: string, out: string): readonly string[] {
  return [
    ...(hasPackage(manifest, "prettier") && !isIgnoredByPrettier(root, out)
      ? [`prettier would change emitted files: add the line ${out}/ to .prettierignore`]
      : []),
    ...(hasPackage(manifest, "@biomejs/biome") && !mentions(join(root, "biome.json"), out)
      ? [`biome would change emitted files: add "!${out}" to "files.includes" in biome.json`]
      : []),
  ];
}

function hasPackage(manifest: JsonObject, name: string): boolean {
  return ["dependencies", "devDependencies"].some((kind) => {
    const packages = own(manifest, kind);
    return isPlainObject(packages) && Object.hasOwn(packages, name);
  });
}

function isIgnoredByPrettier(root: string, out: string): boolean {
  return [".prettierignore", ".gitignore"].some((file) => mentions(join(root, file), out));
}

/** A mention is enough: whoever wrote it knows. */
function mentions(file: string, out: string): boolean {
  const read = readText(file);
  return "text" in read && read.text.includes(out.slice(out.lastIndexOf("/") + 1));
}
