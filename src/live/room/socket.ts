/** `GET /ws`: the upgrade, and the bond between a socket and the room. */
import { FrameError } from "./frames.ts";
import type { Party } from "./party.ts";
import { takeOver } from "./raw_upgrade.ts";
import type { Room } from "./room.ts";
import { ServerSocket } from "./server_socket.ts";

/** Upgrades the request and lets the socket into the room once it is open. `party`: for whom it counts. */
export function openSocket(request: Request, party: Party, room: Room): Response {
  const { conn, response, opening } = takeOver(request);
  const socket = new ServerSocket(conn, room.idleSeconds);
  const place = room.takePlace(party, socket);
  const serve = async () => {
    try {
      await socket.open(opening);
      const client = room.join(socket, party.name);
      try {
        for await (const heard of socket.messages()) room.receive(client, heard);
      } catch (error) {
        if (error instanceof FrameError) socket.close(error.code, error.message);
        // Anything else is a broken connection, which is ordinary.
      } finally {
        room.leave(client);
      }
      await socket.closed;
    } catch {
      // Gone before its upgrade was done.
    } finally {
      socket.hangUp();
      place.free();
    }
  };
  void serve();
  return response;
}
