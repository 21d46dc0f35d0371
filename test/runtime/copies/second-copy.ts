import type { LoadHook, ResolveHook } from "node:module";

/** Doors that applications load by themselves, so that they may come from another copy than the client. */
const OTHER_DOORS = /\/(?:testing|opentelemetry|validate)\.js$/;

let lib = "";

/** `folder`: URL of the published runtime. */
export function initialize({ folder }: { readonly folder: string }): void {
  lib = folder;
}

/** What a late module imports is of the second copy too. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context);
  const isLate = context.parentURL?.endsWith("?late") === true || OTHER_DOORS.test(resolved.url);
  if (!isLate || !resolved.url.startsWith(lib) || resolved.url.endsWith("?late")) return resolved;
  return { ...resolved, url: `${resolved.url}?late` };
};

const IMPORT = /\bimport\('(\.[^'?]+)'\)/g;

/**
 * Whatever the runtime imports by `import()` is of the second copy, as where a loader makes CommonJS of the first only. It is
 * loaded at the start of the first copy: clocks of tests do not wait for files, and not for the thread of these hooks.
 */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  if (!url.startsWith(lib) || loaded.source === undefined || loaded.source === null) return loaded;
  const text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
  const known = (path: string): string => `(globalThis.lateCopies ??= {})[${JSON.stringify(path)}]`;
  if (url.endsWith("?late"))
    return { ...loaded, source: text.replaceAll(IMPORT, (load, path: string) => `(${known(path)} ?? ${load})`) };
  const copies = Array.from(
    text.matchAll(IMPORT),
    ([, path = ""], at) => `import * as copy${at} from "${path}?late"; ${known(path)} = Promise.resolve(copy${at}); `,
  );
  return { ...loaded, source: copies.join("") + text.replaceAll(IMPORT, (_, path: string) => known(path)) };
};
