/** `agwpe://host:8000?port=0`: raw frames (k, K) and connected mode, as Direwolf, AGWPE and others serve them. */
import { concat } from "../../../base/mod.ts";
import { AgwCircuits } from "./circuits.ts";
import { type AgwFrame, AgwReader, encodeAgw } from "./frames.ts";
import { channelOf, channelProblem } from "../channel.ts";
import { type Driver, type Heard, type Line, LineRefused } from "../driver.ts";
import { opened } from "../opened.ts";

const AGWPE_PORT = 8000;

export const agwpe: Driver = {
  scheme: "agwpe",
  port: "agwpe",
  via: "rf",
  namesSite: true,
  transmits: true,
  settings: [
    { name: "site", takes: "the call of the receiving station, where this is this box's own receiver" },
    { name: "port", takes: "one radio port of the server, 0 to 15; all without" },
    { name: "tx", takes: "on opens this connection's transmit lock" },
  ],
  problem: (address) => address.device === "" ? channelProblem(address) : "agwpe: takes a host, not a device",
  async open(address, { io }, stop) {
    const connection = await io.connect(address.host, address.port ?? AGWPE_PORT, stop);
    const { reader, writer, close: cut, isClosed } = opened(connection);
    const only = channelOf(address);
    const send = (frame: Partial<AgwFrame> & { kind: string }) => writer.write(encodeAgw(frame));
    const circuits = new AgwCircuits(send);
    const close = () => {
      if (isClosed()) return;
      circuits.ended();
      cut();
    };
    async function* heard(): AsyncGenerator<Heard> {
      const agw = new AgwReader();
      try {
        // `k` switches raw frames on and, sent again, off: it is sent once, and only on a fresh connection. The answer
        // to R shows that it was read.
        await send({ kind: "k" });
        await send({ kind: "R" });
        for (;;) {
          const { done, value } = await reader.read();
          if (done || isClosed()) return;
          const frames = agw.push(value);
          if (typeof frames === "string") throw new LineRefused("not_kiss", frames);
          for (const frame of frames) {
            if (frame.kind === "R") yield { kind: "alive", detail: versionOf(frame.data) };
            if (circuits.take(frame) || frame.kind !== "K") continue;
            if (only !== undefined && frame.port !== only) continue;
            // One byte of KISS's kind stands before the AX.25 frame.
            yield { kind: "frame", bytes: frame.data.subarray(1), channel: frame.port };
          }
        }
      } finally {
        close();
      }
    }
    const line: Line = {
      heard: heard(),
      send: async (permit) => {
        const { channel, bytes } = permit.take("frame");
        await send({ kind: "K", port: channel, data: concat(Uint8Array.of(channel << 4), bytes) });
      },
      circuits,
      close,
    };
    return line;
  },
};

function versionOf(data: Uint8Array): string {
  if (data.length < 8) return "AGWPE";
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  return `AGWPE ${view.getUint16(0, true)}.${view.getUint16(4, true)}`;
}
