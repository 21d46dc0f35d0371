import type { SearchMap } from "../../generated/profiles/home/search.js";

const map: SearchMap<"notes"> = {
  async Find({ input, http }) {
    return http.get("/notes", { query: { q: String(input["q"]) } }).json();
  },
};
export default map;
