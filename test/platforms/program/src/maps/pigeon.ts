import type { SendMap } from "../generated/profiles/messaging/send.ENDING";

const map: SendMap<"pigeon"> = {
  Send: ({ input, http }) => http.post("/pigeon", { security: "token", json: input }).json(),
};
export default map;
