/** A gateway of the demonstration, in a temporary folder of its own, with its own receiver box. */
import { join } from "node:path";
import { newToken, type World } from "../../base/mod.ts";
import { joinGateway, realIo, serveBox } from "../../box/mod.ts";
import { Asker, type ClubGateway } from "../../demo/mod.ts";
import { readSigningKey } from "../../wire/mod.ts";
import type { House } from "../../wiring/house.ts";
import { openHouse } from "../house/house.ts";
import { type Running, serve } from "../serve.ts";

interface ClubOptions {
  folder: string;
  operator: string;
  instance: string;
  /** Its part of the packet mail network, e.g. `#OE1.AUT.EU`. */
  region: string;
  port: number;
  logLevel: string;
}

export interface RunningClub extends ClubGateway {
  house: House;
  running: Running;
  instance: string;
  dataDir: string;
}

/** Opens the gateway by the story's clock, with fresh secrets, at loopback alone. */
export async function openClub(options: ClubOptions, world: World): Promise<RunningClub> {
  const { folder, operator, instance, region, port } = options;
  const secret = newToken(world);
  const seed = newToken(world);
  const house = await openHouse({
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: String(port),
    TLS: "off",
    INSTANCE_ID: instance,
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
  }, { serving: true });
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
export async function startReceiver(
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
