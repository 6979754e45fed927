/**
 * The one socket of multicast DNS. It is bound to the group's own address: so it hears what is said to everybody and
 * takes nothing away that is sent to this host alone, which may be for another program (avahi) on the same port.
 */
import { createSocket } from "node:dgram";
import type { Link } from "./links.ts";
import { LONGEST } from "./read.ts";
import type { Send, Sender } from "./responder.ts";

const GROUP = "224.0.0.251", PORT = 5353;
/** Most messages that wait to be sent; further ones are dropped, since others will ask again. */
const MOST_WAITING = 64;

export interface Socket {
  send(send: Send): void;
  /** Resolves when what was to be sent has gone and the port is free. */
  close(): Promise<void>;
}

interface Ears {
  message(bytes: Uint8Array, from: Sender): void;
  /** The socket can be used no longer. */
  failed(error: Error): void;
}

/** Opens the socket on these links. */
export function openSocket(links: readonly Link[], ears: Ears): Promise<Socket> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const waiting: Send[] = [];
  let sending = false, closed = false;
  let whenDone: (() => void) | undefined;

  /** One after the other: the interface that a message leaves by is the socket's, not the message's. */
  const sendNext = (): void => {
    const next = waiting.shift();
    if (!next || closed) {
      sending = false;
      whenDone?.();
      return;
    }
    sending = true;
    try {
      if (!next.to) socket.setMulticastInterface(next.link.addresses[0]!.address);
      const { address, port } = next.to ?? { address: GROUP, port: PORT };
      // A network that has just gone takes nothing: the others do.
      socket.send(next.bytes, port, address, () => sendNext());
    } catch {
      sendNext();
    }
  };

  const opened = Promise.withResolvers<Socket>();
  const fail = (error: Error): void => {
    if (closed) return;
    closed = true;
    socket.close();
    opened.reject(error);
    ears.failed(error);
  };
  socket.on("error", fail);
  socket.on("message", (bytes, from) => {
    if (!closed && bytes.length <= LONGEST) ears.message(bytes, { address: from.address, port: from.port });
  });
  socket.bind({ address: GROUP, port: PORT, exclusive: false }, () => {
    try {
      socket.setMulticastTTL(255);
      socket.setMulticastLoopback(true);
      for (const { addresses } of links) socket.addMembership(GROUP, addresses[0]!.address);
    } catch (error) {
      return fail(error as Error);
    }
    opened.resolve({
      send(send) {
        if (closed || waiting.length >= MOST_WAITING) return;
        waiting.push(send);
        if (!sending) sendNext();
      },
      async close() {
        if (closed) return;
        if (sending) await new Promise<void>((resolve) => whenDone = resolve);
        closed = true;
        await new Promise<void>((resolve) => socket.close(() => resolve()));
      },
    });
  });
  return opened.promise;
}
