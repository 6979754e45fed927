import type { Driver, Heard } from "../../../src/box/drivers/driver.ts";
import { opened } from "../../../src/box/drivers/opened.ts";

/** `lines://host:4001`: one monitor line of APRS after the other, as some old programs print them. */
export const lines: Driver = {
  scheme: "lines",
  port: "lines",
  via: "aprsis",
  namesSite: false,
  transmits: false,
  settings: [],
  problem: ({ device }) => device === "" ? undefined : "lines: takes a host, not a device",
  async open(address, { io }, stop) {
    const { reader, close } = opened(await io.connect(address.host, address.port ?? 4001, stop));
    async function* heard(): AsyncGenerator<Heard> {
      const decoder = new TextDecoder("latin1");
      let rest = "";
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          const parts = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
          rest = parts.pop()!.slice(-512);
          for (const text of parts) yield { kind: "line", text };
        }
      } finally {
        close();
      }
    }
    return { heard: heard(), close };
  },
};
