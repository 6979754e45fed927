/** A small APRS-IS server on loopback: logs clients in, verifies passcodes, passes on what the test says, keeps what it gets. */
import { aprsIsPasscode } from "../../src/aprs/mod.ts";

export function aprsIsServer() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const clients = new Set<{ connection: Deno.Conn; verified: boolean }>();
  /** Calls of verified logins. */
  const logins = new Set<string>();
  /** Lines of verified logins, as they came. */
  const lines: string[] = [];
  const serve = async (connection: Deno.Conn) => {
    const client = { connection, verified: false };
    clients.add(client);
    const say = (line: string) => connection.write(new TextEncoder().encode(`${line}\r\n`));
    try {
      await say("# test server");
      let rest = "";
      const chunk = new Uint8Array(4096);
      for (let n = await connection.read(chunk); n !== null; n = await connection.read(chunk)) {
        const parts = (rest + Buffer.from(chunk.subarray(0, n)).toString("latin1")).split("\r\n");
        rest = parts.pop()!;
        for (const line of parts) {
          const login = /^user (\S{1,9}) pass (\S{1,6})/.exec(line);
          if (login) {
            client.verified = login[2] === String(aprsIsPasscode(login[1]!));
            if (client.verified) logins.add(login[1]!);
            await say(`# logresp ${login[1]} ${client.verified ? "verified" : "unverified"}, server TEST`);
          } else if (client.verified && !line.startsWith("#")) lines.push(line);
        }
      }
    } catch {
      // The client went, or the test is over.
    } finally {
      clients.delete(client);
      try {
        connection.close();
      } catch {
        // The test has closed it.
      }
    }
  };
  const serving = (async () => {
    for await (const connection of listener) serve(connection);
  })().catch(() => {});
  const { port } = listener.addr as Deno.NetAddr;
  return {
    port,
    address: `aprsis://127.0.0.1:${port}`,
    lines,
    logins,
    clients,
    async sends(line: string) {
      for (const { connection } of clients) {
        await connection.write(new TextEncoder().encode(`${line}\r\n`));
      }
    },
    async close() {
      listener.close();
      for (const { connection } of clients) {
        try {
          connection.close();
        } catch {
          // It is gone already.
        }
      }
      await serving;
    },
  };
}
