/** How the keys of well-known services begin. */
const ISSUED =
  /(?:^|[^A-Za-z0-9])(?:[srp]k[-_](?:live|test|proj|ant)|gh[pousr]_|github_pat_|glpat-|npm_|xox[a-z]-|AKIA|ASIA|AIza|SG\.|ya29\.|eyJ|-----BEGIN )/;

/** Whether a text has a stretch that nobody types: an issued key, or letters and digits without end. */
export function looksSecret(text: string): boolean {
  if (ISSUED.test(text)) return true;
  return Array.from(text.matchAll(/[A-Za-z0-9+=]{20}[A-Za-z0-9+=]*/g)).some(
    ([run]) => /\d/.test(run) && /[A-Za-z]/.test(run),
  );
}
