/** The demonstration as one program: two clubs, a box, a radio and a mesh node, until somebody ends it. */
import { join } from "node:path";
import { newToken, realWorld, type World } from "../../base/mod.ts";
import {
  Asker,
  BEGINS,
  Beside,
  type ClubGateway,
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
  visitEachOther,
} from "../../demo/mod.ts";
import { keepLink } from "./kept_link.ts";
import manifest from "../../../deno.json" with { type: "json" };
import { callPartner, type Report } from "../../bbs/mod.ts";
import { joinGateway, realIo, serveBox } from "../../box/mod.ts";
import { readSigningKey } from "../../wire/mod.ts";
import type { House } from "../../wiring/house.ts";
import { openHouse, readSettings } from "../house/house.ts";
import { type Running, serve } from "../serve.ts";

// A gateway of the demonstration, in a temporary folder of its own, with its own receiver box.

interface ClubOptions {
  folder: string;
  operator: string;
  instance: string;
  /** What people read as its name. */
  club: string;
  /** Its part of the packet mail network, e.g. `#OE1.AUT.EU`. */
  region: string;
  port: number;
  logLevel: string;
}

interface RunningClub extends ClubGateway {
  house: House;
  running: Running;
  instance: string;
  dataDir: string;
}

/** Opens the gateway by the story's clock, with fresh secrets, at loopback alone. */
async function openClub(options: ClubOptions, world: World): Promise<RunningClub> {
  const { folder, operator, instance, club, region, port } = options;
  const secret = newToken(world);
  const seed = newToken(world);
  const environment = {
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: String(port),
    TLS: "off",
    INSTANCE_ID: instance,
    CLUB_NAME: club,
    INGEST_SECRET: newToken(world),
    OPERATOR_SECRET: secret,
    SESSION_SECRET: newToken(world),
    FED_PRIVATE_KEY: seed,
    // The neighbour lives on this machine, and one witness is all that there can be.
    FED_ALLOW_PRIVATE: "1",
    FED_SYNC_INTERVAL_MS: "30000",
    FED_CORROBORATION_QUORUM: "1",
    FED_MDNS: "off",
    UPDATE_CHECK: "0",
    SPOTS_ENABLED: "0",
    BACKUP_KEEP: "0",
    ADMIN_CALLSIGNS: operator,
    OPERATOR_LINKS_FOR_ANY_CALL: "1",
    HIDE_DAILY_LIMIT: "0",
    BBS_REGION: region,
    LOG_LEVEL: options.logLevel,
  };
  const house = await openHouse(environment, readSettings(environment, { serving: true }));
  const running = await serve({ ...house, world }, { jobs: `${operator} `, signals: false });
  const url = running.url.replace("//localhost", "//127.0.0.1");
  return {
    house,
    running,
    instance,
    dataDir: folder,
    url,
    operator: new Asker(world, url, { "x-operator-secret": secret }),
    key: readSigningKey(seed)!.publicKey,
    bbs: { call: operator, address: `${operator}.${region}`, area: region },
  };
}

/** A real box that joins as any box does, by a code, and is trusted for its site. */
async function startReceiver(
  { operator, url, dataDir }: RunningClub,
  site: string,
  connections: readonly string[],
  world: World,
): Promise<{ page: string | undefined; stop(): Promise<void> }> {
  const dir = join(dataDir, "box");
  const { code } = await operator.post("/api/admin/boxes/codes", { label: "on the hill" });
  const { file } = await joinGateway(
    { dir, address: url, code, call: site, connections, again: false },
    world,
  );
  const sites = [...new Set(connections.flatMap((one) => /[?&]site=([A-Z0-9-]+)/.exec(one)?.[1] ?? []))];
  await operator.post(`/api/admin/boxes/${file.box}/trust`, { trusted: true, sites });
  return serveBox({ dir, http: "127.0.0.1:0", world, io: realIo() });
}

// The connection between the two post offices: a TCP port at which the neighbour takes mail, and a call every few
// minutes.

const EVERY_MS = 120_000;

interface PostRoad {
  /** Runs one session now, both ways. */
  call(): Promise<Report>;
  close(): Promise<void>;
}

/** `here` calls `there`, and each hands over what waits for the other. */
function openPostRoad(here: RunningClub, there: RunningClub): PostRoad {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { version } = manifest;
  const answering = (async () => {
    for await (const connection of listener) {
      await callPartner(there.running.app.bbs.office, {
        ...{ partner: here.bbs.call, side: "called", version },
        dial: () => Promise.resolve(connection),
      });
    }
  })().catch(() => {}); // it is closed while it waits
  const call = () =>
    callPartner(here.running.app.bbs.office, {
      ...{ partner: there.bbs.call, script: "", version },
      dial: () => Deno.connect({ hostname: "127.0.0.1", port: (listener.addr as Deno.NetAddr).port }),
    });
  let calling: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => void (calling = call().catch(() => {})), EVERY_MS);
  return {
    call,
    async close() {
      clearInterval(timer);
      await calling;
      listener.close();
      await answering;
    },
  };
}

/** The map of the club's town (src/demo/data/README.md), put where a sysop's upload would lie. */
async function layMap(folder: string): Promise<void> {
  const { default: letters } = await import("../../demo/data/vaduz.txt", { with: { type: "text" } });
  await Deno.mkdir(join(folder, "tiles"), { recursive: true, mode: 0o700 });
  await Deno.writeFile(join(folder, "tiles", "offline.pmtiles"), Uint8Array.fromBase64(letters));
}

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
    const open = async (
      name: string,
      options: { operator: string; club: string; region: string; port: number },
    ) => {
      const instance = `${options.operator.toLowerCase()}.example`;
      const house = await openClub({ folder: join(folder, name), instance, logLevel, ...options }, world);
      ending.push(() => house.running.stop());
      return house;
    };
    tell("two gateways begin");
    await layMap(join(folder, "club"));
    const club = await open("club", {
      operator: OPERATOR,
      club: "Danube Radio",
      region: "#OE1.AUT.EU",
      port,
    });
    const neighbour = await open("neighbour", {
      operator: NEIGHBOUR_OPERATOR,
      club: "Upriver Radio",
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
    const neighbours = await neighbourStory(neighbour.operator, world);
    await meet(club, neighbour);
    const both = { radio, farRadio, far: neighbour.operator };
    const told = await liveThrough({ url: club.url, operator: club.operator, ...both, clock, world }, tell);
    tell("mail is forwarded");
    clock.setBack(0);
    const road = openPostRoad(club, neighbour);
    ending.push(() => road.close());
    const [report] = await Promise.all([road.call(), pull(neighbour, club)]);
    tell("members of each visit the other");
    await visitEachOther(
      { ...club, people: told.people, radio },
      { ...neighbour, people: neighbours, radio: farRadio },
      world,
    );
    ending.push(startTraffic(radio, mesh));
    beside.begin();
    const { caches } = await club.operator.get("/api/caches?bbox=8,45,18,50");
    const mirrored = caches.filter((one: { mirrored?: boolean }) => one.mirrored).length;
    const linkOf = async (callsign: string): Promise<string> => {
      const { link } = await club.operator.post("/auth/operator-link", { callsign });
      const next = () =>
        void linkOf(callsign).then((further) => tell(`To sign in again as ${callsign}: ${further}`)).catch(
          () => {},
        );
      ending.push(keepLink(club.house, club.running.app, { link, call: callsign }, next));
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
