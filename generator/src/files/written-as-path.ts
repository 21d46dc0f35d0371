/** Whether an argument can be nothing but a path: it begins with `./` or `../`, or is absolute. */
export function isWrittenAsPath(argument: string): boolean {
  return /^(?:\.{0,2}[\\/]|\.{1,2}$|[A-Za-z]:[\\/])/.test(argument);
}
