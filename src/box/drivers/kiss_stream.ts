/** KISS over any stream of bytes: TCP and serial devices alike. */
import { encodeKiss, KissReader } from "../../aprs/mod.ts";
import type { Connection } from "../../base/mod.ts";
import type { Heard, Line } from "./driver.ts";
import { opened } from "./opened.ts";

/** After so many bytes without a frame the stream is not KISS. */
const GARBAGE_BYTES = 512;

/** A line over an open connection; `channel` picks one port of the TNC, `undefined` takes all. */
export function kissLine(connection: Connection, channel: number | undefined): Line {
  const { reader, writer, close, isClosed } = opened(connection);
  async function* heard(): AsyncGenerator<Heard> {
    const kiss = new KissReader();
    let strange = 0;
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || isClosed()) return;
        const frames = kiss.push(value);
        strange = frames.length > 0 ? 0 : strange + value.length;
        if (strange > GARBAGE_BYTES) {
          strange = 0;
          yield { kind: "alive", word: "not_kiss" };
        }
        for (const { port, command, data } of frames) {
          if (command !== 0 || (channel !== undefined && port !== channel)) continue;
          yield { kind: "frame", bytes: data, channel: port };
        }
      }
    } finally {
      close();
    }
  }
  return {
    heard: heard(),
    send: async (permit) => {
      const { bytes, channel } = permit.take("frame");
      await writer.write(encodeKiss(bytes, channel));
    },
    close,
  };
}
