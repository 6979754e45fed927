/** Outside services as real servers on loopback that a test ends and starts again: as little of each as its client needs. */

/** A server that can be ended, with every line to it, and started again at the same port. */
export interface FakeService {
  readonly port: number;
  begin(): void;
  end(): Promise<void>;
}

/** A service over TCP; `serve` speaks on each line. */
function overTcp(serve: (line: Deno.TcpConn) => Promise<void>): FakeService {
  let listener: Deno.TcpListener | undefined, port = 0, running = Promise.resolve();
  const lines = new Set<Deno.TcpConn>();
  const begin = () => {
    const opened = listener = Deno.listen({ hostname: "127.0.0.1", port });
    port = opened.addr.port;
    running = (async () => {
      for await (const line of opened) {
        lines.add(line);
        serve(line).catch(() => {}).finally(() => {
          if (lines.delete(line)) line.close();
        });
      }
    })();
  };
  begin();
  return {
    get port() {
      return port;
    },
    begin,
    async end() {
      listener?.close();
      await running;
      for (const line of lines) {
        lines.delete(line);
        line.close();
      }
    },
  };
}

/** A service over HTTP. */
function overHttp(answer: (request: Request) => Response | Promise<Response>): FakeService {
  let port = 0, server: Deno.HttpServer<Deno.NetAddr> | undefined;
  const begin = () => {
    server = Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, answer);
    port = server.addr.port;
  };
  begin();
  return {
    get port() {
      return port;
    },
    begin,
    end: async () => void await server?.shutdown(),
  };
}

/** A mail server (RFC 5321) that can be looked at. */
export const fakeMailServer = (): FakeService =>
  overTcp(async (line) => {
    const say = (text: string) => line.write(new TextEncoder().encode(`${text}\r\n`));
    await say("220 ready");
    const bytes = new Uint8Array(4096);
    for (let n; (n = await line.read(bytes)) !== null;) {
      const asked = new TextDecoder().decode(bytes.subarray(0, n));
      await say(asked.startsWith("QUIT") ? "221 bye" : "250 ok");
    }
  });

/** A broker (MQTT 3.1.1) that lets everybody in and keeps nothing. */
export const fakeBroker = (): FakeService =>
  overTcp(async (line) => {
    const bytes = new Uint8Array(65_536);
    while (await line.read(bytes) !== null) {
      if (bytes[0]! >> 4 === 1) await line.write(Uint8Array.of(0x20, 2, 0, 0));
      // SUBACK with the packet's number, which stands after a length of one byte.
      if (bytes[0] === 0x82) await line.write(Uint8Array.of(0x90, 3, bytes[2]!, bytes[3]!, 0));
    }
  });

/** A resolver (RFC 8484) that knows no records of any name: the question with the bits of an answer. */
export const fakeResolver = (): FakeService =>
  overHttp(async (request) => {
    const message = new Uint8Array(await request.arrayBuffer());
    message[2] = 0x81;
    message[3] = 0x80;
    return new Response(message, { headers: { "content-type": "application/dns-message" } });
  });

/** A push service (RFC 8030) that takes everything. */
export const fakePushService = (): FakeService =>
  overHttp(async (request) => {
    await request.arrayBuffer();
    return new Response(null, { status: 201 });
  });
