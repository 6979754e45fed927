/** The one wiring place: areas meet here, and get from each other what they ask for. */
import { adminRoutes, type ExtraCheck } from "./admin/mod.ts";
import { Accounts, Links, sessionRoutes, Sessions } from "./accounts/mod.ts";
import type { World } from "./base/mod.ts";
import { join } from "node:path";
import { Audit, type Database, nightlyBackup, Nonces } from "./db/mod.ts";
import { Federation, federationRoutes } from "./federation/mod.ts";
import { Addresses, type Handler, Limits, mount, type Ports, readLimits, type Route } from "./http/mod.ts";
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
  federation: Federation;
}

/** Builds the whole program over an open house. Nothing runs by itself until its jobs are started. */
export function buildApp(house: House): App {
  const { world, settings, db, source } = house;
  const audit = new Audit(db);
  const nonces = new Nonces(db);
  const limits = new Limits(() => world.now());
  const accounts = new Accounts(db, settings, world);
  const sessions = new Sessions(settings, accounts.store, world);
  const links = new Links(accounts);
  const secrets = usableSecrets(settings);
  const rates = {
    windowSec: () => settings.get(API_RATE_WINDOW_SEC),
    anonymous: () => settings.get(API_RATE_ANON),
    keyed: () => settings.get(API_RATE_KEYED),
  };
  const reading = readLimits(rates);
  const federation = new Federation({ db, settings, world, audit });
  const checks: ExtraCheck[] = [];

  const ports: Ports = {
    ingestSecret: secrets.INGEST_SECRET,
    operatorSecret: secrets.OPERATOR_SECRET,
    submitSecret: settings.get(FED_SUBMIT_SECRET),
    relaySecret: settings.get(FED_RELAY_SECRET),
    instance: instanceId(settings),
    now: () => world.now(),
    session: (cookie, address) => sessions.resolve(cookie, address),
    isSysop: (session) => accounts.isSysop(session),
    isVerified: (call) => accounts.isVerified(call),
    holder: (call) => accounts.holder(call),
    spend: (purpose, nonce, expiresAt) => nonces.spend(purpose, nonce, expiresAt),
    // Credentials of areas that this build does not hold open nothing.
    deviceKey: () => undefined,
    claim: () => undefined,
    box: () => undefined,
    weather: () => undefined,
    unsubscribe: () => undefined,
    apiKey: () => undefined,
    spokeKeys: (instance) => federation.spokeKeys(instance),
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
    ...sessionRoutes({
      accounts,
      sessions,
      links,
      licence: (call) => ({ callsign: call, status: "unconfirmed" }),
    }),
    ...federationRoutes(federation, (limit, who) => limits.use(limit, who)),
    ...adminRoutes({ db, settings, audit, world, isVerified: (call) => accounts.isVerified(call), checks }),
  );

  const jobs: Job[] = [
    ...federation.jobs(),
    { name: "settings-refresh", when: 2000, run: () => settings.refresh() },
    {
      name: "house-prune",
      when: "17 * * * *",
      run: () =>
        db.write((tx) => {
          nonces.prune(tx, world.now());
          links.prune(tx);
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
  return {
    routes,
    handler: mount({ routes, ports, addresses, limits, world }),
    jobs,
    accounts,
    links,
    federation,
  };
}
