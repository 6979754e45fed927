/** Packet lines of the tests' own data, and programs that read packets too. */
const FILE = new URL("../data/aprs_packets.txt", import.meta.url);

/** Bytes of a line in which what is no printable ASCII stands as `\xNN`. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.from(
      text.replace(/\\x([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1",
    ),
  );

export interface PacketLine {
  /** As written in the file. */
  text: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Members that its content must have. */
  expected: Record<string, unknown>;
}

/** Every packet of tests/data/aprs_packets.txt. */
export const packetLines = (): PacketLine[] =>
  Deno.readTextFileSync(FILE).split("\n").filter((line) => line !== "" && !line.startsWith("#")).map(
    (line) => {
      const [text, expected] = line.split("\t") as [string, string];
      return { text, bytes: bytesOf(text), expected: JSON.parse(expected) };
    },
  );

/** What a program prints for an input. */
export async function runTool(path: string, input: Uint8Array): Promise<string> {
  const child = new Deno.Command(path, { stdin: "piped", stdout: "piped", stderr: "null" }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(input).then(() => writer.close());
  const { stdout } = await child.output();
  await written;
  return new TextDecoder("latin1").decode(stdout);
}
