import { createAcmePay } from "../../src/generated/providers/acme-pay";

const rates = createAcmePay({
  fetch: (input, init) => fetch(input, { ...init, next: { revalidate: 3600 } }),
});

export async function GET(): Promise<Response> {
  return new Response(await rates.get("/rates").text());
}
