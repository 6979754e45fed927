/**
 * Telnet on a line of bytes (RFC 854): FF begins a command, so a data byte FF travels twice. F6FBB's telnet port does
 * this within compressed transfers too, and an FF sent once stalls it.
 */
import type { Line } from "./drive.ts";

const IAC = 255, SB = 250, SE = 240, WILL = 251;

/** Takes commands out of what comes; pieces may be cut anywhere. */
export class TelnetReader {
  #state: "data" | "command" | "option" | "sub" | "subCommand" = "data";

  /** The data in a chunk: commands taken out, doubled FF made single. */
  push(chunk: Uint8Array): Uint8Array {
    if (this.#state === "data" && !chunk.includes(IAC)) return chunk;
    const data = new Uint8Array(chunk.length);
    let length = 0;
    for (const byte of chunk) if (this.#isData(byte)) data[length++] = byte;
    return data.subarray(0, length);
  }

  #isData(byte: number): boolean {
    switch (this.#state) {
      case "data":
        if (byte !== IAC) return true;
        this.#state = "command";
        return false;
      case "command":
        this.#state = byte === SB ? "sub" : byte >= WILL && byte < IAC ? "option" : "data";
        return byte === IAC;
      case "option":
        this.#state = "data";
        return false;
      case "sub":
        if (byte === IAC) this.#state = "subCommand";
        return false;
      case "subCommand":
        this.#state = byte === SE ? "data" : "sub";
        return false;
    }
  }
}

/** Data as it travels: each FF twice. */
export function escapeTelnet(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(IAC)) return bytes;
  const out: number[] = [];
  for (const byte of bytes) byte === IAC ? out.push(IAC, IAC) : out.push(byte);
  return Uint8Array.from(out);
}

/** The same line without telnet's escapes. */
export function telnetLine(line: Line): Line {
  const reader = new TelnetReader();
  return {
    read: async () => {
      const chunk = await line.read();
      return chunk && reader.push(chunk);
    },
    write: (bytes) => line.write(escapeTelnet(bytes)),
  };
}
