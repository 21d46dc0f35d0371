import { manifestIn } from "./manifest.js";

/** Whether package.json says that its folder is a Next.js app: `next` is among what it depends on. */
export function isNextApp(packageFile: string | undefined): boolean {
  if (packageFile === undefined) return false;
  const { dependencies, devDependencies } = manifestIn(packageFile);
  return [dependencies, devDependencies].some(
    (packages) => typeof packages === "object" && packages !== null && Object.hasOwn(packages, "next"),
  );
}
