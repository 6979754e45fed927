/** A Meshtastic device on its serial line or TCP port: asked once for all that it knows, then read as things come. */
import { nodeId } from "../../base/mod.ts";
import { disconnect, heartbeat, readFromRadio, StreamFrames, wantConfig } from "../../meshtastic/mod.ts";
import type { ConnectionAddress } from "../config/address.ts";
import type { Io } from "../io.ts";
import { type Heard, type Line, LineRefused } from "./driver.ts";
import { opened } from "./opened.ts";

const PORT = 4403, BAUD = 115_200;
const HEARTBEAT_MS = 180_000;
/** Bytes without one message before it is clear that no such device answers. */
const MOST_STRANGE = 16_384;
/** Things that a device tells in a second once it has told what it knows; LoRa is slower by far. */
const MOST_A_SECOND = 50;
/** Nodes of a device's list; firmware keeps a few hundred. */
const MOST_NODES = 3000;

let asked = 0;

/** Opens a device and asks it for all that it knows. */
export async function openDevice(
  { device, host, port }: ConnectionAddress,
  io: Io,
  stop: AbortSignal,
): Promise<Line> {
  const connection = device === ""
    ? await io.connect(host, port ?? PORT, stop)
    : await io.serial(device, BAUD);
  const { reader, writer, close, isClosed } = opened(connection);
  const ended = new AbortController();
  const end = () => {
    if (!ended.signal.aborted) writer.write(disconnect()).catch(() => {}).finally(close);
    ended.abort();
  };
  async function keepOpen() {
    for (;;) {
      await io.wait(HEARTBEAT_MS, ended.signal);
      if (ended.signal.aborted) return;
      await writer.write(heartbeat());
    }
  }

  async function* heard(): AsyncGenerator<Heard> {
    const frames = new StreamFrames(), nodes = new Set<number>();
    // Any number but 0; those of five digits ask some firmware for less than all.
    const question = asked = asked % 60_000 + 1;
    let strange = 0, own: number | undefined, firmware = "", known = false, second = 0, count = 0;
    const detail = () =>
      `${own === undefined ? "device" : nodeId(own)}${
        firmware && `, firmware ${firmware}`
      }, ${nodes.size} nodes`;
    try {
      await writer.write(wantConfig(question));
      // A line that takes nothing more ends the reading too.
      keepOpen().catch(close);
      for (;;) {
        const { done, value } = await reader.read();
        if (done || isClosed()) return;
        const messages = frames.push(value);
        strange = messages.length > 0 ? 0 : strange + value.length;
        if (strange > MOST_STRANGE) {
          throw new LineRefused("refused", "what comes from there is no Meshtastic device's stream");
        }
        const now = Math.floor(performance.now() / 1000);
        if (now !== second) [second, count] = [now, 0];
        for (const message of messages) {
          const said = readFromRadio(message);
          if (!said) continue;
          if (known && ++count > MOST_A_SECOND) continue;
          switch (said.kind) {
            case "my_info":
              own = said.node;
              break;
            case "firmware":
              firmware = said.version;
              break;
            case "rebooted":
              // It has forgotten that it was asked.
              await writer.write(wantConfig(question));
              yield { kind: "alive", detail: "the device has started anew" };
              break;
            case "complete":
              if (said.id !== question) break;
              known = true;
              yield { kind: "alive", detail: detail() };
              break;
            case "node":
              for (const packet of said.packets) {
                if (nodes.size >= MOST_NODES && !nodes.has(packet.from)) continue;
                nodes.add(packet.from);
                if (packet.from !== own) yield { kind: "meshtastic", packet };
              }
              break;
            case "packet":
              yield {
                kind: "meshtastic",
                packet: own === undefined ? said.packet : { ...said.packet, receiver: own },
              };
              break;
            default:
              yield { kind: "alive" };
          }
        }
      }
    } finally {
      end();
      close();
    }
  }
  return { heard: heard(), close: end };
}
