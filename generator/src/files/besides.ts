import { type Shadow, shadowsIn } from "./shadows.js";
import { strayCodeIn } from "./stray-code.js";

/**
 * What is not ours, and what an import of a module of ours may find: in place of one that is emitted or that is known to be
 * `gone`, or of one that may have been emitted once. A folder that is told is told whole.
 */
export function besidesIn(out: string, emitted: readonly string[], gone: readonly string[] = []): readonly Shadow[] {
  const shadows = shadowsIn(out, [...emitted, ...gone]);
  const isTold = (stray: string) => shadows.some(({ path }) => path === stray || stray.startsWith(`${path}/`));
  return [...shadows, ...strayCodeIn(out, emitted).filter(({ path }) => !isTold(path))];
}
