/** Turns what was permitted into what a line takes, and into what people read. */
import { encodeFrame, encodeTnc2 } from "../../aprs/mod.ts";
import { channelOf } from "../drivers/channel.ts";
import type { Connection } from "../connections/supervise.ts";
import type { Outgoing } from "../permit.ts";
import type { Asked } from "./words.ts";

/** What a line of the connection is handed for a frame that may go out. */
export function outgoingOf(connection: Connection, { purpose, frame }: Asked): Outgoing {
  const { source, destination, info } = frame;
  const channel = channelOf(connection.address) ?? 0;
  if (purpose === "session") {
    return { kind: "session", channel, own: source, to: destination, via: frame.path };
  }
  if (purpose === "listen") return { kind: "session", channel, own: source };
  switch (connection.driver.via) {
    case "rf": {
      const path = frame.path.map((call) => ({ call, used: false }));
      const bytes = encodeFrame({ source, destination, path, info });
      if (!bytes) throw new TypeError("Cannot encode what the rules let through");
      return { kind: "frame", channel, bytes };
    }
    case "aprsis":
      return {
        kind: "line",
        text: encodeTnc2({ source, destination, path: [{ call: "TCPIP", used: true }], info }),
      };
    case "meshcom":
      return { kind: "mesh", json: JSON.stringify({ type: "msg", dst: destination, msg: info }) };
    case "simulated":
    case "meshtastic":
    case "none":
      throw new TypeError("Cannot transmit there");
  }
}

/** The frame as a monitor line; of bytes that are no text their number. */
export function shownFrame({ purpose, frame, bytes }: Asked): string {
  const { source, destination, path, info } = frame;
  const head = [destination, ...path].join(",");
  if (purpose === "session_data") return `${source}>${head} (${bytes ?? 0} bytes)`;
  if (purpose === "session") return `${source}>${head} (connects)`;
  if (purpose === "presence") return `${source}>${head} (datagram, ${info.length} bytes)`;
  return `${source}>${head}:${info}`.replace(/[^\x20-\x7e]/g, "?").slice(0, 400);
}
