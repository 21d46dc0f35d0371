import type { FilesMap } from "../../generated/profiles/files.js";

const map: FilesMap<"notes"> = {
  async Store({ input, http }) {
    return http.post("/notes", { json: { text: input.text } }).text();
  },
};
export default map;
