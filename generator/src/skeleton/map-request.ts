/** What the command line asks of `map`. */
export interface MapRequest {
  readonly profile: string;
  readonly provider: string;
  /** Where the map goes, absolute. */
  readonly file?: string | undefined;
}
