import type { SendSmsMap } from "../../generated/profiles/communication/send-sms.js";

interface TwilioError {
  message: string;
}
interface TwilioMessage {
  sid: string;
}

const map: SendSmsMap<"twilio"> = {
  async SendMessage({ input, http, fail }) {
    const response = await http.post("/2010-04-01/Accounts/{accountSid}/Messages.json", {
      security: "basic",
      form: { To: input.to, From: input.from, Body: input.text },
      throwHttpErrors: (status) => status !== 400,
    });
    if (response.status === 400) {
      return fail({ title: "Rejected", detail: (await response.json<TwilioError>()).message });
    }
    return { messageId: (await response.json<TwilioMessage>()).sid };
  },
};
export default map;
