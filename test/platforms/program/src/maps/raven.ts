import type { SendMap } from "../generated/profiles/messaging/send.ENDING";

const map: SendMap<"raven"> = {
  Send: ({ input, http }) => http.post("/raven", { form: { text: input.text } }).json(),
};
export default map;
