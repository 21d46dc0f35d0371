/** Patterns tried and characters matched while a task runs: what code that reads text by patterns costs. */
export function regExpWork(task: () => unknown): number {
  const prototype: RegExp = RegExp.prototype;
  const original = Object.getOwnPropertyDescriptor(prototype, "exec") ?? {};
  const exec = original.value as (this: RegExp, text: string) => RegExpExecArray | null;
  let steps = 0;
  prototype.exec = function (this: RegExp, text: string) {
    const found = exec.call(this, text);
    steps += 1 + (found?.[0].length ?? 0);
    return found;
  };
  try {
    task();
  } finally {
    Object.defineProperty(prototype, "exec", original);
  }
  return steps;
}
