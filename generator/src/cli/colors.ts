interface Environment {
  readonly [name: string]: string | undefined;
}

/** Whether to print with colors: on a terminal, unless NO_COLOR, CI or a dumb terminal says otherwise. */
export function hasColors(env: Environment, isTerminal: boolean | undefined): boolean {
  if (isSet(env["NO_COLOR"])) return false;
  if (isSet(env["FORCE_COLOR"])) return env["FORCE_COLOR"] !== "0";
  return isWatched(env, isTerminal);
}

/** Whether a person looks at the terminal, and not a log; Node says nothing of what is no terminal. */
export function isWatched(env: Environment, isTerminal: boolean | undefined): boolean {
  return isTerminal === true && !isSet(env["CI"]) && env["TERM"] !== "dumb";
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
