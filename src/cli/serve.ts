/** The server: listens, runs jobs, stops by signal. */
import { buildApp } from "../app.ts";
import type { House } from "../wiring/house.ts";
import { localNetwork } from "../wiring/local_network.ts";
import { startJobs } from "../jobs/mod.ts";
import { instanceId } from "../settings/mod.ts";
import type { Reach } from "../tls/mod.ts";
import { reachOf } from "./house.ts";
import { listen } from "./listening.ts";
import { leaveAddress, lockDataDir } from "./running.ts";

/** What is in flight when a signal comes gets this long to finish, in milliseconds. */
const GRACE_MS = 10_000;
export interface Running {
  /** Where it listens, e.g. `http://localhost:8787`. */
  url: string;
  app: ReturnType<typeof buildApp>;
  /** Under which addresses people reach it. */
  reach: Reach;
  /** Resolves when a signal has ended it and the database is closed. */
  finished: Promise<void>;
}

/** Serves the house until SIGTERM or SIGINT. */
export async function serve(house: House): Promise<Running> {
  const { world, settings, db, dataDir } = house;
  const lock = lockDataDir(dataDir);
  const reach = house.reach ?? reachOf(house);
  const app = buildApp({ ...house, reach });
  const listening = await listen(
    house,
    reach,
    (request, connection) => app.handler(request, connection),
  );
  const stopJobs = startJobs(app.jobs, world);
  app.federation.start();
  const mdns = localNetwork(house, app.federation, reach);
  mdns?.start();
  const { url } = listening;
  leaveAddress(lock, url, reach.https);
  world.log.info("{instance} serves {url}", { instance: instanceId(settings), url });

  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    world.log.info("stopping");
    const cut = setTimeout(() => listening.cut(), GRACE_MS);
    app.hangUp();
    await Promise.allSettled([listening.shutdown(), stopJobs(), app.federation.close(), mdns?.stop()]);
    clearTimeout(cut);
    app.close();
    db.close();
    lock.close();
    resolve();
  };
  Deno.addSignalListener("SIGTERM", end);
  Deno.addSignalListener("SIGINT", end);
  return { url, app, reach, finished };
}
