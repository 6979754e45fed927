/**
 * A request taken over as the bare connection that it came on. The runtime's own upgrade gathers up to 64 MB of a message
 * before anybody sees a byte of it, and nothing declares less. What the runtime's `node:http` takes for the same
 * purpose is the only way to the bytes; it is asked for by name here, and nowhere else.
 */
import { createHash } from "node:crypto";

interface Raw {
  conn: Deno.Conn;
  response: Response;
}
type Upgrade = (request: Request) => Raw;

function rawUpgrade(): Upgrade {
  const symbol: unknown = Reflect.get(Deno, "internal");
  const inside: unknown = typeof symbol === "symbol" ? Reflect.get(Deno, symbol) : undefined;
  const found: unknown = inside && Reflect.get(inside, "upgradeHttpRaw");
  if (typeof found !== "function") throw new Error("This runtime does not hand over connections");
  return found as Upgrade;
}

/** RFC 6455 1.3. */
const ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Whether the request opens a WebSocket (RFC 6455 4.2.1). */
export const opensSocket = ({ method, headers }: Pick<Request, "method" | "headers">): boolean =>
  method === "GET" && headers.get("upgrade")?.toLowerCase() === "websocket" &&
  /\bupgrade\b/i.test(headers.get("connection") ?? "") &&
  headers.get("sec-websocket-version") === "13" &&
  /^[A-Za-z0-9+/]{22}==$/.test(headers.get("sec-websocket-key") ?? "");

/**
 * Takes the request's connection over. `opening` is to be written to it first: the runtime makes the answer's head of it.
 */
export function takeOver(request: Request): Raw & { opening: Uint8Array } {
  const accept = createHash("sha1").update(request.headers.get("sec-websocket-key")! + ACCEPT).digest(
    "base64",
  );
  const head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
    `Sec-WebSocket-Accept: ${accept}\r\n\r\n`;
  return { ...rawUpgrade()(request), opening: new TextEncoder().encode(head) };
}
