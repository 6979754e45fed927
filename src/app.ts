/** The one wiring place: areas meet here, and get from each other what they ask for. */
import { adminRoutes, type ExtraCheck } from "./admin/mod.ts";
import { type Accounts, type Links, openPeople, type People, peopleRoutes } from "./accounts/mod.ts";
import type { World } from "./base/mod.ts";
import { join } from "node:path";
import { Audit, type Database, nightlyBackup, Nonces } from "./db/mod.ts";
import { Addresses, type Handler, Limits, mount, type Ports, readLimits, type Route } from "./http/mod.ts";
import { BoxCommands, Boxes, ingestJobs, type IngestParts, ingestRoutes } from "./ingest/mod.ts";
import type { Job } from "./jobs/mod.ts";
import {
  API_RATE_ANON,
  API_RATE_KEYED,
  API_RATE_WINDOW_SEC,
  BACKUP_KEEP,
  CORS_ORIGINS,
  FED_RELAY_SECRET,
  FED_SUBMIT_SECRET,
  instanceId,
  MODERATION_RETENTION_DAYS,
  ownOrigins,
  type Settings,
  TRUST_PROXY,
  usableSecrets,
} from "./settings/mod.ts";
import { Ring, Stations, stationsJobs, stationsRoutes } from "./stations/mod.ts";
import { aboutRoutes, apiIndexRoutes, pageRoutes, type SourceInfo } from "./web/mod.ts";

/** What the program stands on. */
export interface House {
  world: World;
  settings: Settings;
  /** Migrated. */
  db: Database;
  /** Folder of the database, media and tiles. */
  dataDir: string;
  source: SourceInfo;
}

export interface App {
  routes: readonly Route[];
  handler: Handler;
  jobs: readonly Job[];
  accounts: Accounts;
  links: Links;
  people: People;
  stations: Stations;
  boxes: Boxes;
  /** Closes what the program itself opened beside the database. */
  close(): void;
}

/** Builds the whole program over an open house. Nothing runs by itself until its jobs are started. */
export function buildApp(house: House): App {
  const { world, settings, db, source } = house;
  const audit = new Audit(db);
  const nonces = new Nonces(db);
  const limits = new Limits(() => world.now());
  const people = openPeople({ db, settings, world, limits, nonces, audit });
  const { accounts, links } = people;
  const secrets = usableSecrets(settings);
  const boxes = new Boxes(db, settings, world);
  const boxCommands = new BoxCommands(db, world);
  const ring = Ring.open(db.path === ":memory:" ? ":memory:" : join(house.dataDir, "packets.db"));
  const stations = new Stations({
    db,
    ring,
    settings,
    world,
    accounts,
    trust: boxes,
    beacons: boxCommands,
    boxes: boxCommands,
  });
  boxCommands.onMessage = (tx, message, delivery) => stations.messageStore.setDelivery(tx, message, delivery);
  boxCommands.onSent = (tx, sent) => stations.messages.sent(tx, sent);
  const intake: IngestParts = { db, settings, world, audit, accounts, stations, boxes, boxCommands };
  const rates = {
    windowSec: () => settings.get(API_RATE_WINDOW_SEC),
    anonymous: () => settings.get(API_RATE_ANON),
    keyed: () => settings.get(API_RATE_KEYED),
  };
  const reading = readLimits(rates);
  const checks: ExtraCheck[] = [];

  const ports: Ports = {
    ingestSecret: secrets.INGEST_SECRET,
    operatorSecret: secrets.OPERATOR_SECRET,
    submitSecret: settings.get(FED_SUBMIT_SECRET),
    relaySecret: settings.get(FED_RELAY_SECRET),
    instance: instanceId(settings),
    now: () => world.now(),
    ...people.gatePorts,
    spend: (purpose, nonce, expiresAt) => nonces.spend(purpose, nonce, expiresAt),
    // Credentials of areas that this build does not hold open nothing.
    box: (id) => boxes.key(id),
    weather: (key) => stations.owned.weather(key),
    spokeKeys: () => [],
  };

  const routes: Route[] = [];
  routes.push(
    ...pageRoutes({ settings, mail: world.mail !== undefined }),
    ...aboutRoutes({ db, settings, world, source }),
    ...apiIndexRoutes({
      routes: () => routes,
      rates,
      limits: reading,
      title: `Service Gateway ${ports.instance}`,
      version: source.version,
    }),
    ...peopleRoutes(people, reading),
    ...stationsRoutes({ stations, limits }),
    ...ingestRoutes(intake),
    ...adminRoutes({ db, settings, audit, world, isVerified: (call) => accounts.isVerified(call), checks }),
  );

  const jobs: Job[] = [
    ...people.jobs,
    ...stationsJobs(stations),
    ...ingestJobs(intake),
    { name: "settings-refresh", when: 2000, run: () => settings.refresh() },
    {
      name: "house-prune",
      when: "17 * * * *",
      run: () =>
        db.write((tx) => {
          nonces.prune(tx, world.now());
          audit.prune(tx, world.now() - settings.get(MODERATION_RETENTION_DAYS) * 86_400);
        }),
    },
  ];

  const keep = settings.get(BACKUP_KEEP);
  if (keep > 0 && db.path !== ":memory:") {
    const run = async () => {
      const path = await nightlyBackup(db, join(house.dataDir, "backups"), world.now(), keep);
      world.log.info("backup at {path}", { path });
    };
    jobs.push({ name: "nightly-backup", when: "41 2 * * *", run });
  }

  const addresses = new Addresses({
    own: ownOrigins(settings),
    trusted: settings.get(CORS_ORIGINS),
    trustProxy: settings.get(TRUST_PROXY),
  });
  const handler = mount({ routes, ports, addresses, limits, world });
  return { routes, handler, jobs, accounts, links, people, stations, boxes, close: () => ring.close() };
}
