/** Multicast DNS against real avahi, and among gateways, on hosts of a network of their own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { newIdentity } from "../../src/federation/mod.ts";
import { avahiThere, eventually, HOW_TO_GET_AVAHI, Lan, type LanHost } from "../kit/lan.ts";
import { FLAGS, ROOT, rssOf, type Server, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { missing } from "../kit/test_data.ts";
import { testWorld } from "../kit/world.ts";

const MAIN = [Deno.execPath(), ...FLAGS, "--quiet", join(ROOT, "main.ts")];

/** A gateway on a host of the network. */
class Gateway {
  private constructor(
    readonly host: LanHost,
    readonly env: Record<string, string>,
    readonly server: Server,
    readonly key: { fingerprint: string },
  ) {}

  static async start(
    host: LanHost,
    folder: string,
    instance: string,
    over: Record<string, string> = {},
  ): Promise<Gateway> {
    const key = newIdentity(testWorld(instance));
    const dataDir = join(folder, instance);
    const env = {
      ...serverEnv(dataDir),
      INSTANCE_ID: instance,
      FED_PRIVATE_KEY: key.seed,
      FED_MDNS: "announce",
      HOST: "0.0.0.0",
      PORT: "8787",
      ...over,
    };
    const server = await startServer(env, { command: host.inside(...MAIN, "serve") });
    return new Gateway(host, env, server, key);
  }

  /** A command beside the server. */
  async command(...args: string[]): Promise<string> {
    const pairs = Object.entries({ ...this.env, NO_COLOR: "1" }).map(([name, value]) => `${name}=${value}`);
    return await this.host.must("env", ...pairs, ...MAIN, ...args);
  }

  async peers(): Promise<Record<string, unknown>[]> {
    return JSON.parse(await this.command("peer", "list", "--json"));
  }

  /** The row of an instance, once it is there. */
  sighting(instance: string) {
    return eventually(
      `${instance} sighted by ${this.env.INSTANCE_ID}`,
      async () => (await this.peers()).find((peer) => peer.instance === instance),
    );
  }
}

const grouped = (fingerprint: string) => fingerprint.replaceAll(" ", "");
const texts = (gateway: Gateway) =>
  [`"fp=${grouped(gateway.key.fingerprint)}"`, `"id=${gateway.env.INSTANCE_ID}"`, '"path=/.well-known/svc"']
    .join(" ");
const there = (all: string[], line: string) => all.includes(line);

Deno.test({
  name:
    "avahi and gateways see one another, also on the port that both hold; addresses change; a stop is a goodbye",
  ignore: missing("avahi", avahiThere(), HOW_TO_GET_AVAHI),
  fn: () =>
    withFolder(async (folder) => {
      const lan = await Lan.make(), further = await Lan.make();
      const servers: Server[] = [];
      try {
        const [pi, desk] = await Promise.all([lan.host("pi", "10.77.0.1"), lan.host("desk", "10.77.0.2")]);
        const [piAvahi] = await Promise.all([pi.avahi(folder), desk.avahi(folder)]);
        const club = await Gateway.start(pi, folder, "club.example");
        servers.push(club.server);
        const line = `club-example club-example.local 10.77.0.1 8787 ${texts(club)}`;
        for (const host of [desk, pi]) {
          await eventually(`avahi on ${host.name} sees the gateway`, async () =>
            there(await host.browse(), line));
        }
        const resolve = async (name: string) =>
          (await desk.run("avahi-resolve", "--name", "-4", name)).out.trim().split("\t")[1];
        assert.equal(await resolve("club-example.local"), "10.77.0.1");
        assert.equal(await resolve("pi.local"), "10.77.0.1", "the host's own name, from its avahi");

        // The other way: what avahi publishes is a claim, and no more.
        desk.start(
          "avahi-publish",
          "-s",
          "Other Club",
          "_svc._tcp",
          "9999",
          "id=other.example",
          "fp=AABB CCDD EEFF 0011",
          "path=/.well-known/svc",
        );
        const row = await club.sighting("other.example");
        assert.deepEqual(
          [row.url, row.trust, row.enabled, row.fingerprint, row.addedVia],
          ["discovered:other.example", "unvetted", false, null, "mdns"],
        );
        const [claim] = row.discovered as Record<string, unknown>[];
        assert.deepEqual(
          [claim!.via, claim!.fp, claim!.addr],
          ["mdns", "aabbccddeeff0011", "http://10.77.0.2:9999"],
        );

        // A second gateway on the same host: three programs share the port.
        const second = await Gateway.start(pi, folder, "second.example", { PORT: "8788" });
        servers.push(second.server);
        const other = `second-example second-example.local 10.77.0.1 8788 ${texts(second)}`;
        await eventually("both gateways of one host", async () => {
          const all = await desk.browse();
          return there(all, line) && there(all, other);
        });
        await Promise.all([club.sighting("second.example"), second.sighting("club.example")]);
        assert.deepEqual(
          (await club.peers()).filter((peer) =>
            peer.instance === "club.example"
          ),
          [],
          "itself",
        );

        // The operator compares the fingerprint and follows it at the private address that it was sighted at.
        await assert.rejects(
          second.command(
            "peer",
            "follow",
            "discovered:club.example",
            "--trust",
            "--fingerprint",
            "0".repeat(16),
          ),
          /fingerprint/,
        );
        const followed = await second.command(
          ...["peer", "follow", "discovered:club.example", "--trust", "--fingerprint", club.key.fingerprint],
        );
        assert.match(followed, /Following club\.example at http:\/\/10\.77\.0\.1:8787, trusted/);
        assert.match(await second.command("peer", "sync", "http://10.77.0.1:8787"), /bytes/);

        // Another address, then another network beside it.
        await pi.must("ip", "addr", "add", "10.77.0.9/24", "dev", "lan0");
        await pi.must("ip", "addr", "del", "10.77.0.1/24", "dev", "lan0");
        await pi.run("ip", "addr", "add", "10.77.0.9/24", "dev", "lan0"); // the second goes with the first
        await eventually(
          "the new address",
          async () => (await resolve("club-example.local")) === "10.77.0.9",
        );
        await further.plug(pi, "usb0", "10.78.0.1");
        const phone = await further.host("phone", "10.78.0.2");
        await phone.avahi(folder);
        const onPhone = line.replace("10.77.0.1", "10.78.0.1");
        await eventually("the further network hears its own address", async () =>
          there(await phone.browse(), onPhone));
        await pi.must("ip", "link", "del", "usb0");
        assert.equal(await resolve("club-example.local"), "10.77.0.9");

        assert.doesNotMatch(await piAvahi.log(), /conflict|pi-2/i, "avahi kept its host's name");
        assert.equal(await servers.shift()!.stop(), 0);
        await eventually(
          "avahi takes the goodbye",
          async () =>
            !(await desk.browse()).some((one) => one.startsWith("club-example ")),
        );
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
        await Promise.all([lan.end(), further.end()]);
      }
    }),
});

Deno.test({
  name:
    "a storm on the local network: the gateway goes on answering, writes down a few claims, and hears the honest one",
  ignore: missing("avahi", avahiThere(), HOW_TO_GET_AVAHI),
  fn: () =>
    withFolder(async (folder) => {
      const lan = await Lan.make();
      const servers: Server[] = [];
      try {
        const [pi, bad, desk] = await Promise.all([
          lan.host("pi", "10.77.0.1"),
          lan.host("bad", "10.77.0.66"),
          lan.host("desk", "10.77.0.2"),
        ]);
        const club = await Gateway.start(pi, folder, "club.example");
        servers.push(club.server);
        const storm = async (seconds: number) => {
          const [program, ...args] = bad.inside(
            ...[
              Deno.execPath(),
              "run",
              "--quiet",
              "-A",
              join(ROOT, "tests/peers/mdns_storm.ts"),
              bad.address,
            ],
            String(seconds),
          );
          const told = new Deno.Command(program!, { args, stdin: "null", stderr: "inherit" }).output();
          const health = ["curl", "-s", "-m", "5", "-o", "/dev/null", "-w", "%{http_code}"];
          for (let asked = 0; asked < 10; asked++) {
            assert.equal((await pi.run(...health, "http://127.0.0.1:8787/health")).out, "200");
          }
          return Number(new TextDecoder().decode((await told).stdout));
        };
        const sent = await storm(6);
        assert.ok(sent > 3000, `${sent} messages`);
        const warm = rssOf(club.server.pid);
        await storm(6);
        await desk.avahi(folder);
        desk.start(
          "avahi-publish",
          "-s",
          "Honest",
          "_svc._tcp",
          "9999",
          "id=honest.example",
          "fp=AABBCCDDEEFF0011",
          "path=/.well-known/svc",
        );
        await club.sighting("honest.example");
        const rows = await club.peers();
        const lies = rows.filter((row) => String(row.instance).startsWith("lie"));
        assert.ok(lies.length > 0 && lies.length <= 8, `${lies.length} claims of one address`);
        assert.equal(rows.length, lies.length + 1);
        assert.ok(
          rows.every((row) => row.trust === "unvetted" && row.enabled === false && row.fingerprint === null),
        );
        const grown = (rssOf(club.server.pid) - warm) / 1e6;
        assert.ok(grown < 60, `${grown.toFixed()} MB more after the second storm`);
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
        await lan.end();
      }
    }),
});

Deno.test({
  name:
    "https of one's own: the instance's and the host's names are answered, nothing is announced; avahi that comes later keeps the host's",
  ignore: missing("avahi", avahiThere(), HOW_TO_GET_AVAHI),
  fn: () =>
    withFolder(async (folder) => {
      const lan = await Lan.make();
      const servers: Server[] = [];
      try {
        const [hut, desk] = await Promise.all([lan.host("hut", "10.77.0.1"), lan.host("desk", "10.77.0.2")]);
        await desk.avahi(folder);
        const club = await Gateway.start(hut, folder, "club.example", { TLS: "own", FED_MDNS: "off" });
        servers.push(club.server);
        const resolve = async (name: string) =>
          (await desk.run("avahi-resolve", "--name", "-4", name)).out.trim().split("\t")[1];
        const bothLead = () =>
          eventually("both names", async () =>
            await resolve("club-example.local") === "10.77.0.1" &&
            await resolve("hut.local") === "10.77.0.1");
        await bothLead();
        const { addresses } = JSON.parse(await desk.must("curl", "-s", "http://10.77.0.1:8787/health"));
        assert.deepEqual(addresses.slice(0, 3), [
          "https://club-example.local:8443",
          "https://hut.local:8443",
          "https://10.77.0.1:8443",
        ]);
        const told = await desk.must(
          ...["curl", "-s", "--cacert", join(folder, "club.example/tls/authority.pem")],
          ...["--resolve", "hut.local:8443:10.77.0.1", "https://hut.local:8443/health"],
        );
        assert.equal(JSON.parse(told).instance, "club.example");
        assert.deepEqual(await desk.browse(), [], "nothing is announced");
        const avahi = await hut.avahi(folder);
        await bothLead();
        const log = await avahi.log();
        assert.match(log, /Host name is hut\.local/);
        assert.doesNotMatch(log, /conflict|hut-2/i);
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
        await lan.end();
      }
    }),
});
