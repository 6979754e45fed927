/** `GET /ws`: the upgrade, and the bond between a socket and the room. */
import type { Room } from "./room.ts";

/** Seconds after which a socket that answers no ping is closed by the runtime. */
const IDLE_S = 30;

/** Upgrades the request and lets the socket into the room once it is open. `address` is the client's. */
export function openSocket(request: Request, address: string, room: Room): Response {
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: IDLE_S });
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    const client = room.join(socket, address);
    socket.onmessage = (message) => room.receive(client, message.data);
    socket.onclose = () => room.leave(client);
    // A broken connection is ordinary; `close` follows it.
    socket.onerror = () => room.leave(client);
  };
  return response;
}
