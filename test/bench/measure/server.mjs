import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("server-main.mjs", import.meta.url));

/** A server on loopback in a process of its own. `sockets()` resolves to how many were opened since it was last asked. */
export async function startServer() {
  const child = fork(entry);
  const { port } = await message(child);
  return {
    port,
    sockets() {
      child.send("sockets");
      return message(child);
    },
    stop: () => child.disconnect(),
  };
}

function message(child) {
  return new Promise((resolve) => child.once("message", resolve));
}
