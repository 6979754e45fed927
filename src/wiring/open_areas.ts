/** The first step of building the program: its areas, each with what it needs of those before it. */
import { join } from "node:path";
import { Accounts, openAccounts, openPeople } from "../accounts/mod.ts";
import { upkeepChecks } from "../admin/mod.ts";
import { type Area, collected } from "./areas.ts";
import { newToken, txtRecords } from "../base/mod.ts";
import { openAwards } from "../awards/mod.ts";
import { openBbs, recordsOfPost } from "../bbs/mod.ts";
import { type GameNeeds, openCaches } from "../caches/mod.ts";
import { openClub } from "../club/mod.ts";
import { openAudit, openNonces, type Tx } from "../db/mod.ts";
import { FederationBase, openFederation } from "../federation/mod.ts";
import { asCorroborator, ears } from "./corroboration.ts";
import { type Also, withHeard } from "./also.ts";
import { listeners, newEvents } from "./events.ts";
import { type House, houseJobs } from "./house.ts";
import { reachChecks } from "./reach_checks.ts";
import { Limits, readLimits } from "../http/mod.ts";
import { Boxes, BoxWays, openIngest } from "../ingest/mod.ts";
import {
  announcement,
  digests,
  findSink,
  gameEvents,
  liveSources,
  ownAuthority,
  proofByRadio,
  readRates,
} from "./joins.ts";
import { Alerts, Hub, openLive, Push } from "../live/mod.ts";
import { openNotebook } from "../notebook/mod.ts";
import { openModeration } from "../moderation/mod.ts";
import { openReads } from "../read/mod.ts";
import { drawPicture, drawRefuses, townsCalled } from "../web/mod.ts";
import { openRegistries } from "../registries/mod.ts";
import { DOH_URL, instanceId, OPERATOR_EMAIL, VAPID_PRIVATE_KEY } from "../settings/mod.ts";
import { openStations, Ring, StationBase } from "../stations/mod.ts";
import { openSupport } from "../support/mod.ts";
import { openHome } from "../home/mod.ts";
import { homeFacts } from "./home.ts";
import { openTrends } from "../trends/mod.ts";
import { openUploads } from "../uploads/mod.ts";
import { updateCheck } from "../web/mod.ts";
import { Tally, watched } from "./watch.ts";

/** Opens every area, in the order in which they need each other. Nothing runs by itself yet. */
export function openAreas(house: House, also: Also) {
  const { world, settings, db, dataDir, source } = house;
  const instance = instanceId(settings);
  const audit = openAudit(db);
  const nonces = openNonces(db);
  const limits = new Limits(() => world.now(), () => newToken(world, 16));
  const rates = readRates(settings);
  const reading = readLimits(rates);
  const common = { db, settings, world, audit, limits };

  const events = newEvents(), { tell } = events;
  const registries = openRegistries({ ...common, ...house });

  // What areas need of each other in both directions is opened in two: first what is kept and can be asked.
  const accounts = new Accounts(db, settings, world, tell);
  const isSuspended = (call: unknown): boolean =>
    typeof call === "string" && accounts.holder(call)?.suspended === true;
  const carried = new FederationBase({
    ...common,
    tell,
    txt: (name) => txtRecords(world, settings.get(DOH_URL), name),
    withheld: (_kind, data) => isSuspended(data.owner) || isSuspended(data.call) || isSuspended(data.from),
  });
  const { publications, trust } = carried;
  const origins = { shown: ({ unvetted }: { unvetted: boolean }) => trust.shown(unvetted) };
  const boxes = new Boxes(db, settings, world, tell);
  const ways = new BoxWays(db, world);
  const push = new Push(db, world, {
    privateKey: settings.get(VAPID_PRIVATE_KEY),
    subject: () => `mailto:${settings.get(OPERATOR_EMAIL) ?? `operator@${instance}`}`,
    ...(house.fetch && { fetch: house.fetch }),
  });
  const people = openPeople({
    ...{ ...common, accounts, nonces },
    ports: {
      publications,
      trusts: (origin) => trust.trustOf(origin) === "trusted",
      receivingSites: () => boxes.sites.all().map(({ site }) => site),
      pushConfigured: () => push.publicKey !== undefined,
    },
  });
  const hub = new Hub();
  const tally = new Tally();
  const alerts = new Alerts(db, world, push, (account) => people.cards.prefs(account).lang);
  const ring = Ring.open(db.path === ":memory:" ? ":memory:" : join(dataDir, "packets.db"));
  const heard = new StationBase({
    ...{ ...common, ring, accounts, tell },
    trust: boxes.sites,
    beacons: ways,
    boxes: ways,
    homeGrid: (account) => people.cards.profile(account).homeGrid ?? undefined,
  });

  const game: GameNeeds = {
    ...common,
    accounts: {
      holder: (call) => accounts.holder(call),
      person: (id) => accounts.person(id),
      isVerified: (call) => accounts.isVerified(call),
      isNewcomer: (id) => accounts.isNewcomer(id),
      deviceKey: (call, key) => people.keys.find(call, key),
    },
    stations: heard,
    ...{ dataDir, publications, origins },
    events: gameEvents(hub, alerts, world, tally),
    corroborator: asCorroborator(carried),
    radio: {
      send: (tx, { to, text, number }) => heard.sendTo(tx, to, text, number),
      announce: (tx, { call, code, title, tier }) =>
        heard.announce(tx, call, announcement(code, title, tier)),
    },
    mail: {
      hold: (tx, { accountId, from, to, text }) =>
        void heard.mailbox.post(tx, { account: accountId, from, to, text, via: "radio" }),
    },
  };
  const caches = openCaches(also.game?.(game) ?? game);
  const radio = openStations({
    base: heard,
    words: { ...caches.words(), VERIFY: proofByRadio(people), ...also.words },
    keepAllOf: (call) => caches.follows(call),
    neverForget: (call) => caches.livingOf(call).length > 0,
    livingCaches: (call) => caches.livingShown(call),
  });
  const { stations } = radio;
  const post = {
    ...common,
    accounts: {
      holder: (call: string) => accounts.holder(call),
      person: (id: number) => accounts.person(id),
      isVerified: (call: string) => accounts.isVerified(call),
      overAir: (account: number) => people.cards.prefs(account).bbs?.overAir,
      refuseSuspended(call: string) {
        accounts.refuseSuspended(accounts.holder(call)?.accountId);
        people.calls.refuseErasedSuspension(call);
      },
    },
    ...{ publications, origins },
    clockIsSet: () => world.clock.isKnown(),
    arrived: (tx: Tx, { accountId, from }: { accountId: number; from: string }) =>
      alerts.addOfTalk(tx, { accountId, kind: "mail", call: from, at: world.now() }),
  };
  const records = recordsOfPost(post);
  const network = openFederation({
    base: carried,
    appliers: [people.moves.appliers(), caches.appliers, records.appliers],
    post: records.post,
    ears: ears(stations, people),
    finds: caches.liftable(),
    use: (limit, who) => limits.use(limit, who),
  });
  const { federation } = network;
  const bbs = openBbs({ ...post, takeBatch: (tx, batch) => federation.carriers.takeBatch(tx, batch) });
  const support = openSupport({ ...common, people: accounts });
  const finds = findSink(caches, accounts, boxes);
  const intake = openIngest({
    ...{ ...common, accounts, stations, boxes, ways, finds },
    authority: () => ownAuthority(house),
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
  const shownCall = (account: number): string | undefined => {
    const person = accounts.person(account);
    return person && !person.suspended ? person.call : undefined;
  };
  const notebook = openNotebook({ ...common, caches, shownCall });
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
    kept: notebook.kept,
    limits: reading,
    version: source.version,
    draw: drawPicture,
    drawRefuses,
    towns: townsCalled,
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
      hasNode: () => stations.nodes.isKnown({}) !== undefined,
      signIn: () => people.signInLinks(),
    },
  });

  const awards = openAwards({
    ...common,
    instance,
    key: carried.identity.key,
    facts: reads.countedOf,
    shownCall,
    draw: drawPicture,
    drawRefuses,
  });
  const trends = openTrends({ ...common, ...watched(house, { tally, stations, federation }) });
  const club = openClub({ ...common, draw: drawPicture, drawRefuses });
  const uploads = openUploads({ ...common, dataDir });
  const home = openHome({
    settings,
    world,
    read: () => homeFacts(house, { stations, boxes, intake, alerts, accounts }),
  });
  const moderation = openModeration({
    ...common,
    accounts,
    people,
    kinds: [...caches.moderated, ...radio.moderated, ...bbs.moderated],
    alert: (tx, told) => alerts.add(tx, { ...told, at: world.now() }),
    waitingOf: (account) => ({ ...stations.waitingOf(account), ...bbs.waitingOf(account) }),
  });

  const others: Area[] = [
    radio,
    intake,
    caches,
    bbs,
    channels,
    registries,
    support,
    moderation,
    reads,
    notebook,
    awards,
  ];
  const members = openAccounts({
    people,
    personalData: [...collected(others).personalData, ...also.personalData ?? []],
    reading,
  });
  const areas: Area[] = [
    {
      jobs: houseJobs(house, nonces, audit),
      checks: [...upkeepChecks(house), ...reachChecks(house)],
    },
    updateCheck({ world, settings, version: source.version }),
    members,
    ...others,
    trends.area,
    uploads.area,
    club.area,
    { jobs: home.jobs },
    network,
  ];
  events.heardBy(
    withHeard(listeners({ world, people, stations, caches, bbs, federation, intake, hub, alerts }), also),
  );
  return {
    ...{ areas, audit, nonces, limits, rates, reading, ring, hub, tally, alerts, moderation },
    ...{ registries: registries.registries, uploads: uploads.uploads, club: club.club },
    profile: reads.people.profile.bind(reads.people),
    counts: reads.counts,
    closeHome: () => home.close(),
    ...{ accounts, federation, boxes, stations, caches, bbs, live: channels.live },
    people: { ...people, portability: members.portability },
  };
}

/** What every area gives to the others, and what they are mounted with. */
export type Opened = ReturnType<typeof openAreas>;
