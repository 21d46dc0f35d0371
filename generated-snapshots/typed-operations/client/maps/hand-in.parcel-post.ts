import type { HandInMap } from "../../generated/profiles/shipping/hand-in.js";

const map: HandInMap<"parcel-post"> = {
  async HandIn({ input, http, fail }) {
    const response = await http.post("/parcels", {
      json: { grams: Number(input["grams"]) },
      headers: { "Parcel-Desk": "north" },
      handle: [402],
    });
    if (response.status === 402) return fail(await response.json());
    const { id } = await response.json();
    return { id };
  },
};
export default map;
