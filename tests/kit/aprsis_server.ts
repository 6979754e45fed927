/**
 * A small APRS-IS server on loopback: greets, checks logins by the passcode, remembers each client's filter, takes lines
 * of verified logins alone, and says what the test says. Debian has no aprsc; this is what a client can see of one.
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
  const received: string[] = [], comments: string[] = [], logins = new Set<string>();
  const encoder = new TextEncoder();
  const put = (conn: Deno.Conn, line: string) => conn.write(encoder.encode(`${line}\r\n`)).catch(() => {});

  function login(line: string): AprsIsClient | undefined {
    const said = /^user (\S{1,9}) pass (-?\d{1,5}) vers (\S{1,20} \S{1,20})(?: filter (.{1,400}))?\s*$/.exec(
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
          if (one.client?.verified) logins.add(one.client.call);
          if (one.client) await put(conn, `# logresp ${one.client.call} ${how}, server ${name}`);
        } else if (line.startsWith("#")) comments.push(line);
        else if (one.client.verified) received.push(line);
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
  const { port } = listener.addr as Deno.NetAddr;
  return {
    port,
    address: `aprsis://127.0.0.1:${port}`,
    /** Lines of verified clients, as they came. */
    received,
    /** Comments of any client. */
    comments,
    /** Calls of verified logins. */
    logins,
    clients: () => [...open].flatMap(({ client }) => client ? [client] : []),
    connections: () => open.size,
    /** Sends a whole line to every client. */
    async says(line: string) {
      await this.sends(`${line}\r\n`);
    },
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
      await serving.catch(() => {});
      // Also one that came while the listener was being closed.
      this.hangUp();
    },
  };
}
