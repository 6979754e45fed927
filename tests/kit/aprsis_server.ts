/**
 * A small APRS-IS server: greets, checks logins by the passcode, keeps each client's filter, hands lines on, drops copies
 * for 30 s, marks what came from an unverified login, sends comments. What aprsc does of it, as far as a client can see.
 */
import { aprsIsPasscode } from "../../src/aprs/mod.ts";

export interface AprsIsClient {
  call: string;
  verified: boolean;
  filter: string;
  version: string;
}

export function aprsIsServer(options: { name?: string; greets?: boolean } = {}) {
  const { name = "T2TEST", greets = true } = options;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<{ conn: Deno.Conn; client: AprsIsClient | undefined }>();
  const received: string[] = [];
  const encoder = new TextEncoder();
  const put = (conn: Deno.Conn, line: string) => conn.write(encoder.encode(`${line}\r\n`)).catch(() => {});

  function login(line: string): AprsIsClient | undefined {
    const said = /^user (\S{1,9}) pass (-?\d{1,5}) vers (\S{1,20} \S{1,20})(?: filter (.{1,400}))?$/.exec(
      line,
    );
    if (!said) return undefined;
    const [, call, code, version, filter = ""] = said;
    return { call: call!, verified: Number(code) === aprsIsPasscode(call!), version: version!, filter };
  }

  async function serve(one: { conn: Deno.Conn; client: AprsIsClient | undefined }) {
    const { conn } = one;
    if (greets) await put(conn, "# small-server 1.0");
    let rest = "";
    for await (const text of conn.readable.pipeThrough(new TextDecoderStream("latin1"))) {
      const lines = (rest + text).split("\r\n");
      rest = lines.pop()!;
      for (const line of lines) {
        if (one.client === undefined) {
          one.client = login(line);
          const how = one.client?.verified ? "verified" : "unverified";
          if (one.client) await put(conn, `# logresp ${one.client.call} ${how}, server ${name}`);
        } else if (one.client.verified) received.push(line);
      }
    }
  }
  const serving = (async () => {
    for await (const conn of listener) {
      const one = { conn, client: undefined };
      open.add(one);
      serve(one).catch(() => {}).finally(() => open.delete(one));
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    /** Lines of verified clients. */
    received,
    clients: () => [...open].flatMap(({ client }) => client ? [client] : []),
    connections: () => open.size,
    /** Sends bytes to every client, as they are. */
    async sends(...chunks: (string | Uint8Array)[]) {
      for (const chunk of chunks) {
        for (const { conn } of open) {
          await conn.write(typeof chunk === "string" ? encoder.encode(chunk) : chunk).catch(() => {});
        }
      }
    },
    hangUp() {
      for (const { conn } of open) {
        try {
          conn.close();
        } catch {
          // It is gone already.
        }
      }
    },
    async close() {
      listener.close();
      this.hangUp();
      await serving.catch(() => {});
    },
  };
}
