/** Real DNS for tests: knot serves and signs zones, unbound resolves them and answers DNS over HTTPS (HTTP/2). */
import { program } from "./test_data.ts";

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
  /** fetch that trusts the resolvers' certificate. */
  fetch: typeof fetch;
  stop(): Promise<void>;
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
  const stop = async () => {
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
      await until(`the keys of ${zone}`, async () => {
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
      `subjectAltName=${[1, 2, 3, 4, 5].map((n) => `IP:127.0.0.${n}`).join(",")}`,
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
  const resolver = async ({ address, server, anchor }: Resolver): Promise<string> => {
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
  https-port: ${port}
  tls-service-key: "${home}/key.pem"
  tls-service-pem: "${home}/cert.pem"
  access-control: 127.0.0.0/8 allow
  do-not-query-localhost: no
  local-zone: "test." nodefault
  module-config: "${anchor ? "validator iterator" : "iterator"}"
  ${anchor ? `trust-anchor: "${anchor}"` : ""}
  ede: yes
  num-threads: 1
${zones.map((zone) => `stub-zone:\n  name: "${zone}"\n  stub-addr: 127.0.0.1@${ports[server]}\n`).join("")}`,
    );
    spawn(program("unbound")!, ["-d", "-c", path]);
    const url = `https://${address}:${port}/dns-query`;
    await until(`the resolver on ${address}`, async () => {
      const reply = await trusting(url).catch(() => undefined);
      await reply?.body?.cancel();
      return reply !== undefined;
    });
    return url;
  };
  return { ds: (server) => anchors[server] ?? "", resolver, fetch: trusting, stop };
}

/** Tries every 50 ms, for at most 10 s. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Gave up waiting for ${what}`);
}
