/** The guard of outgoing fetches: only global addresses, pinned, on every redirect (FED "Authentication"). */
import assert from "node:assert/strict";
import { passes } from "../kit/waits.ts";
import { isPublicAddress } from "../../src/base/mod.ts";
import { FetchGuard, FetchRefused } from "../../src/base/mod.ts";
import { missing, program } from "../kit/test_data.ts";
import { testWorld } from "../kit/world.ts";

const PRIVATE = [
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "all of 127/8"],
  ["0.0.0.0", "this host"],
  ["0.1.2.3", "this network"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["100.64.0.1", "CGNAT"],
  ["100.127.255.255", "CGNAT"],
  ["169.254.169.254", "link-local, the cloud's metadata"],
  ["192.0.0.1", "protocol assignments"],
  ["192.0.2.1", "documentation"],
  ["198.18.0.1", "benchmarks"],
  ["198.51.100.1", "documentation"],
  ["203.0.113.1", "documentation"],
  ["224.0.0.1", "multicast"],
  ["255.255.255.255", "broadcast"],
  ["240.0.0.1", "reserved"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["0:0:0:0:0:0:0:1", "loopback, written out"],
  ["::ffff:127.0.0.1", "loopback in IPv6"],
  ["::ffff:7f00:1", "loopback in IPv6, in hex"],
  ["::ffff:10.0.0.1", "private in IPv6"],
  ["::ffff:169.254.169.254", "link-local in IPv6"],
  ["::127.0.0.1", "IPv4-compatible"],
  ["64:ff9b::7f00:1", "loopback behind NAT64"],
  ["64:ff9b::10.0.0.1", "private behind NAT64"],
  ["64:ff9b:1::1", "local NAT64"],
  ["2002:7f00:1::", "loopback in 6to4"],
  ["2002:c0a8:101::", "private in 6to4"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local with a zone"],
  ["fc00::1", "unique local"],
  ["fd12:3456::1", "unique local"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["2001:db8::1", "documentation"],
  ["3fff::1", "documentation"],
  ["2001::1", "Teredo"],
  ["100::1", "discard"],
  ["5f00::1", "outside global unicast"],
  ["example.com", "no address at all"],
  ["", "nothing"],
] as const;

for (const [address, what] of PRIVATE) {
  Deno.test(`isPublicAddress() refuses ${address || "an empty text"}: ${what}`, () =>
    assert.equal(isPublicAddress(address), false));
}

Deno.test("isPublicAddress() takes global unicast addresses, the amateur network among them", () => {
  for (
    const address of [
      "44.143.0.1",
      "1.1.1.1",
      "9.9.9.9",
      "172.15.0.1",
      "172.32.0.1",
      "100.63.0.1",
      "2a00:1450::1",
      "2606:4700::1111",
      "::ffff:1.1.1.1",
      "64:ff9b::101:101",
      "2002:101:101::",
    ]
  ) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

interface Scene {
  port: number;
  hits: string[];
  guard(lookup: (host: string) => string[], allowPrivate?: boolean): FetchGuard;
}

async function withServer(
  answer: (request: Request, port: number) => Response | Promise<Response>,
  use: (scene: Scene) => Promise<void>,
): Promise<void> {
  const hits: string[] = [];
  const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => {
      hits.push(`${request.headers.get("host")} ${new URL(request.url).pathname}`);
      return answer(request, server.addr.port);
    },
  );
  const { port } = server.addr;
  try {
    await use({
      port,
      hits,
      guard: (lookup, allowPrivate = false) =>
        new FetchGuard({
          world: {
            ...testWorld(),
            elapsedMs: () => performance.now(),
            lookup: (host) => Promise.resolve(lookup(host)),
          },
          allowPrivate,
        }),
    });
  } finally {
    await server.shutdown();
  }
}

const ask = (url: string, more: object = {}) => ({ url, maxBytes: 10_000, timeoutMs: 2000, ...more });
const reason = (wanted: string) => (error: unknown) => {
  assert.ok(error instanceof FetchRefused, String(error));
  assert.equal(error.reason, wanted, error.message);
  return true;
};
const loopback = () => ["127.0.0.1"];

Deno.test("a name that resolves to loopback is refused before anything is dialled", () =>
  withServer(() => new Response("secret"), async ({ port, hits, guard }) => {
    await assert.rejects(guard(loopback).request(ask(`http://rebind.example:${port}/`)), reason("address"));
    assert.deepEqual(hits, []);
  }));

Deno.test("a name with one good and one private address is refused whole", () =>
  withServer(() => new Response("secret"), async ({ port, hits, guard }) => {
    const mixed = guard(() => ["1.1.1.1", "127.0.0.1"]);
    await assert.rejects(mixed.request(ask(`http://mixed.example:${port}/`)), reason("address"));
    assert.deepEqual(hits, []);
  }));

Deno.test("the connection goes to the address that was checked: a second look-up is never made", () =>
  withServer((request) => new Response(request.headers.get("host")), async ({ port, guard }) => {
    let looked = 0;
    const rebinding = guard(() => [++looked === 1 ? "127.0.0.1" : "169.254.169.254"], true);
    const answer = await rebinding.request(ask(`http://rebind.example:${port}/x`));
    assert.equal(
      new TextDecoder().decode(answer.bytes),
      `rebind.example:${port}`,
      "the name travels, the address is pinned",
    );
    assert.equal(looked, 1);
  }));

for (
  const literal of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1", "2130706433", "0177.0.0.1", "127.1"]
) {
  Deno.test(`http://${literal}/ is refused however it is written`, () =>
    withServer(() => new Response("secret"), async ({ port, hits, guard }) => {
      await assert.rejects(guard(() => []).request(ask(`http://${literal}:${port}/`)), reason("address"));
      assert.deepEqual(hits, []);
    }));
}

Deno.test("a redirect to a private address is refused, from an exempt origin too", () =>
  withServer(
    (request, port) =>
      new URL(request.url).pathname === "/start"
        ? new Response(null, { status: 302, headers: { location: `http://other.example:${port}/inside` } })
        : new Response("secret"),
    async ({ port, hits, guard }) => {
      await assert.rejects(
        guard(loopback).request(ask(`http://hub.example:${port}/start`, { exempt: true })),
        reason("address"),
      );
      assert.deepEqual(hits, [`hub.example:${port} /start`]);
    },
  ));

Deno.test("an exempt origin may redirect within itself, three times at most", () =>
  withServer((request, _port) => {
    const n = Number(new URL(request.url).pathname.slice(1));
    return n === 0
      ? new Response("there")
      : new Response(null, { status: 307, headers: { location: `/${n - 1}` } });
  }, async ({ port, guard }) => {
    const answer = await guard(loopback).request(ask(`http://hub.example:${port}/3`, { exempt: true }));
    assert.equal(new TextDecoder().decode(answer.bytes), "there");
    await assert.rejects(
      guard(loopback).request(ask(`http://hub.example:${port}/4`, { exempt: true })),
      reason("redirect"),
    );
  }));

Deno.test("a redirect to another scheme, a POST redirected elsewhere and credentials are refused", () =>
  withServer(
    (_request, port) =>
      new Response(null, { status: 307, headers: { location: `http://else.example:${port}/` } }),
    async ({ port, hits, guard }) => {
      const open = guard(loopback, true);
      await assert.rejects(
        open.request(ask(`http://a.example:${port}/`, { method: "POST", body: "x" })),
        reason("redirect"),
      );
      assert.deepEqual(hits, [`a.example:${port} /`], "nobody else saw what was posted");
      await assert.rejects(open.request(ask(`http://user:pw@a.example:${port}/`)), reason("bad_url"));
      await assert.rejects(open.request(ask("file:///etc/passwd")), reason("bad_url"));
      await assert.rejects(open.request(ask("gopher://a.example/")), reason("bad_url"));
      await assert.rejects(open.request(ask("not an address")), reason("bad_url"));
    },
  ));

Deno.test("an answer larger than allowed is cut off, declared or not", () =>
  withServer((request) => {
    const body = new Uint8Array(50_000);
    return new URL(request.url).pathname === "/declared" ? new Response(body) : new Response(
      new ReadableStream({
        start(controller) {
          for (let i = 0; i < 50; i++) controller.enqueue(body.subarray(0, 1000));
          controller.close();
        },
      }),
    );
  }, async ({ port, guard }) => {
    const open = guard(loopback, true);
    await assert.rejects(open.request(ask(`http://a.example:${port}/declared`)), reason("too_large"));
    await assert.rejects(open.request(ask(`http://a.example:${port}/chunked`)), reason("too_large"));
  }));

Deno.test("an answer that does not come, or trickles, ends in time", () =>
  withServer(
    (request) =>
      new URL(request.url).pathname === "/never"
        ? new Promise((resolve) => setTimeout(() => resolve(new Response("late")), 700))
        : new Response(
          new ReadableStream({
            async start(controller) {
              try {
                for (let i = 0; i < 7; i++) {
                  controller.enqueue(Uint8Array.of(i));
                  await passes(100, "each piece takes so long");
                }
                controller.close();
              } catch { /* the reader has gone */ }
            },
          }),
        ),
    async ({ port, guard }) => {
      const open = guard(loopback, true);
      await assert.rejects(
        open.request(ask(`http://a.example:${port}/never`, { timeoutMs: 150 })),
        reason("timeout"),
      );
      await assert.rejects(
        open.request(ask(`http://a.example:${port}/trickle`, { timeoutMs: 250 })),
        reason("timeout"),
      );
    },
  ));

Deno.test("a POST may be redirected within its origin, and 303 makes it a GET", () =>
  withServer(
    async (request) =>
      new URL(request.url).pathname === "/done"
        ? new Response(`${request.method} ${await request.text()}`)
        : new Response(null, {
          status: Number(new URL(request.url).pathname.slice(1)),
          headers: { location: "/done" },
        }),
    async ({ port, guard }) => {
      const posted = async (status: number) => {
        const url = `http://a.example:${port}/${status}`;
        const answer = await guard(loopback, true).request(ask(url, { method: "POST", body: "x" }));
        return new TextDecoder().decode(answer.bytes).trim().split(" ")[0];
      };
      assert.deepEqual([await posted(307), await posted(308), await posted(303)], ["POST", "POST", "GET"]);
    },
  ));

Deno.test("a look-up that never answers ends in time", async () => {
  const guard = new FetchGuard({
    world: { ...testWorld(), elapsedMs: () => performance.now(), lookup: () => new Promise(() => {}) },
    allowPrivate: true,
  });
  await assert.rejects(guard.request(ask("http://slow.example/", { timeoutMs: 100 })), reason("timeout"));
});

Deno.test("all hops together end in time, and an answer without a place to go is an answer", () =>
  withServer(
    async (request) => {
      const path = new URL(request.url).pathname;
      if (path === "/nowhere") return new Response("here", { status: 302 });
      if (path === "/bad") return new Response(null, { status: 302, headers: { location: "http://" } });
      await passes(120, "each hop takes so long");
      return new Response(null, { status: 302, headers: { location: `${path}x` } });
    },
    async ({ port, guard }) => {
      const open = guard(loopback, true);
      const answer = await open.request(ask(`http://a.example:${port}/nowhere`));
      assert.deepEqual([answer.status, answer.url], [302, `http://a.example:${port}/nowhere`]);
      await assert.rejects(open.request(ask(`http://a.example:${port}/bad`)), reason("redirect"));
      await assert.rejects(
        open.request(ask(`http://a.example:${port}/slow`, { timeoutMs: 200 })),
        reason("timeout"),
      );
    },
  ));

Deno.test("an answer of just the size that is allowed is taken", () =>
  withServer(
    () => new Response(new Uint8Array(10_000)),
    async ({ port, guard }) => {
      const answer = await guard(loopback, true).request(ask(`http://a.example:${port}/`));
      assert.equal(answer.bytes.length, 10_000);
    },
  ));

Deno.test("nobody listening and a name without addresses are told apart from refusals", async () => {
  const guard = new FetchGuard({
    world: { ...testWorld(), lookup: () => Promise.resolve([]) },
    allowPrivate: true,
  });
  await assert.rejects(guard.request(ask("http://nobody.example/")), reason("unreachable"));
  await assert.rejects(guard.request(ask("http://127.0.0.1:9/")), reason("unreachable"));
});

Deno.test("over https the certificate is held against the name, though the address is dialled", async () => {
  if (missing("openssl", program("openssl") !== undefined, "apt-get install openssl")) return;
  const folder = await Deno.makeTempDir();
  const args = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=club.example"
    .split(" ");
  const files = [
    "-addext",
    "subjectAltName=DNS:club.example",
    "-keyout",
    `${folder}/key`,
    "-out",
    `${folder}/cert`,
  ];
  await new Deno.Command("openssl", { args: [...args, ...files], stderr: "null" }).output();
  const [cert, key] = [Deno.readTextFileSync(`${folder}/cert`), Deno.readTextFileSync(`${folder}/key`)];
  let moved = "";
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", cert, key, onListen() {} },
    (request) =>
      request.url.endsWith("/moved")
        ? new Response(null, { status: 302, headers: { location: moved } })
        : new Response(request.headers.get("host")),
  );
  try {
    const { port } = server.addr;
    const world = { ...testWorld(), lookup: () => Promise.resolve(["127.0.0.1"]) };
    const guard = new FetchGuard({ world, allowPrivate: true, ca: cert });
    const answer = await guard.request(ask(`https://club.example:${port}/`));
    assert.equal(new TextDecoder().decode(answer.bytes), `club.example:${port}`);
    await assert.rejects(guard.request(ask(`https://evil.example:${port}/`)), reason("unreachable"));
    const plain = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => new Response("plain"));
    moved = `http://club.example:${plain.addr.port}/`;
    await assert.rejects(guard.request(ask(`https://club.example:${port}/moved`)), reason("redirect"));
    await plain.shutdown();
    const strangers = new FetchGuard({ world, allowPrivate: true });
    await assert.rejects(strangers.request(ask(`https://club.example:${port}/`)), reason("unreachable"));
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});
