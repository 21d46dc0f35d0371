import "server-only";
import { createClient, type Client } from "../src/generated/client";

const kept = globalThis as typeof globalThis & { sdk?: Client };

export const client = (kept.sdk ??= createClient());
