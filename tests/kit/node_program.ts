/** A node's program as its telnet port is: it greets, asks for a name and perhaps a password, and answers commands by a table. */
export interface NodeProgram {
  greets?: string;
  /** Asked for in this order, each with what lets one in; without what, anything does. */
  prompts?: readonly { asks: string; takes?: string }[];
  /** Said to whoever is let in. */
  welcomes?: string;
  /** Said to whoever is not, before it asks anew. */
  refuses?: string;
  answers?: Readonly<Record<string, string>>;
  /** Said again and again to any command. */
  floods?: string;
}

/** Starts it on loopback; `lines` are those that it was sent. */
export function nodeProgram(
  { greets = "", prompts = [], welcomes = "", refuses = "", answers = {}, floods }: NodeProgram,
) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const lines: string[] = [], talks: Promise<unknown>[] = [];
  let calls = 0;
  async function talk(client: Deno.Conn) {
    const reader = client.readable.pipeThrough(new TextDecoderStream()).getReader();
    const say = (text: string) => client.write(new TextEncoder().encode(text));
    let rest = "";
    const line = async (): Promise<string | undefined> => {
      for (;;) {
        const end = rest.indexOf("\r\n");
        if (end >= 0) {
          const one = rest.slice(0, end);
          rest = rest.slice(end + 2);
          lines.push(one);
          return one;
        }
        const { done, value } = await reader.read();
        if (done) return undefined;
        rest += value;
      }
    };
    await client.write(Uint8Array.of(255, 251, 1, 255, 251, 3));
    await say(greets);
    for (let tries = 0; tries < 3; tries++) {
      let isIn = true;
      for (const { asks, takes } of prompts) {
        await say(asks);
        const given = await line();
        if (given === undefined) return;
        isIn &&= takes === undefined || given === takes;
      }
      if (isIn) break;
      await say(refuses);
    }
    await say(welcomes);
    for (let one = await line(); one !== undefined; one = await line()) {
      if (floods !== undefined) { for (;;) await say(floods); }
      await say(answers[one] ?? "Invalid command\r\n");
    }
  }
  const serving = (async () => {
    for await (const client of listener) {
      calls++;
      talks.push(
        talk(client).catch(() => {}).finally(() => {
          try {
            client.close();
          } catch {
            // The other side closed it.
          }
        }),
      );
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    lines,
    calls: () => calls,
    async close() {
      listener.close();
      await serving.catch(() => {});
      await Promise.all(talks);
    },
  };
}
