import { client } from "../../lib/sdk";
import { seen } from "../../lib/seen";

export async function GET(): Promise<Response> {
  seen.add(client);
  const charges = await client.providers["acme-pay"].get("/charges").text();
  return Response.json({ charges, clients: seen.size });
}
