/** A run that would emit more than anybody compiles; its message says for whom. */
export class TooMuchEmitted extends Error {
  override readonly name = "TooMuchEmitted";
}
