import type { StoreMap } from "../../generated/profiles/files/store.ts";

const map: StoreMap<"notes"> = {
  async Store({ http }) {
    return http.get("/notes").text();
  },
};
export default map;
