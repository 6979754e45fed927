/** The one wiring place: areas meet here, and get from each other what they ask for. */
import { join } from "node:path";
import {
  type Accounts,
  type Links,
  openPeople,
  operatorProven,
  type People,
  peopleRoutes,
  txtRecords,
} from "./accounts/mod.ts";
import { adminRoutes, type ExtraCheck } from "./admin/mod.ts";
import { FetchGuard, type World } from "./base/mod.ts";
import { type Bbs, openBbs } from "./bbs/mod.ts";
import { Caches } from "./caches/mod.ts";
import { type Database, nightlyBackup, openAudit, openNonces } from "./db/mod.ts";
import { Federation, federationChecks, federationRoutes } from "./federation/mod.ts";
import { Addresses, type Handler, Limits, mount, type Ports, readLimits, type Route } from "./http/mod.ts";
import { Boxes, BoxWays, openIngest } from "./ingest/mod.ts";
import type { Job } from "./jobs/mod.ts";
import { announcement, digests, findSink, gameEvents, heardSince, hearStations, obeyRadio } from "./joins.ts";
import { Alerts, type CotSources, Hub, type Live, openLive, Push, type RoomSources } from "./live/mod.ts";
import { openReads, readPersonalData } from "./read/mod.ts";
import { type GuardedFetch, openRegistries } from "./registries/mod.ts";
import {
  API_RATE_ANON,
  API_RATE_KEYED,
  API_RATE_WINDOW_SEC,
  BACKUP_KEEP,
  CORS_ORIGINS,
  DOH_URL,
  FED_RELAY_SECRET,
  FED_SUBMIT_SECRET,
  instanceId,
  MODERATION_RETENTION_DAYS,
  OPERATOR_EMAIL,
  ownOrigins,
  type Settings,
  TRUST_PROXY,
  usableSecrets,
  VAPID_PRIVATE_KEY,
} from "./settings/mod.ts";
import { openStations, Ring, type Stations } from "./stations/mod.ts";
import { openWeb, type SourceInfo } from "./web/mod.ts";

/** What the program stands on. */
export interface House {
  world: World;
  settings: Settings;
  /** Migrated. */
  db: Database;
  /** Folder of the database, media and tiles. */
  dataDir: string;
  source: SourceInfo;
  /** Fetches addresses that others chose; by default never from private networks. */
  fetch?: GuardedFetch;
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
  caches: Caches;
  bbs: Bbs;
  live: Live;
  federation: Federation;
  /** Ends the connections that would stay open by themselves: live sockets and streams. */
  hangUp(): void;
  /** Closes what the program itself opened beside the database. */
  close(): void;
}

/** Builds the whole program over an open house. Nothing runs by itself until its jobs are started. */
export function buildApp(house: House): App {
  const { world, settings, db, source, dataDir } = house;
  const instance = instanceId(settings);
  const audit = openAudit(db);
  const nonces = openNonces(db);
  const limits = new Limits(() => world.now());
  const secrets = usableSecrets(settings);
  const rates = {
    windowSec: () => settings.get(API_RATE_WINDOW_SEC),
    anonymous: () => settings.get(API_RATE_ANON),
    keyed: () => settings.get(API_RATE_KEYED),
  };
  const reading = readLimits(rates);
  const checks: ExtraCheck[] = [];

  const guard = new FetchGuard({ world, allowPrivate: false });
  const registries = openRegistries({
    db,
    settings,
    world,
    audit,
    limits,
    dataDir,
    fetch: house.fetch ?? ((ask) => guard.request(ask)),
  });
  const federation = new Federation({
    db,
    settings,
    world,
    audit,
    txt: (name) => txtRecords(world, settings.get(DOH_URL), name),
    withheld: (_kind, data) => isSuspended(data.owner) || isSuspended(data.call) || isSuspended(data.from),
  });
  const isSuspended = (call: unknown): boolean =>
    typeof call === "string" && accounts.holder(call)?.suspended === true;
  const boxes = new Boxes(db, settings, world);
  const ways = new BoxWays(db, world);
  const hub = new Hub();
  const push = new Push(db, world, {
    privateKey: settings.get(VAPID_PRIVATE_KEY),
    subject: `mailto:${settings.get(OPERATOR_EMAIL) ?? `operator@${instance}`}`,
  });
  const around: RoomSources & CotSources = {
    heardSince: (since, box, most) => heardSince(stations, world.now() - since, box, most),
    cachesNear: (place, withinM) => caches.near(place, withinM),
    cachesIn: (box, most) =>
      caches.listed(box, most).map(({ type, updatedAt, ...row }) => ({
        ...row,
        cacheType: type,
        at: updatedAt,
      })),
  };
  const alerts = new Alerts(db, world, push);

  const people = openPeople({
    db,
    settings,
    world,
    limits,
    nonces,
    audit,
    ports: {
      publications: federation.publications,
      trusts: (origin) => federation.trust.trustOf(origin) === "trusted",
      receivingSites: () => boxes.trustedSites().map(({ site }) => site),
      alert: (tx, accountId, kind, call) => alerts.add(tx, { accountId, kind, call, at: world.now() }),
      pushConfigured: () => push.publicKey !== undefined,
    },
  });
  const { accounts, links } = people;
  const ring = Ring.open(db.path === ":memory:" ? ":memory:" : join(dataDir, "packets.db"));
  const radio = openStations({
    db,
    ring,
    settings,
    world,
    accounts,
    trust: boxes,
    beacons: ways,
    boxes: ways,
    homeGrid: (account) => people.cards.profile(account).homeGrid ?? undefined,
  });
  const { stations } = radio;
  const caches = new Caches({
    db,
    world,
    settings,
    limits,
    audit,
    accounts: {
      holder: (call) => accounts.holder(call),
      person: (id) => accounts.person(id),
      isVerified: (call) => accounts.isVerified(call),
      deviceKey: (call, key) => people.keys.find(call, key),
    },
    stations,
    dataDir,
    publications: federation.publications,
    origins: { shown: ({ unvetted }) => federation.trust.shown(unvetted) },
    events: gameEvents(hub, alerts, world),
    radio: {
      send: (tx, { to, text, number }) => stations.sendTo(tx, to, text, number),
      announce: (tx, { call, code, title, tier }) =>
        stations.announce(tx, call, announcement(code, title, tier)),
    },
    mail: {
      hold: (tx, { accountId, from, to, text }) =>
        void stations.mailbox.post(tx, { account: accountId, from, to, text, via: "radio" }),
    },
  });
  const bbs = openBbs({
    db,
    settings,
    world,
    accounts,
    publications: federation.publications,
    origins: { shown: ({ unvetted }) => federation.trust.shown(unvetted) },
    clockIsSet: () => federation.clockIsSet,
  });
  const finds = findSink(caches, accounts, boxes);
  const intake = openIngest({ db, settings, world, audit, accounts, stations, boxes, ways, finds });
  const channels = openLive({
    db,
    world,
    settings,
    hub,
    sources: around,
    options: { instance },
    alerts,
    push,
    digests: digests(house, people, alerts),
  });
  const { live } = channels;
  federation.register(caches.appliers, people.moves.appliers(), bbs.appliers);
  obeyRadio(stations, people, caches);
  hearStations(stations, caches, hub, world);
  checks.push(operatorProven(people), ...federationChecks(federation));
  people.suspensions.onSuspended((tx, account) => {
    stations.dropWaitingOf(tx, account);
    bbs.dropOf(tx, account);
  });
  people.calls.onDetached((tx, { accountId, base, left }) => caches.callLost(tx, accountId, base, left));
  for (
    const share of [
      ...channels.personalData,
      readPersonalData(db),
      ...caches.personalData,
      ...registries.personalData,
      bbs.personalData,
      ...radio.personalData,
      ...intake.personalData,
    ]
  ) {
    people.portability.add(share);
  }

  const ports: Ports = {
    ingestSecret: secrets.INGEST_SECRET,
    operatorSecret: secrets.OPERATOR_SECRET,
    submitSecret: settings.get(FED_SUBMIT_SECRET),
    relaySecret: settings.get(FED_RELAY_SECRET),
    instance,
    now: () => world.now(),
    ...people.gatePorts,
    box: (id) => boxes.key(id),
    weather: (key) => stations.owned.weather(key),
    spokeKeys: (spoke) => federation.spokeKeys(spoke),
    spend: (purpose, nonce, expiresAt) => nonces.spend(purpose, nonce, expiresAt),
  };

  const routes: Route[] = [];
  routes.push(
    ...openWeb({ db, settings, world, source, dataDir, routes: () => routes, rates, limits: reading }).routes,
    ...peopleRoutes(people, reading),
    ...radio.routes((call) => caches.livingShown(call)),
    ...intake.routes,
    ...caches.routes,
    ...bbs.routes,
    ...channels.routes,
    ...registries.routes,
    ...openReads({
      db,
      world,
      settings,
      caches,
      stations,
      accounts: {
        holder: (call) => accounts.holder(call),
        isVerified: (call) => accounts.isVerified(call),
        card: (account) => people.cards.publicProfile(account),
        home: (call) => people.moves.homeOf(call),
      },
      bulletins: bbs.newest,
      licence: (call) => people.licences.of(call),
      key: (who) => people.apiKeys.view(who.id),
      suspended: (account) => accounts.suspension(account) !== undefined,
      limits: reading,
      routes: () => routes,
      version: source.version,
    }).routes,
    ...federationRoutes(federation, (limit, who) => limits.use(limit, who)),
    ...adminRoutes({
      db,
      settings,
      audit,
      world,
      limits,
      isVerified: (call) => accounts.isVerified(call),
      checks,
    }),
  );

  const jobs: Job[] = [
    ...people.jobs,
    ...radio.jobs,
    ...intake.jobs,
    ...caches.jobs,
    ...bbs.jobs,
    ...federation.jobs(),
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
    ...nightly(house),
    ...channels.jobs,
  ];

  const addresses = new Addresses({
    own: ownOrigins(settings),
    trusted: settings.get(CORS_ORIGINS),
    trustProxy: settings.get(TRUST_PROXY),
  });
  const handler = mount({ routes, ports, addresses, limits, world, instance });
  return {
    routes,
    handler,
    jobs,
    accounts,
    links,
    people,
    stations,
    boxes,
    caches,
    bbs,
    live,
    federation,
    hangUp: () => live.close(),
    close() {
      live.close(); // its timer would ask a database that is closed by then
      caches.close();
      ring.close();
    },
  };
}

/** The nightly copy of the database, unless the operator wants none. */
function nightly({ db, settings, dataDir, world }: House): Job[] {
  const keep = settings.get(BACKUP_KEEP);
  if (keep === 0 || db.path === ":memory:") return [];
  const run = async () => {
    const path = await nightlyBackup(db, join(dataDir, "backups"), world.now(), keep);
    world.log.info("backup at {path}", { path });
  };
  return [{ name: "nightly-backup", when: "41 2 * * *", run }];
}
