import type { AskedScheme } from "../auth/authenticate.js";
import type { BoundProvider } from "../provider/bound-provider.js";
import type { RequestOptions } from "../provider/provider-client.js";
import type { InvalidRequest } from "./invalid.js";

/** A request that is being prepared, as the steps pass it on. */
export interface Draft {
  readonly bound: BoundProvider;
  readonly options: RequestOptions;
  /** Whether it is a POST or PATCH: to do it twice may have a second effect. */
  readonly isAct: boolean;
  readonly schemes: readonly AskedScheme[];
  readonly invalid: InvalidRequest;
  /** For what a scheme and the caller's request cannot both have. */
  readonly clash: InvalidRequest;
}
