/** A copy that does not take what somebody put on `Object.prototype` for an option that is left out. */
export function ownOnly<Options extends object>(...given: readonly Options[]): Options {
  return Object.assign(Object.create(null) as Options, ...given) as Options;
}
