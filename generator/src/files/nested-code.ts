/** Callbacks within callbacks are a few; each more of these doubles what a parser takes. */
const MOST_NESTED = 12;

/**
 * Whether parentheses that follow an `async` stand within each other so often that TypeScript takes for ever to read them: it
 * tries each as the parameters of a function first, and all within again. What stands in texts and comments counts too.
 */
export function isNestedTooDeeply(code: string): boolean {
  // Of the text itself, and of each parenthesis that is open, whether an `async` stands right in it.
  const open = [false];
  let nested = 0;
  for (const [token] of code.matchAll(/\basync\b|[()]/g)) {
    if (token === "(") open.push(false);
    else if (token === ")") nested -= open.length > 1 && open.pop() === true ? 1 : 0;
    else if (open.at(-1) === false) {
      open[open.length - 1] = true;
      nested += 1;
    }
    if (nested > MOST_NESTED) return true;
  }
  return false;
}
