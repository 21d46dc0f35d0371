import type { ClientModule } from "./client-module.js";
import type { IndexModule } from "./index-module.js";
import type { ProfileModule } from "./profile-module.js";
import type { ProviderModule } from "./provider-module.js";

/** Everything that is emitted, as data: templates print it and decide nothing. */
export interface SdkModel {
  readonly providers: readonly ProviderModule[];
  readonly profiles: readonly ProfileModule[];
  /** Absent without a client configuration. */
  readonly client?: ClientModule | undefined;
  readonly index: IndexModule;
}
