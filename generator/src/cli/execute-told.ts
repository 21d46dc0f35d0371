import type { Invocation } from "../quick/options.js";
import { executeAll, type Circumstances, type Executed } from "./execute.js";
import { progressLine } from "./progress.js";

/** Does what an invocation asks for, and says meanwhile what that is; nothing of it is left when this returns. */
export async function executeTold(
  invocation: Invocation,
  workingDirectory: string,
  lock?: Circumstances["lock"],
): Promise<readonly Executed[]> {
  const progress = await progressLine();
  try {
    return await executeAll(invocation, workingDirectory, { lock, progress });
  } finally {
    progress?.clear();
  }
}
