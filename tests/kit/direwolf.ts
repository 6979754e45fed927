/** A real Dire Wolf whose radio is an audio file: it hears what is played, on ports of its own. */
import { freePort } from "./free_port.ts";

export const DIREWOLF = ["direwolf", "gen_packets"];

export interface Direwolf {
  kissPort: number;
  agwPort: number;
  /** Its pseudo-terminal, where it was asked for one. */
  tty: string | undefined;
  /** Lets it hear packets, as audio made by gen_packets. */
  hears(lines: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Audio of packets: 44100 samples a second, 16 bits, without the header of the file. */
export async function audioOf(folder: string, lines: string[]): Promise<Uint8Array> {
  const text = `${folder}/${crypto.randomUUID()}`;
  await Deno.writeTextFile(`${text}.txt`, lines.join("\n") + "\n");
  const made = await new Deno.Command("gen_packets", {
    args: ["-o", `${text}.wav`, `${text}.txt`],
    stdout: "null",
    stderr: "null",
  }).output();
  if (!made.success) throw new Error("gen_packets made no audio");
  return (await Deno.readFile(`${text}.wav`)).subarray(44);
}

/** Starts one; settles when its ports listen. */
export async function startDirewolf(
  folder: string,
  options: { tty?: boolean; call?: string } = {},
): Promise<Direwolf> {
  const kissPort = freePort(), agwPort = freePort();
  const conf = `${folder}/direwolf-${kissPort}.conf`;
  await Deno.writeTextFile(
    conf,
    `ADEVICE stdin null\nARATE 44100\nACHANNELS 1\nCHANNEL 0\nMYCALL ${
      options.call ?? "N0CALL"
    }\nMODEM 1200\n` +
      `KISSPORT ${kissPort}\nAGWPORT ${agwPort}\n`,
  );
  const child = new Deno.Command("direwolf", {
    args: [...(options.tty ? ["-p"] : []), "-c", conf, "-t", "0", "-q", "d", "-r", "44100", "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  let said = "";
  const ready = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      said = (said + text).slice(-20_000);
      const tty = !options.tty || /Virtual KISS TNC is available on \S+/.test(said);
      if (tty && /Ready to accept AGW/.test(said) && /Ready to accept KISS/.test(said)) ready.resolve();
    }
    ready.reject(new Error(`Dire Wolf ended: ${said}`));
  })();
  await ready.promise;
  return {
    kissPort,
    agwPort,
    tty: /Virtual KISS TNC is available on (\S+)/.exec(said)?.[1],
    hears: async (lines) => await writer.write(await audioOf(folder, lines)),
    async stop() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended by itself.
      }
      await writer.abort().catch(() => {});
      await child.status;
      await reading.catch(() => {});
    },
  };
}
