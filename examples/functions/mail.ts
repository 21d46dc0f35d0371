import { failover, type Failover } from "@sdkwright/runtime/failover";
import { type Mail, RavenMail } from "./vendors.js";

type Mailer = Failover<Mail, Response | { readonly id: string }, "pigeon" | "raven">;

/** Sends mail with one of two providers: an HTTP API of which there is no SDK, and a vendor's SDK. */
export function createMailer(origin: string, tell: (line: string) => void): Mailer {
  const raven = new RavenMail();
  return failover(
    "send-mail",
    {
      // A `Response` that is not ok is a failure.
      pigeon: async (mail: Mail, { signal, idempotencyKey }) => {
        const headers = { "idempotency-key": idempotencyKey };
        return fetch(`${origin}/mails`, { method: "POST", headers, body: JSON.stringify(mail), signal });
      },
      // Whose failure it was is read from the errors of any SDK.
      raven: async (mail: Mail) => raven.send(mail),
    },
    {
      retryPolicy: "circuit-breaker",
      deadline: 10_000,
      on: (event) => {
        if (event.type === "failover") tell(`${event.from} → ${event.to}: ${event.error.message}`);
      },
    },
  );
}
