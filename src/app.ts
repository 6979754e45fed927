/** The one wiring place: areas meet here, and get from each other what they ask for. */
import { join } from "node:path";
import { type Accounts, type Links, openPeople, type People, peopleRoutes } from "./accounts/mod.ts";
import { adminRoutes, type ExtraCheck } from "./admin/mod.ts";
import type { World } from "./base/mod.ts";
import { Caches, cachesJobs, cachesRoutes } from "./caches/mod.ts";
import { Audit, type Database, nightlyBackup, Nonces } from "./db/mod.ts";
import { Addresses, type Handler, Limits, mount, type Ports, readLimits, type Route } from "./http/mod.ts";
import { BoxCommands, Boxes, ingestJobs, type IngestParts, ingestRoutes } from "./ingest/mod.ts";
import type { Job } from "./jobs/mod.ts";
import {
  alertRoutes,
  Alerts,
  channelRoutes,
  type DigestParts,
  Live,
  livePersonalData,
  Push,
  sendDigests,
} from "./live/mod.ts";
import {
  publicPageRoutes,
  readPersonalData,
  spotConfig,
  SpotKeeper,
  spotRoutes,
  viewRoutes,
} from "./read/mod.ts";
import {
  API_RATE_ANON,
  API_RATE_KEYED,
  API_RATE_WINDOW_SEC,
  APP_URL,
  BACKUP_KEEP,
  CORS_ORIGINS,
  FED_RELAY_SECRET,
  FED_SUBMIT_SECRET,
  instanceId,
  MODERATION_RETENTION_DAYS,
  OPERATOR_EMAIL,
  ownOrigins,
  PORT,
  RETENTION,
  type Settings,
  TRUST_PROXY,
  usableSecrets,
  VAPID_PRIVATE_KEY,
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
  caches: Caches;
  /** Closes what the program itself opened beside the database. */
  live: Live;
  /** Ends the connections that would stay open by themselves: live sockets and streams. */
  close(): void;
}

/** Builds the whole program over an open house. Nothing runs by itself until its jobs are started. */
export function buildApp(house: House): App {
  const { world, settings, db, source, dataDir } = house;
  const audit = new Audit(db);
  const nonces = new Nonces(db);
  const limits = new Limits(() => world.now());
  const people = openPeople({
    db,
    settings,
    world,
    limits,
    nonces,
    audit,
    ports: {
      alert: (tx, accountId, kind, call) => alerts.add(tx, { accountId, kind, call, at: world.now() }),
      pushConfigured: () => push.publicKey !== undefined,
    },
  });
  const { accounts, links } = people;
  const secrets = usableSecrets(settings);
  const rates = {
    windowSec: () => settings.get(API_RATE_WINDOW_SEC),
    anonymous: () => settings.get(API_RATE_ANON),
    keyed: () => settings.get(API_RATE_KEYED),
  };
  const reading = readLimits(rates);
  const checks: ExtraCheck[] = [];

  const boxes = new Boxes(db, settings, world);
  const boxCommands = new BoxCommands(db, world);
  const people = openPeople({
    db,
    settings,
    world,
    limits,
    nonces,
    audit,
    ports: { receivingSites: () => boxes.trustedSites().map(({ site }) => site) },
  });
  const { accounts, links } = people;
  const ring = Ring.open(db.path === ":memory:" ? ":memory:" : join(dataDir, "packets.db"));
  const stations = new Stations({
    db,
    ring,
    settings,
    world,
    accounts,
    trust: boxes,
    beacons: boxCommands,
    boxes: boxCommands,
    homeGrid: (account) => people.cards.profile(account).homeGrid ?? undefined,
  });
  boxCommands.onMessage = (tx, message, delivery) => stations.messageStore.setDelivery(tx, message, delivery);
  boxCommands.onSent = (tx, sent) => stations.messages.sent(tx, sent);
  const intake: IngestParts = { db, settings, world, audit, accounts, stations, boxes, boxCommands };

  const caches = new Caches({
    db,
    world,
    settings,
    limits,
    accounts: {
      holder: (call) => accounts.holder(call),
      person: (id) => accounts.person(id),
      isVerified: (call) => accounts.isVerified(call),
      deviceKey: (call, key) => people.keys.find(call, key),
    },
    stations,
    dataDir,
  });

  obeyRadio(stations, people, caches);
  stations.listen((events) => {
    const moved = events.flatMap((event) => event.type === "position" && event.own ? [event] : []);
    caches.heard(moved).catch((error) =>
      world.log.error("the game did not take positions: {error}", { error })
    );
  });
  stations.keepAllOf((call) => caches.follows(call));
  stations.neverForget((call) => caches.livingOf(call).length > 0);

  const ports: Ports = {
    ingestSecret: secrets.INGEST_SECRET,
    operatorSecret: secrets.OPERATOR_SECRET,
    submitSecret: settings.get(FED_SUBMIT_SECRET),
    relaySecret: settings.get(FED_RELAY_SECRET),
    instance: instanceId(settings),
    now: () => world.now(),
    ...people.gatePorts,
    box: (id) => boxes.key(id),
    weather: (key) => stations.owned.weather(key),
    spend: (purpose, nonce, expiresAt) => nonces.spend(purpose, nonce, expiresAt),
    // A credential of an area that this build does not hold opens nothing.
    spokeKeys: () => [],
  };

  const around = { heardSince: () => [], cachesNear: () => [] };
  const live = new Live(world, around, { instance: ports.instance });
  const mailbox = settings.get(OPERATOR_EMAIL) ?? `operator@${ports.instance}`;
  const push = new Push(db, world, {
    privateKey: settings.get(VAPID_PRIVATE_KEY),
    subject: `mailto:${mailbox}`,
  });
  const alerts = new Alerts(db, world, around, push);
  live.hub.listen(alerts);
  for (const share of [livePersonalData(db), readPersonalData(db)]) people.portability.add(share);
  const spots = new SpotKeeper(world, spotConfig(settings, source.version));

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
    ...cachesRoutes(caches, { audit }),
    ...sessionRoutes({
      accounts,
      sessions,
      links,
      licence: (call) => ({ callsign: call, status: "unconfirmed" }),
    }),
    ...channelRoutes(live),
    ...alertRoutes({ db, alerts, push }),
    ...viewRoutes({ db, world, suspended: (account) => accounts.suspension(account) !== undefined }),
    ...publicPageRoutes({ instance: ports.instance, version: source.version, routes: () => routes }),
    ...spotRoutes({ keeper: spots, limits: reading }),
    ...adminRoutes({ db, settings, audit, world, isVerified: (call) => accounts.isVerified(call), checks }),
  );

  const origin = settings.get(APP_URL) ?? `http://localhost:${settings.get(PORT)}`;
  const digests: DigestParts = {
    db,
    world,
    store: alerts.store,
    instance: ports.instance,
    origin,
    recipient(account) {
      const person = accounts.person(account);
      const email = accounts.store.account(account)?.email;
      const token = people.cards.unsubscribeToken(account);
      if (!person || person.suspended || !email || !token || !people.cards.digest(account)) return undefined;
      return {
        email,
        callsign: person.call,
        unsubscribeUrl: `${origin}/api/notify/unsubscribe?token=${token}`,
      };
    },
  };
  const jobs: Job[] = [
    ...people.jobs,
    ...stationsJobs(stations),
    ...ingestJobs(intake),
    ...cachesJobs(caches),
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
    { name: "alerts-digest", when: "11 * * * *", run: () => sendDigests(digests) },
    { name: "alerts-prune", when: "41 3 * * *", run: () => alerts.prune(settings.get(RETENTION).alertsDays) },
  ];

  const addresses = new Addresses({
    own: ownOrigins(settings),
    trusted: settings.get(CORS_ORIGINS),
    trustProxy: settings.get(TRUST_PROXY),
  });
  const handler = mount({ routes, ports, addresses, limits, world });
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
    close: () => ring.close(),
    live,
    close: () => live.close(),
  };
}

/** Words that may begin a message to the service call: the game's, and the proof of a callsign. */
function obeyRadio(stations: Stations, people: People, caches: Caches): void {
  for (const [word, registered] of Object.entries(caches.words())) {
    stations.commands.register(word, registered);
  }
  stations.commands.register("VERIFY", {
    open: true,
    handle(tx, { from, word, text, at, thirdParty, hearing, mesh }) {
      const outcome = people.proofs.heard(tx, {
        call: from,
        text: `${word} ${text}`,
        at,
        thirdParty,
        mesh,
        hearings: hearing && hearing.deliveredBy.kind !== "device"
          ? [{ ...hearing, deliveredBy: hearing.deliveredBy }]
          : [],
      });
      if (outcome === "ignored") return { status: "ignored" };
      const proven = outcome === "verified" || outcome === "claimed";
      return proven
        ? { status: "logged", reply: `${from} verified`, always: true }
        : { status: "rejected", reply: outcome === "wrong_code" ? "Wrong code" : "Not verified" };
    },
  });
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
