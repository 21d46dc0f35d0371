import { program } from "../../src/program";

export async function POST(request: Request): Promise<Response> {
  return Response.json(await program((await request.json()) as Record<string, string>));
}
