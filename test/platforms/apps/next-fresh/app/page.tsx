import { connection } from "next/server";
import { client } from "../lib/sdk";
import { seen } from "../lib/seen";

export default async function Page() {
  await connection();
  seen.add(client);
  const balance = await client.providers["acme-pay"].get("/balance").text();
  return <p>{balance}</p>;
}
