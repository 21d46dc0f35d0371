import { readText } from "./read-text.js";

/** Whether package.json says that its folder is a Next.js app: `next` is among what it depends on. */
export function isNextApp(packageFile: string | undefined): boolean {
  if (packageFile === undefined) return false;
  const read = readText(packageFile);
  try {
    return "text" in read && read.text.includes('"next"') && dependsOnNext(JSON.parse(read.text));
  } catch {
    return false;
  }
}

function dependsOnNext(manifest: unknown): boolean {
  const { dependencies, devDependencies } = (manifest ?? {}) as { readonly [name: string]: unknown };
  return [dependencies, devDependencies].some(
    (packages) => typeof packages === "object" && packages !== null && Object.hasOwn(packages, "next"),
  );
}
