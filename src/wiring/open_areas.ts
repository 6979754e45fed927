/** The first step of building the program: its areas, each with what it needs of those before it. */
import { join } from "node:path";
import { Accounts, openAccounts } from "../accounts/mod.ts";
import { upkeepChecks } from "../admin/mod.ts";
import type { Area } from "./areas.ts";
import { newToken, txtRecords } from "../base/mod.ts";
import { openBbs } from "../bbs/mod.ts";
import { Caches } from "../caches/mod.ts";
import { openAudit, openNonces } from "../db/mod.ts";
import { Federation, federationChecks, federationRoutes } from "../federation/mod.ts";
import { asCorroborator } from "./corroboration.ts";
import { type House, houseJobs } from "./house.ts";
import { reachChecks } from "./reach_checks.ts";
import { Limits, readLimits } from "../http/mod.ts";
import { Boxes, BoxWays, openIngest } from "../ingest/mod.ts";
import { announcement, digests, findSink, gameEvents, liveSources } from "./joins.ts";
import { Alerts, Hub, openLive, Push } from "../live/mod.ts";
import { openModeration } from "../moderation/mod.ts";
import { openReads } from "../read/mod.ts";
import { openRegistries } from "../registries/mod.ts";
import {
  API_RATE_ANON,
  API_RATE_KEYED,
  API_RATE_WINDOW_SEC,
  DOH_URL,
  instanceId,
  OPERATOR_EMAIL,
  VAPID_PRIVATE_KEY,
} from "../settings/mod.ts";
import { openStations, Ring } from "../stations/mod.ts";
import { openSupport } from "../support/mod.ts";
import { openTrends } from "../trends/mod.ts";
import { updateCheck } from "../web/mod.ts";
import { Tally, watched } from "./watch.ts";

/** Opens every area, in the order in which they need each other. Nothing runs by itself yet. */
export function openAreas(house: House) {
  const { world, settings, db, dataDir, source } = house;
  const instance = instanceId(settings);
  const audit = openAudit(db);
  const nonces = openNonces(db);
  const limits = new Limits(() => world.now(), () => newToken(world, 16));
  const rates = {
    windowSec: () => settings.get(API_RATE_WINDOW_SEC),
    anonymous: () => settings.get(API_RATE_ANON),
    keyed: () => settings.get(API_RATE_KEYED),
  };
  const reading = readLimits(rates);
  const common = { db, settings, world, audit, limits };

  const registries = openRegistries({ ...common, ...house });
  const accounts = new Accounts(db, settings, world);
  const isSuspended = (call: unknown): boolean =>
    typeof call === "string" && accounts.holder(call)?.suspended === true;
  const federation = new Federation({
    ...common,
    txt: (name) => txtRecords(world, settings.get(DOH_URL), name),
    withheld: (_kind, data) => isSuspended(data.owner) || isSuspended(data.call) || isSuspended(data.from),
  });
  const boxes = new Boxes(db, settings, world);
  const ways = new BoxWays(db, world);
  const hub = new Hub();
  const tally = new Tally();
  const push = new Push(db, world, {
    privateKey: settings.get(VAPID_PRIVATE_KEY),
    subject: `mailto:${settings.get(OPERATOR_EMAIL) ?? `operator@${instance}`}`,
    ...(house.fetch && { fetch: house.fetch }),
  });
  const alerts = new Alerts(db, world, push, (account) => people.cards.prefs(account).lang);
  const members = openAccounts({
    ...common,
    accounts,
    nonces,
    ports: {
      publications: federation.publications,
      trusts: (origin) => federation.trust.trustOf(origin) === "trusted",
      receivingSites: () => boxes.sites.all().map(({ site }) => site),
      alert: (tx, accountId, kind, call) => alerts.add(tx, { accountId, kind, call, at: world.now() }),
      pushConfigured: () => push.publicKey !== undefined,
    },
  }, reading);
  const { people } = members;
  const ring = Ring.open(db.path === ":memory:" ? ":memory:" : join(dataDir, "packets.db"));
  const radio = openStations({
    ...common,
    ring,
    accounts,
    trust: boxes.sites,
    beacons: ways,
    boxes: ways,
    homeGrid: (account) => people.cards.profile(account).homeGrid ?? undefined,
  });
  const { stations } = radio;
  const caches = new Caches({
    ...common,
    accounts: {
      holder: (call) => accounts.holder(call),
      person: (id) => accounts.person(id),
      isVerified: (call) => accounts.isVerified(call),
      isNewcomer: (id) => accounts.isNewcomer(id),
      deviceKey: (call, key) => people.keys.find(call, key),
    },
    stations,
    dataDir,
    publications: federation.publications,
    origins: { shown: ({ unvetted }) => federation.trust.shown(unvetted) },
    events: gameEvents(hub, alerts, world, tally),
    corroborator: asCorroborator(federation),
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
    ...common,
    accounts: {
      holder: (call) => accounts.holder(call),
      person: (id) => accounts.person(id),
      isVerified: (call) => accounts.isVerified(call),
      overAir: (account) => people.cards.prefs(account).bbs?.overAir,
      refuseSuspended(call) {
        accounts.refuseSuspended(accounts.holder(call)?.accountId);
        people.calls.refuseErasedSuspension(call);
      },
    },
    publications: federation.publications,
    origins: { shown: ({ unvetted }) => federation.trust.shown(unvetted) },
    clockIsSet: () => federation.clockIsSet,
    takeBatch: (tx, batch) => federation.carriers.takeBatch(tx, batch),
    arrived: (tx, { accountId, from }) =>
      alerts.addOfTalk(tx, { accountId, kind: "mail", call: from, at: world.now() }),
  });
  const support = openSupport({ ...common, people: accounts });
  const finds = findSink(caches, accounts, boxes);
  const intake = openIngest({
    ...{ ...common, accounts, stations, boxes, ways, finds },
    alert: (tx, told) => alerts.add(tx, { ...told, at: world.now() }),
  });
  const channels = openLive({
    ...common,
    hub,
    sources: liveSources(stations, caches, world),
    options: { instance },
    alerts,
    push,
    digests: digests(house, people, alerts),
  });
  const reads = openReads({
    ...common,
    caches,
    stations,
    accounts: {
      holder: (call) => accounts.holder(call),
      isVerified: (call) => accounts.isVerified(call),
      card: (account) => people.cards.publicProfile(account),
      home: (call) => people.moves.homeOf(call),
      supporter: (account) => support.ledger.isSupporter(account),
    },
    bulletins: bbs.newest,
    licence: (call) => people.licences.of(call),
    key: (who) => people.apiKeys.view(who.id),
    suspended: (account) => accounts.suspension(account) !== undefined,
    limits: reading,
    version: source.version,
    start: {
      isVerified: (call) => accounts.isVerified(call),
      prefs: (account) => people.cards.prefs(account),
      counts: (account) => ({
        messages: stations.unreadOf(account),
        mailbox: stations.waitingOf(account).mailbox,
        packetMail: bbs.unreadOf(account),
        bulletins: bbs.unreadBulletinsOf(account),
        radioCommands: caches.commandsWaiting(account),
        alerts: alerts.unseen(account),
      }),
      pushConfigured: () => push.publicKey !== undefined,
      signIn: () => people.signInLinks(),
    },
  });

  const trends = openTrends({ ...common, ...watched(house, { tally, stations, federation }) });
  const moderation = openModeration({
    ...common,
    accounts,
    people,
    kinds: [...caches.moderated, ...radio.moderated, ...bbs.moderated],
    alert: (tx, told) => alerts.add(tx, { ...told, at: world.now() }),
    waitingOf: (account) => ({ ...stations.waitingOf(account), ...bbs.waitingOf(account) }),
  });

  const areas: Area[] = [
    {
      jobs: houseJobs(house, nonces, audit),
      checks: [...upkeepChecks(house), ...reachChecks(house)],
    },
    updateCheck({ world, settings, version: source.version }),
    members,
    { ...radio, routes: radio.routes((call) => caches.livingShown(call)) },
    intake,
    caches,
    bbs,
    channels,
    registries,
    support,
    moderation,
    reads,
    trends.area,
    {
      routes: federationRoutes(federation, (limit, who) => limits.use(limit, who)),
      jobs: federation.jobs(),
      checks: federationChecks(federation),
    },
  ];
  return {
    ...{ areas, audit, nonces, limits, rates, reading, ring, hub, tally, alerts, moderation },
    ...{ registries: registries.registries },
    profile: reads.people.profile.bind(reads.people),
    ...{ accounts, people, federation, boxes, stations, caches, bbs, live: channels.live },
  };
}

/** What every area gives to the others, and what they are mounted with. */
export type Opened = ReturnType<typeof openAreas>;
