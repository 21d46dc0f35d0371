import type { SendSmsMap } from "../src/generated/profiles/communication/send-sms.js";

const map: SendSmsMap<"raven"> = {
  async SendMessage({ input, http }) {
    const form = { To: input.to, From: input.from, Text: input.text };
    const { Sid } = await http.post("/sms", { security: "login", form }).json<{ Sid: string }>();
    return { messageId: Sid };
  },
};

export default map;
