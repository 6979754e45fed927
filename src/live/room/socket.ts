/** `GET /ws`: the upgrade, and the bond between a socket and the room. */
import { closeFrame, FrameError, FrameReader, pingFrame, pongFrame, textFrame } from "./frames.ts";
import type { Party } from "./party.ts";
import { takeOver } from "./raw_upgrade.ts";
import type { Room } from "./room.ts";
import type { Socket } from "./parts.ts";

// The server's end of a WebSocket, over a bare connection. Holds at most a message of the client and what waits for
// it.

/** Bytes read at once: clients say little. */
const CHUNK = 2048;
/** How long a client may take to answer the closing handshake, in milliseconds. */
const LINGER_MS = 1000;

/** The text that was sent last, as a frame: what is told to everybody is made into bytes once. */
let last = { text: "", frame: textFrame("") };

function frameOf(text: string): Uint8Array {
  if (text !== last.text) last = { text, frame: textFrame(text) };
  return last.frame;
}

class ServerSocket implements Socket {
  /** Resolves when the connection is over. */
  readonly closed: Promise<void>;
  readonly #conn: Deno.Conn;
  readonly #idleMs: number;
  readonly #ended = Promise.withResolvers<void>();
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #isWriting = false;
  /** Whether both sides have said goodbye. */
  #isAnswered = false;
  #state: number = WebSocket.CONNECTING;
  /** Whether anything came since the last ping, so that the client is there. */
  #isAlive = true;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #linger: ReturnType<typeof setTimeout> | undefined;

  /** `idleSeconds`: time in which a client must answer a ping. */
  constructor(conn: Deno.Conn, idleSeconds: number) {
    this.#conn = conn;
    this.#idleMs = idleSeconds * 1000;
    this.closed = this.#ended.promise;
  }

  get readyState(): number {
    return this.#state;
  }
  get bufferedAmount(): number {
    return this.#waitingBytes;
  }

  /** Writes the head of the answer; the socket is open then. Throws where the client is gone, or does not take it. */
  async open(head: Uint8Array): Promise<void> {
    this.#pulse = setInterval(() => this.#ping(), this.#idleMs);
    for (let at = 0; at < head.length;) at += await this.#conn.write(head.subarray(at));
    if (this.#state === WebSocket.CONNECTING) this.#state = WebSocket.OPEN;
  }

  send(text: string): void {
    if (this.#state === WebSocket.OPEN) this.#queue(frameOf(text));
  }

  /** Says goodbye, and hangs up when the client has answered or has had time to. */
  close(code?: number, reason?: string): void {
    if (this.#state >= WebSocket.CLOSING) return;
    if (this.#state === WebSocket.CONNECTING) return this.hangUp();
    this.#state = WebSocket.CLOSING;
    this.#queue(closeFrame(code, reason));
    this.#linger = setTimeout(() => this.hangUp(), LINGER_MS);
  }

  /** Ends the connection at once. */
  hangUp(): void {
    if (this.#state === WebSocket.CLOSED) return;
    this.#state = WebSocket.CLOSED;
    clearInterval(this.#pulse);
    clearTimeout(this.#linger);
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
    try {
      this.#conn.close();
    } catch {
      // It was.
    }
    this.#ended.resolve();
  }

  /**
   * What the client sends: texts, and `undefined` for a binary message. Ends with the connection, or when the client
   * says goodbye. Throws a `FrameError` for what may not be sent; what follows it is dropped unread.
   */
  async *messages(): AsyncGenerator<string | undefined> {
    const reader = new FrameReader();
    const buffer = new Uint8Array(CHUNK);
    for (let size; (size = await this.#read(buffer)) !== null;) {
      this.#isAlive = true;
      for (const heard of reader.take(buffer.subarray(0, size))) {
        if (heard.kind === "close") return this.#answerClose();
        if (this.#state !== WebSocket.OPEN) continue;
        if (heard.kind === "text") yield heard.text;
        else if (heard.kind === "binary") yield undefined;
        else if (heard.kind === "ping" && this.#waitingBytes === 0) this.#queue(pongFrame(heard.payload));
      }
    }
    this.hangUp();
  }

  /** Bytes of the client, `null` where there will be none. */
  async #read(buffer: Uint8Array): Promise<number | null> {
    try {
      return await this.#conn.read(buffer);
    } catch {
      return null;
    }
  }

  /** The client says goodbye, or answers ours. */
  #answerClose(): void {
    if (this.#state !== WebSocket.OPEN) return this.hangUp();
    this.close(1000);
    // The side that serves ends the connection (RFC 6455 7.1.1), when its last bytes are gone.
    this.#isAnswered = true;
  }

  #ping(): void {
    if (!this.#isAlive) return this.hangUp();
    this.#isAlive = false;
    if (this.#state === WebSocket.OPEN) this.#queue(pingFrame());
  }

  #queue(frame: Uint8Array): void {
    this.#waiting.push(frame);
    this.#waitingBytes += frame.length;
    if (this.#isWriting) return;
    this.#isWriting = true;
    queueMicrotask(() => void this.#write());
  }

  /** Writes what waits, in as few pieces as it fits. */
  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const bytes = this.#waiting.length === 1 ? this.#waiting[0]! : joined(this.#waiting);
        this.#waiting.length = 0;
        for (let at = 0; at < bytes.length;) {
          const written = await this.#conn.write(at === 0 ? bytes : bytes.subarray(at));
          at += written;
          this.#waitingBytes = Math.max(0, this.#waitingBytes - written);
        }
      }
    } catch {
      this.hangUp();
    } finally {
      this.#isWriting = false;
    }
    if (this.#isAnswered) this.hangUp();
  }
}

function joined(frames: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    all.set(frame, at);
    at += frame.length;
  }
  return all;
}

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
