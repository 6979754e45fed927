/** `GET /ws`: the upgrade, and the bond between a socket and the room. */
import type { Room, Socket } from "./room.ts";

/** WebSocket close code of a server that stops. */
const GOING_AWAY = 1001;
/** Milliseconds beyond the idle time after which a socket that is still open has answered a ping. */
const BEYOND_IDLE_MS = 1000;

/**
 * A socket whose closing never sticks. A closing handshake waits for the other side for ever, and what the runtime holds
 * of an unfinished message with it; but a socket that answers no ping is cut off by the runtime. So whoever is to be
 * hung up is first left alone for as long: who is still there then can be told.
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

/** Upgrades the request and lets the socket into the room once it is open. `network` is the client's. */
export function openSocket(request: Request, network: string, room: Room): Response {
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: room.idleSeconds });
  const polite = new PoliteSocket(socket, room.idleSeconds);
  const place = room.takePlace(network, polite);
  socket.binaryType = "arraybuffer";
  const over = () => {
    polite.gone();
    place.free();
  };
  socket.onopen = () => {
    const client = room.join(polite, network);
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
