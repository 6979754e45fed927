/** The box's first run on a network with real avahi: gateway and TNC by what they announce, a MeshCom node by its datagrams. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { newIdentity } from "../../src/federation/mod.ts";
import { avahiThere, eventually, HOW_TO_GET_AVAHI, Lan } from "../kit/lan.ts";
import { has } from "../kit/peers.ts";
import { FLAGS, ROOT, type Server, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { atTerminal, DOWN, ENTER, NEEDS_TERMINAL, SPACE, type Terminal } from "../kit/terminal.ts";
import { missing } from "../kit/test_data.ts";
import { testWorld } from "../kit/world.ts";

const MAIN = [Deno.execPath(), ...FLAGS, "--quiet", "--allow-run=stty,dd,ls", join(ROOT, "main.ts")];
const HEARD = '{"src_type":"lora","type":"msg","src":"OE1CAR-9","dst":"*","msg":"hi","msg_id":"A1B2C3D4"}';

Deno.test({
  name:
    "the first run finds a gateway and a TNC that announce themselves, beside a real avahi, and waits for a MeshCom node",
  ignore: missing("avahi", avahiThere() && has(...NEEDS_TERMINAL), HOW_TO_GET_AVAHI),
  fn: () =>
    withFolder(async (folder) => {
      const lan = await Lan.make();
      const servers: Server[] = [], terminals: Terminal[] = [];
      try {
        const [pi, hill, node] = await Promise.all([
          lan.host("pi", "10.77.0.1"),
          lan.host("hill", "10.77.0.2"),
          lan.host("node", "10.77.0.50"),
        ]);
        // Avahi of the box's own host holds the port of mDNS before the box comes.
        await hill.avahi(folder);
        await node.avahi(folder);
        node.start("avahi-publish", "-s", "Dire Wolf", "_kiss-tnc._tcp", "8001");
        const env = {
          ...serverEnv(join(folder, "data")),
          INSTANCE_ID: "club.example",
          FED_PRIVATE_KEY: newIdentity(testWorld("club")).seed,
          FED_MDNS: "announce",
          HOST: "0.0.0.0",
          PORT: "8787",
        };
        servers.push(await startServer(env, { command: pi.inside(...MAIN, "serve") }));
        await eventually("the announcements", async () =>
          (await hill.browse()).length > 0 && (await hill.browse("_kiss-tnc._tcp")).length > 0);
        const pairs = Object.entries({ ...env, NO_COLOR: "1" }).map(([name, value]) =>
          `${name}=${value}`
        );
        const code = (await pi.must("env", ...pairs, ...MAIN, "boxes", "code")).split("\n")[0]!.trim();
        const dir = join(folder, "box");
        const terminal = atTerminal(
          hill.inside(...MAIN, "box", "--dir", dir, "--listen", "1", "--call", "OE1BOX-10", "--code", code)
            .join(" "),
          { cwd: folder, env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", LOG_LEVEL: "error" } },
        );
        terminals.push(terminal);
        try {
          await terminal.shows("Gateways were found");
          await terminal.shows("club.example");
          await terminal.types(ENTER);
          await terminal.shows("http://10.77.0.1:8787: answers");
          await terminal.shows("What shall it listen to?");
          await terminal.shows("a KISS TNC on 10.77.0.50");
          // Behind the TNC: something by its address, then the node.
          await terminal.types(`${DOWN}${DOWN}${SPACE}${ENTER}`);
          await terminal.shows("The node's call");
          await terminal.types(`nobody${ENTER}`);
          await terminal.shows("This takes a callsign");
          await terminal.types(`${"\x7f".repeat(6)}oe1xyz-12${ENTER}`);
          await terminal.shows("--extudpip 10.77.0.2");
          await terminal.shows("--extudp on");
          await terminal.shows("Waiting 30 s for a node");
          const sends = `while :; do printf '%s' '${HEARD}' > /dev/udp/10.77.0.2/1799; sleep 0.2; done`;
          node.start("bash", "-c", sends);
          await terminal.shows("A node at 10.77.0.50");
          await terminal.shows("Is this your own receiver");
          await terminal.types(ENTER);
          await terminal.shows("Joined club.example as oe1box-10");
          await terminal.shows("trusts OE1XYZ-12");
          await terminal.shows("taken a first frame?");
          await terminal.types(ENTER);
          await terminal.shows("The gateway took the first");
          await terminal.shows("systemd unit");
          await terminal.types(`n${ENTER}`);
          assert.equal(await terminal.ended(), 0);
        } catch (error) {
          throw new Error(terminal.screen(), { cause: error });
        }
        const file = JSON.parse(await Deno.readTextFile(join(dir, "box.json")));
        assert.deepEqual([file.gateways, file.connections], [
          ["http://10.77.0.1:8787"],
          ["meshcom://10.77.0.50?call=OE1XYZ-12&site=OE1XYZ-12"],
        ]);
      } finally {
        await Promise.all(terminals.map((one) => one.kill()));
        await Promise.all(servers.map((server) => server.stop()));
        await lan.end();
      }
    }),
});
