/**
 * A running box: opens its folder, connects, sends to the gateway, runs its services, and ends without losing
 * anything.
 */
import { join } from "node:path";
import { Failure, type World } from "../../base/mod.ts";
import { Database, migrate, refuseForeign } from "../../db/mod.ts";
import { BoxClock } from "../clock/box_clock.ts";
import { DATABASE_FILE, loadBoxFile, MOST_CONNECTIONS } from "../config/box_file.ts";
import { Switches } from "../config/switches.ts";
import { Copies, MESHTASTIC_MS } from "../connections/copies.ts";
import { ConnectionCounters } from "../connections/counters.ts";
import { type Hearing, hearingOf } from "../connections/hearing.ts";
import { Hub } from "../connections/hub.ts";
import { Connection } from "../connections/supervise.ts";
import type { Caught, Driver, Sensed } from "../drivers/driver.ts";
import type { ConnectionAddress } from "../config/address.ts";
import { readConnection } from "../drivers/table.ts";
import { boxFailure } from "../errors.ts";
import { GatewayClient } from "../gateway/client.ts";
import { identityOf, joinedOf } from "../gateway/identity.ts";
import { Sender } from "../gateway/sender.ts";
import type { Io } from "../io.ts";
import { BOX_MIGRATIONS } from "../migrations.ts";
import type { BoxParts } from "../parts.ts";
import { Senses } from "../senses/senses.ts";
import type { Service } from "../services/service.ts";
import { SERVICES } from "../services/table.ts";
import { openFacts } from "../spool/facts.ts";
import { Spool, SPOOL_LIMITS, type SpoolLimits } from "../spool/spool.ts";
import { Transmitter } from "../transmit/transmitter.ts";

export interface BoxOptions {
  dir: string;
  world: World;
  io: Io;
  services?: readonly Service[];
  /** Connections instead of those of the file. */
  lines?: readonly { address: ConnectionAddress; driver: Driver }[];
  limits?: SpoolLimits;
  turnMs?: number;
}

export interface RunningBox {
  readonly parts: BoxParts;
  /** Listens to one more thing from now on, and keeps that in the file; gives a sentence where it cannot. */
  connect(text: string): string | undefined;
  /** Ends the box; settles when everything is written down and closed. */
  stop(): Promise<void>;
}

const sourceOf = ({ packet, mesh }: Hearing): string => packet?.source ?? mesh?.source ?? "";

const LOOK_MS = 2000, SERVICE_WAIT_MS = 10_000;

/** The box's database, brought up to date. */
export function openBoxDatabase(dir: string, world: World): Database {
  const path = join(dir, DATABASE_FILE);
  refuseForeign(path, BOX_MIGRATIONS);
  return migrated(new Database(path, { synchronous: "normal" }), world);
}

function migrated(db: Database, world: World): Database {
  try {
    migrate(db, BOX_MIGRATIONS, world);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * The same to be read alone, also from a folder that cannot be written to or whose disk is full: there SQLite cannot make the
 * index of its write-ahead log, so the file is read as it stands. What a box that was killed had only in the log is not seen.
 */
export function readBoxDatabase(dir: string, world: World): Database {
  try {
    return openBoxDatabase(dir, world);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const image = Deno.readFileSync(join(dir, DATABASE_FILE));
    // A file with a log says so in these two bytes (https://sqlite.org/fileformat.html#file_format_version_numbers).
    image.fill(1, 18, 20);
    return migrated(new Database(":memory:", { image }), world);
  }
}

/** Opens the box of a folder and starts everything. Throws a failure that says why it cannot. */
export function startBox(
  { dir, world, io, services = SERVICES, lines: given, limits, turnMs }: BoxOptions,
): RunningBox {
  const file = loadBoxFile(dir);
  if (!file) throw boxFailure.box_missing({}, `${dir} holds no box: main.ts box join makes one`);
  const identity = identityOf(dir, file);
  const lines = given ?? file.connections.map((text) => {
    const read = readConnection(text);
    if (typeof read === "string") throw boxFailure.box_file_bad({}, read);
    return read;
  });
  const db = openBoxDatabase(dir, world);
  const facts = openFacts(db), who = { ...identity, ...joinedOf(facts, file) };
  const clock = new BoxClock(world, io.boot);
  const spool = new Spool(db, clock, world, limits ?? SPOOL_LIMITS);
  const switches = new Switches(dir, db, facts, world);
  const client = new GatewayClient(who, clock, world);
  const sender = new Sender({ client, spool, facts, io, world, ...(turnMs === undefined ? {} : { turnMs }) });
  const counters = new ConnectionCounters(db);
  const hub = new Hub(), copies = new Copies(), copiesOfMeshtastic = new Copies(), senses = new Senses(world);
  const take = (connection: Connection, heard: Caught): boolean => {
    const { address, driver, index } = connection;
    const read = hearingOf(heard, { connection: index, atMs: clock.nowMs(), driver, address });
    if (typeof read === "string") {
      counters.count(address.text, "other");
      return false;
    }
    const tuned = driver.via === "rf" ? senses.tuned(address.site ?? null) : undefined;
    const hearing = tuned ? { ...read, tuned } : read;
    const { key, atMs, strong, mesh, meshtastic } = hearing;
    const isCopy = meshtastic
      ? copiesOfMeshtastic.isCopy(key, atMs, { windowMs: MESHTASTIC_MS, strong })
      : copies.isCopy(key, atMs, { mesh: mesh !== undefined, strong });
    if (isCopy || transmitter.isOwnSignal(hearing)) {
      counters.count(address.text, "copies");
      return true;
    }
    if (hearing.item === undefined) counters.count(address.text, "other");
    else {
      counters.count(address.text, "heard", clock.trueNow());
      spool.take({
        atMs,
        urgent: isUrgent(hearing),
        body: hearing.item,
        site: hearing.site,
        source: sourceOf(hearing),
      });
    }
    hub.tell(hearing);
    return true;
  };
  const sensed = ({ address }: Connection, said: Sensed): void => {
    if (said.kind === "tuned") return senses.takeTuned(address, said.tuned);
    if (said.kind === "loudness") return senses.takeLoudness(address, said.loudness);
    if (said.kind === "nodes") return senses.takeNodes(address, said.routes);
    senses.takeFix(said.fix);
    if (said.fix.timeMs !== undefined && address.query.get("time") !== "off") clock.learnGps(said.fix.timeMs);
  };
  const isUrgent = ({ packet }: Hearing): boolean =>
    packet?.content.kind === "message" && packet.content.addressee === facts.get("service_call");
  const open = ({ address, driver }: { address: ConnectionAddress; driver: Driver }, index: number) =>
    new Connection(
      index,
      address,
      driver,
      { io, call: file.call, dir, key: identity.key.publicKey },
      world,
      take,
      sensed,
    );
  const connections = lines.map(open);
  const transmitter = new Transmitter({ db, world, clock, spool, switches, client, connections, hub });
  const parts: BoxParts = {
    dir,
    world,
    io,
    db,
    facts,
    clock,
    spool,
    client,
    sender,
    connections,
    counters,
    hub,
    senses,
    switches,
    transmitter,
    told: new Map(),
  };
  const stopping = new AbortController();
  const stop = stopping.signal;
  const looking = async () => {
    for (; !stop.aborted; await io.wait(LOOK_MS, stop)) {
      switches.look();
      if (counters.changed) spool.also((tx) => counters.save(tx));
    }
  };
  const background = [
    looking(),
    ...connections.map((connection) => connection.run(stop)),
    ...services.map((service) => keepUp(service, parts, stop)),
  ];
  // The sender ends last, so that what the others still pass to it is written down.
  const ending = new AbortController();
  const sending = sender.run(ending.signal);
  return {
    parts,
    connect(text) {
      const read = readConnection(text);
      if (typeof read === "string") return read;
      if (connections.some(({ address }) => address.text === read.address.text)) {
        return `it listens to ${read.address.text} already`;
      }
      if (connections.length >= MOST_CONNECTIONS) return `a box has at most ${MOST_CONNECTIONS} connections`;
      const connection = open(read, connections.length);
      connections.push(connection);
      background.push(connection.run(stop));
      switches.change({ connections: [...switches.file.connections, read.address.text] });
      return undefined;
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled(background);
      if (counters.changed) spool.also((tx) => counters.save(tx));
      ending.abort();
      await sending;
      db.close();
    },
  };
}

async function keepUp(service: Service, parts: BoxParts, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await service.run(parts, stop);
      return;
    } catch (error) {
      if (stop.aborted) return;
      parts.world.log.error("{service} failed: {error}", { service: service.name, error });
      const why = `${service.name} failed: ${error instanceof Error ? error.message : String(error)}`;
      parts.switches.note(why);
      parts.switches.doubt(why);
      await parts.io.wait(SERVICE_WAIT_MS, stop);
    }
  }
}
