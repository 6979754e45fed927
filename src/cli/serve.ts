/** The server: listens, runs jobs, stops by signal. */
import type { AddressMove } from "../accounts/mod.ts";
import { buildApp } from "../app.ts";
import { freeBytes, isFull } from "../base/mod.ts";
import type { House } from "../wiring/house.ts";
import { localNetwork } from "../wiring/local_network.ts";
import { leaseOf, machineOf, RENEW_S } from "../db/mod.ts";
import type { Handler } from "../http/mod.ts";
import { type Job, startJobs } from "../jobs/mod.ts";
import { COT_PORT, HOST, instanceId, REPLICA } from "../settings/mod.ts";
import type { Reach } from "../tls/mod.ts";
import { dropBallast, keepBallast, reachOf } from "./house/house.ts";
import { listen } from "./listening.ts";
import { leaveAddress, lockDataDir } from "./running.ts";

/** What is in flight when a signal comes gets this long to finish, in milliseconds. */
const GRACE_MS = 10_000;
/** How often it is looked whether room can be kept back again. */
const BALLAST_MS = 600_000;

interface ServeOptions {
  /** Puts a word before the names of its jobs: a second server in one process. */
  jobs?: string;
  /** Whether SIGTERM and SIGINT end it, as they do unless told otherwise. */
  signals?: boolean;
}

export interface Running {
  /** Where it listens, e.g. `http://localhost:8787`. */
  url: string;
  app: ReturnType<typeof buildApp>;
  /** Under which addresses people reach it. */
  reach: Reach;
  /** What stopped with this start, since the address is another one. */
  move: AddressMove | undefined;
  /** Resolves when a signal has ended it and the database is closed. */
  finished: Promise<void>;
  /** Ends it; a signal does the same. */
  stop(): Promise<void>;
}

/** Answers carry the time of the world that the server lives in: boxes and pages set their clocks by it. */
function answering({ world }: House, handler: Handler): Handler {
  if (!world.ownTime) return handler;
  return async (request, connection) => {
    const answer = await handler(request, connection);
    if (answer.status === 101) return answer;
    const dated = new Response(answer.body, answer);
    dated.headers.set("date", new Date(world.nowMs()).toUTCString());
    return dated;
  };
}

/** TAK clients come by a port of their own. One that cannot be had keeps nothing else from running. */
async function openTak(
  { settings, world }: House,
  { live }: Pick<ReturnType<typeof buildApp>, "live">,
): Promise<void> {
  const port = settings.get(COT_PORT);
  try {
    const opened = await live.openTakDoor(settings.get(HOST), port);
    if (opened !== undefined) world.log.info("TAK clients are taken at port {port}", { port: opened });
  } catch (error) {
    world.log.error("COT_PORT {port} cannot be opened: {error}", { port, error: (error as Error).message });
  }
}

/** Whether it settles within so many milliseconds. */
async function within(settling: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([settling.then(() => true), over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Serves the house until SIGTERM or SIGINT. */
export async function serve(house: House, options: ServeOptions = {}): Promise<Running> {
  const { world, settings, db, dataDir } = house;
  // The start itself writes a little: its address for commands beside it, the log of the raw packets.
  if (isFull(freeBytes(dataDir)) && dropBallast(dataDir)) {
    world.log.warn("the disk is full: nothing is saved until there is room; all of it can be read");
  }
  const lock = lockDataDir(dataDir);
  const lease = leased(house);
  const reach = house.reach ?? reachOf(house);
  const app = buildApp({ ...house, reach });
  const move = await app.people.ownAddress.note().catch((error) => {
    world.log.warn("the address was not noted: {error}", { error });
    return undefined;
  });
  const listening = await listen(
    house,
    reach,
    answering(house, app.handler),
  );
  const { jobs = "", signals = true } = options;
  keepBallast(dataDir);
  const ballast: Job = { name: "ballast", when: BALLAST_MS, run: () => keepBallast(dataDir) };
  const stopJobs = startJobs([...app.jobs, ...lease.jobs, ballast], world, {
    prefix: jobs,
    runs: app.jobRuns,
  });
  app.federation.start();
  await openTak(house, app);
  const mdns = await localNetwork(house, app.federation, reach);
  mdns?.start();
  const { url } = listening;

  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let stopping = false;
  const end = async () => {
    if (stopping) return await finished;
    stopping = true;
    world.log.info("stopping");
    app.hangUp();
    const settled = Promise.allSettled([
      listening.shutdown().then(() => app.live.settled()),
      stopJobs(),
      app.federation.close(),
      mdns?.stop(),
    ]);
    if (!await within(settled, GRACE_MS)) listening.cut();
    await app.keepLives().catch((error) =>
      world.log.warn("how outside services did was not written: {error}", { error })
    );
    app.close();
    lease.release();
    db.close();
    lock.close();
    resolve();
  };
  // Before anybody is told the address: who reads that it serves may end it, and then it ends well.
  if (signals) {
    Deno.addSignalListener("SIGTERM", end);
    Deno.addSignalListener("SIGINT", end);
  }
  leaveAddress(lock, url, reach.https);
  world.log.info("{instance} serves {url}", { instance: instanceId(settings), url });
  return { url, app, reach, move, finished, stop: end };
}

/**
 * Takes the lease of the database and keeps it. Where no replica is kept nobody else can have the database: then a lease is
 * only looked at, for one that came with it. Throws `leased_elsewhere`.
 */
function leased({ db, dataDir, settings, world }: House): { jobs: Job[]; release(): void } {
  const lease = leaseOf(db, world);
  const replicated = settings.get(REPLICA) !== undefined;
  if (!replicated && !lease.held()) return { jobs: [], release() {} };
  const machine = machineOf(dataDir);
  lease.take(machine);
  if (!replicated) lease.release(machine);
  return {
    jobs: replicated
      ? [{ name: "lease", when: RENEW_S * 1000, run: async () => void await lease.renew(machine) }]
      : [],
    release: () => lease.release(machine),
  };
}
