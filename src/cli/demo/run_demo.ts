/** The demonstration as one program: two clubs, a box, a radio and a mesh node, until somebody ends it. */
import { join } from "node:path";
import { realWorld } from "../../base/mod.ts";
import {
  BEGINS,
  Beside,
  liveThrough,
  meet,
  MESH_NODE,
  MeshNode,
  NEIGHBOUR_OPERATOR,
  NEIGHBOUR_SITE,
  neighbourStory,
  OPERATOR,
  pull,
  Radio,
  SITE,
  startTraffic,
  StoryClock,
} from "../../demo/mod.ts";
import { openClub, startReceiver } from "./club.ts";
import { keepLink } from "./kept_link.ts";
import { openPostRoad } from "./post_road.ts";

export interface DemoOptions {
  folder: string;
  port: number;
  logLevel: string;
  tell(what: string): void;
}

export interface Demo {
  /** Of the club, its neighbour, and the page of the box. */
  url: string;
  neighbour: string;
  box: string | undefined;
  /** Signs in as the operator, once. */
  link: string;
  /** The same for a member. */
  memberLink: string;
  /** What there is to see. */
  counts: { caches: number; finds: number; mirrored: number; mail: number };
  stop(): Promise<void>;
}

/** A free UDP port: a mesh node and its box use the same. */
function freeUdpPort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

export async function runDemo({ folder, port, logLevel, tell }: DemoOptions): Promise<Demo> {
  const ending: (() => unknown)[] = [];
  /** In reverse: what was begun last ends first. */
  const stop = async () => {
    for (const end of ending.splice(0).reverse()) await end();
  };
  try {
    const clock = new StoryClock(realWorld());
    clock.setBack(BEGINS * 86_400);
    const { world } = clock;
    const open = async (name: string, options: { operator: string; region: string; port: number }) => {
      const instance = `${options.operator.toLowerCase()}.example`;
      const house = await openClub({ folder: join(folder, name), instance, logLevel, ...options }, world);
      ending.push(() => house.running.stop());
      return house;
    };
    tell("two gateways begin");
    const club = await open("club", { operator: OPERATOR, region: "#OE1.AUT.EU", port });
    const neighbour = await open("neighbour", {
      operator: NEIGHBOUR_OPERATOR,
      region: "#OE5.AUT.EU",
      port: 0,
    });
    const radio = new Radio(), farRadio = new Radio();
    const mesh = new MeshNode(MESH_NODE, freeUdpPort());
    const beside = new Beside(SITE);
    ending.push(() => radio.close(), () => farRadio.close(), () => mesh.close(), () => beside.close());
    const heard = [radio.address(SITE.call), mesh.address, ...beside.addresses];
    const box = await startReceiver(club, SITE.call, heard, world);
    ending.push(() => box.stop());
    const far = await startReceiver(
      neighbour,
      NEIGHBOUR_SITE.call,
      [farRadio.address(NEIGHBOUR_SITE.call)],
      world,
    );
    ending.push(() => far.stop());
    tell("the neighbours hide caches, and are met");
    await neighbourStory(neighbour.operator, world);
    await meet(club, neighbour);
    const both = { radio, farRadio, far: neighbour.operator };
    const told = await liveThrough({ url: club.url, operator: club.operator, ...both, clock, world }, tell);
    tell("mail is forwarded");
    clock.setBack(0);
    const road = openPostRoad(club, neighbour);
    ending.push(() => road.close());
    const [report] = await Promise.all([road.call(), pull(neighbour, club)]);
    ending.push(startTraffic(radio, mesh));
    beside.begin();
    const { caches } = await club.operator.get("/api/caches?bbox=8,45,18,50");
    const mirrored = caches.filter((one: { mirrored?: boolean }) => one.mirrored).length;
    const linkOf = async (callsign: string) => {
      const { link } = await club.operator.post("/auth/operator-link", { callsign });
      ending.push(keepLink(club.house, club.running.app, { link, call: callsign }));
      return link.replace("//127.0.0.1", "//localhost");
    };
    return {
      url: club.running.url,
      neighbour: neighbour.running.url,
      box: box.page,
      link: await linkOf(OPERATOR),
      memberLink: await linkOf("OE1ANA"),
      counts: { caches: told.codes.size, finds: told.finds, mirrored, mail: report.sent + report.received },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
