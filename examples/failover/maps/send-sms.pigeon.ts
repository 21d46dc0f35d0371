import type { SendSmsMap } from "../src/generated/profiles/communication/send-sms.js";

const map: SendSmsMap<"pigeon"> = {
  async SendMessage({ input, http, fail }) {
    const response = await http.post("/messages", {
      security: "token",
      json: { recipient: input.to, sender: input.from, body: input.text },
      handle: [422],
    });
    if (response.status === 422) return fail({ title: "The number is not a mobile number" });
    const { id } = await response.json<{ id: string }>();
    return { messageId: id };
  },
};

export default map;
