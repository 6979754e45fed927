/** Real DNS for tests: knot serves and signs zones, unbound resolves them and answers DNS over HTTPS (HTTP/2). */
import { program } from "./test_data.ts";
import { eventually } from "./eventually.ts";

export const dnsPeersThere = (): boolean =>
  ["knotd", "keymgr", "unbound", "openssl"].every((name) => program(name) !== undefined);
export const HOW_TO_GET_DNS = "apt-get install knot unbound openssl";

export interface Resolver {
  /** Loopback address it answers on; each is an independent host. */
  address: string;
  /** Which server of zones it asks. */
  server: number;
  /** Trust anchor in DS form, if it validates. */
  anchor?: string;
}

export interface DnsPeers {
  /** DS record of the signed zone at a server. */
  ds(server: number): string;
  resolver(told: Resolver): Promise<string>;
  /** The same behind a DNS-over-HTTPS front of our own, which may change what it hands on. */
  front(told: Resolver, change?: Change): Promise<Front>;
  /** PEM of the certificate that resolvers and fronts show, and of its key: also for `club.test` and `other.test`. */
  tls: { cert: string; key: string };
  /** fetch that trusts the resolvers' certificate. */
  fetch: typeof fetch;
  stop(): Promise<void>;
}

/** What a front makes of an answer: the bytes to hand on. */
export type Change = (answer: Uint8Array) => Uint8Array;
export interface Front {
  url: string;
  /** Questions that came to it. */
  asked(): number;
  change: Change;
}

const ZONE_HEAD = "@ 60 SOA ns h 1 60 60 6000 1\n@ 60 NS ns\nns 60 A 127.0.0.1\n";
let nextPort = 21_053 + (Deno.pid % 500) * 20;

async function run(command: string, args: string[]): Promise<string> {
  const { stdout, stderr, code } = await new Deno.Command(command, { args }).output();
  if (code !== 0) throw new Error(`${command}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

/** Starts one knot for each list of zones: name to its records; names in `signed` are signed with a key of their own. */
export async function startDns(
  servers: { zones: Record<string, string>; signed: string[] }[],
): Promise<DnsPeers> {
  const home = await Deno.makeTempDir({ prefix: "dns-" });
  const children: Deno.ChildProcess[] = [];
  const spawn = (command: string, args: string[]) => {
    children.push(
      new Deno.Command(command, { args, stdin: "null", stdout: "null", stderr: "null" }).spawn(),
    );
  };
  const fronts: Deno.HttpServer[] = [];
  const stop = async () => {
    await Promise.all(fronts.map((front) => front.shutdown()));
    for (const child of children) child.kill("SIGTERM");
    await Promise.all(children.map((child) => child.status));
    trusted.client?.close();
    await Deno.remove(home, { recursive: true });
  };
  const trusted: { client?: Deno.HttpClient } = {};
  const ports: number[] = [];
  const anchors: string[] = [];
  try {
    for (const [index, server] of servers.entries()) {
      const base = `${home}/knot${index}`;
      const port = nextPort++;
      ports.push(port);
      await Deno.mkdir(`${base}/db`, { recursive: true });
      for (const [zone, records] of Object.entries(server.zones)) {
        await Deno.writeTextFile(`${base}/${zone}.zone`, `$ORIGIN ${zone}.\n${ZONE_HEAD}${records}\n`);
      }
      await Deno.writeTextFile(
        `${base}/knot.conf`,
        `server:
    listen: 127.0.0.1@${port}
    rundir: ${base}
database:
    storage: ${base}/db
policy:
  - id: fast
    algorithm: ecdsap256sha256
    single-type-signing: on
zone:
${
          Object.keys(server.zones).map((zone) =>
            `  - domain: ${zone}
    file: ${base}/${zone}.zone
    zonefile-sync: -1
    zonefile-load: difference-no-serial
    journal-content: all
${server.signed.includes(zone) ? "    dnssec-signing: on\n    dnssec-policy: fast\n" : ""}`
          ).join("")
        }`,
      );
      spawn(program("knotd")!, ["-c", `${base}/knot.conf`]);
      const zone = server.signed[0];
      if (!zone) continue;
      await eventually(`the keys of ${zone}`, async () => {
        const keys = ["-c", `${base}/knot.conf`, zone, "ds"];
        const found = await run(program("keymgr")!, keys).catch(() => ""); // no key database yet
        anchors[index] = found.split("\n")[0] ?? "";
        return anchors[index] !== "";
      });
    }
    await run("openssl", [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
      ],
      ...["-subj", "/CN=resolver.test", "-addext", "basicConstraints=critical,CA:FALSE", "-addext"],
      `subjectAltName=DNS:club.test,DNS:other.test,${
        [1, 2, 3, 4, 5].map((n) => `IP:127.0.0.${n}`).join(",")
      }`,
      ...["-keyout", `${home}/key.pem`, "-out", `${home}/cert.pem`],
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  trusted.client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(`${home}/cert.pem`)] });
  const trusting =
    ((input: string | URL, init?: RequestInit) =>
      fetch(input, { ...init, client: trusted.client } as unknown as RequestInit)) as typeof fetch;
  const tls = {
    cert: await Deno.readTextFile(`${home}/cert.pem`),
    key: await Deno.readTextFile(`${home}/key.pem`),
  };
  /** An unbound: over https itself, or plainly for a front. */
  const unbound = async ({ address, server, anchor }: Resolver, https: boolean): Promise<number> => {
    const port = nextPort++;
    const path = `${home}/unbound-${address}-${port}.conf`;
    const zones = Object.keys(servers[server]!.zones);
    await Deno.writeTextFile(
      path,
      `server:
  directory: "${home}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  do-daemonize: no
  interface: ${address}@${port}
${
        https
          ? `  https-port: ${port}\n  tls-service-key: "${home}/key.pem"\n  tls-service-pem: "${home}/cert.pem"\n`
          : ""
      }  access-control: 127.0.0.0/8 allow
  do-not-query-localhost: no
  local-zone: "test." nodefault
  module-config: "${anchor ? "validator iterator" : "iterator"}"
  ${anchor ? `trust-anchor: "${anchor}"` : ""}
  ede: yes
  num-threads: 1
${zones.map((zone) => `stub-zone:\n  name: "${zone}"\n  stub-addr: 127.0.0.1@${ports[server]}\n`).join("")}`,
    );
    spawn(program("unbound")!, ["-d", "-c", path]);
    return port;
  };
  const resolver = async (told: Resolver): Promise<string> => {
    const url = `https://${told.address}:${await unbound(told, true)}/dns-query`;
    await eventually(`the resolver on ${told.address}`, async () => {
      const reply = await trusting(url).catch(() => undefined);
      await reply?.body?.cancel();
      return reply !== undefined;
    });
    return url;
  };
  const front = async (told: Resolver, change: Change = (answer) => answer): Promise<Front> => {
    const behind = { hostname: told.address, port: await unbound(told, false) };
    await eventually(
      `the resolver behind the front on ${told.address}`,
      () =>
        Deno.connect(behind).then((connection) => {
          connection.close();
          return true;
        }, () => false),
    );
    let asked = 0;
    const made: Front = { url: "", asked: () => asked, change };
    const server = Deno.serve({ hostname: told.address, port: 0, ...tls, onListen() {} }, async (request) => {
      asked++;
      const answer = await overTcp(behind, new Uint8Array(await request.arrayBuffer()));
      return new Response(made.change(answer) as Uint8Array<ArrayBuffer>, {
        headers: { "content-type": "application/dns-message" },
      });
    });
    fronts.push(server);
    made.url = `https://${told.address}:${(server.addr as Deno.NetAddr).port}/dns-query`;
    return made;
  };
  return { ds: (server) => anchors[server] ?? "", resolver, front, tls, fetch: trusting, stop };
}

/** One question over TCP (RFC 1035 4.2.2). */
async function overTcp(to: Deno.ConnectOptions, question: Uint8Array): Promise<Uint8Array> {
  using connection = await Deno.connect(to);
  const asked = new Uint8Array(question.length + 2);
  new DataView(asked.buffer).setUint16(0, question.length);
  asked.set(question, 2);
  await connection.write(asked);
  const read = async (length: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length;) {
      const got = await connection.read(bytes.subarray(at));
      if (got === null) throw new Error("the resolver hung up");
      at += got;
    }
    return bytes;
  };
  const head = await read(2);
  return await read(head[0]! << 8 | head[1]!);
}
