/** `GET /ws`: the upgrade, and the bond between a socket and the room. */
import type { Socket } from "./parts.ts";
import type { Party } from "./party.ts";
import type { Room } from "./room.ts";

/** WebSocket close code of a server that stops. */
const GOING_AWAY = 1001;
/** Milliseconds beyond the idle time after which a socket that is still open has answered a ping. */
const BEYOND_IDLE_MS = 1000;

/**
 * A socket that a client cannot keep open by never answering the closing handshake. That handshake waits for the
 * other side without end, and the runtime keeps an unfinished message in memory meanwhile; but the runtime cuts off
 * a socket that answers no ping. So a socket that is to be closed is first left alone for as long as that takes. If
 * it is still open then, its client answers, and the closing handshake will end.
 */
class PoliteSocket implements Socket {
  #closing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly socket: WebSocket, readonly idleSeconds: number) {}

  get bufferedAmount(): number {
    return this.socket.bufferedAmount;
  }
  get readyState(): number {
    return this.#closing ? WebSocket.CLOSING : this.socket.readyState;
  }
  send(text: string): void {
    this.socket.send(text);
  }

  close(code?: number, reason?: string): void {
    const first = !this.#closing;
    this.#closing = true;
    if (code === GOING_AWAY) this.#hangUp(code, reason);
    else if (first) {
      const wait = this.idleSeconds * 1000 + BEYOND_IDLE_MS;
      this.#timer = setTimeout(() => this.#hangUp(code, reason), wait);
    }
  }

  #hangUp(code?: number, reason?: string): void {
    clearTimeout(this.#timer);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.close(code, reason);
  }

  /** The connection is over. */
  gone(): void {
    clearTimeout(this.#timer);
  }
}

/** Upgrades the request and lets the socket into the room once it is open. `party`: for whom it counts. */
export function openSocket(request: Request, party: Party, room: Room): Response {
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: room.idleSeconds });
  const polite = new PoliteSocket(socket, room.idleSeconds);
  const place = room.takePlace(party, polite);
  socket.binaryType = "arraybuffer";
  const over = () => {
    clearTimeout(opening);
    polite.gone();
    place.free();
  };
  // Of a client that is gone before its upgrade is done the runtime never tells: its socket neither opens nor closes.
  const opening = setTimeout(over, room.idleSeconds * 1000);
  socket.onopen = () => {
    clearTimeout(opening);
    const client = room.join(polite, party.name);
    socket.onmessage = (message) => room.receive(client, message.data);
    socket.onclose = () => {
      room.leave(client);
      over();
    };
    // A broken connection is ordinary; `close` follows it.
    socket.onerror = () => room.leave(client);
  };
  socket.onclose = over;
  socket.onerror = over;
  return response;
}
