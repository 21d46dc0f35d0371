import type { AskMap } from "./generated/profiles/demo/ask.ENDING";

const map: AskMap<"acme"> = {
  Ask: ({ http }) => http.get("/answer").json(),
};
export default map;
