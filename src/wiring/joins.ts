/** The small adapters that join the areas, each in the words of the area that asks. */
import type { People } from "../accounts/mod.ts";
import { checklist } from "../admin/mod.ts";
import { Failure, type World } from "../base/mod.ts";
import { aprsFrequency, type Caches, type GameEvents } from "../caches/mod.ts";
import { isOfOneWrite } from "../db/mod.ts";
import { bringVisit } from "../federation/mod.ts";
import type { FindSink } from "../ingest/mod.ts";
import type { Alerts, DigestTo, Hub, LiveSources } from "../live/mod.ts";
import { area } from "../plan/mod.ts";
import { ADMIN_CALLSIGNS, APP_URL, type Settings } from "../settings/mod.ts";
import type { Registered, Stations, StationsEvents } from "../stations/mod.ts";
import { asCorroborator, ears } from "./corroboration.ts";
import { homesOf, keysHeard } from "./game_ports.ts";
import { homeFacts } from "./home.ts";
import { join, type Kept, type Member } from "./kept.ts";
import { operatorWays } from "./operators.ts";
import { processOf, readings } from "./watch.ts";

/** What the live channels show when somebody comes: stations lately heard, and caches. */
function liveSources(stations: Stations, caches: Caches, world: World): LiveSources {
  return {
    heardSince: (since, box, most) => heardSince(stations, world.now() - since, box, most),
    cachesNear: (place, withinM) => caches.near(place, withinM),
    cachesIn: (box, most) =>
      caches.listed(box, most).map(({ type, updatedAt, ...row }) => ({
        ...row,
        cacheType: type,
        at: updatedAt,
      })),
  };
}

/** Stations as the live room tells of them. */
function heardSince(
  stations: Stations,
  maxAge: number,
  box: Parameters<LiveSources["heardSince"]>[1],
  most: number,
) {
  return stations.views.live(box, maxAge, most).map((view) => ({
    call: view.call,
    at: view.lastSeen,
    lat: view.lat,
    lon: view.lon,
    symbol: view.symbol,
    ...(view.course === null ? {} : { course: view.course }),
    ...(view.speedKmh === null ? {} : { speedKmh: view.speedKmh }),
    ...(view.altitudeM === null ? {} : { altitudeM: view.altitudeM }),
    comment: view.comment,
    ...(view.frequency && { mhz: view.frequency.mhz }),
    ...(view.emergency && { emergency: true }),
    via: view.via,
    direct: view.direct,
  }));
}

/** What the game tells the live channels and a member's alerts. */
function gameEvents(
  { hub, alerts, places, world, tally, tell }: Pick<
    Kept,
    "hub" | "alerts" | "places" | "world" | "tally" | "tell"
  >,
): GameEvents {
  return {
    find(find, risen) {
      if (!risen) tally.finds++;
      hub.find({ ...find, at: world.now() });
    },
    cache({ type, lat, lon, ...cache }) {
      if (lat === undefined || lon === undefined) return;
      hub.cache({ ...cache, cacheType: type, lat, lon, at: world.now() });
    },
    appeared: (tx, cache) => places.appeared(tx, cache),
    alert: (tx, alert) => alerts.add(tx, alert),
    contradicted: (tx, find) => tell.findContradicted({ tx, ...find }),
    keyWanted: (home) => tell.keyWanted({ home }),
    visitorGone: (tx, account) => tell.visitorGone({ tx, account }),
    findHeard: (tx, find) => tell.findHeard({ tx, ...find }),
  };
}

/** Who is told when stations are heard: living caches and cache owners, the live room, watchers. */
const hearStations =
  (caches: Caches, hub: Hub, world: World) => (events: StationsEvents["stationsChanged"]): void => {
    const positions = events.flatMap((event) => event.type === "position" ? [event] : []);
    for (const position of positions) hub.position(position);
    for (const event of events) {
      if (event.type === "sent") hub.sent(event);
      else if (event.type === "heard") hub.heard(event);
    }
    caches.heard(positions.filter(({ own }) => own)).catch((error) =>
      world.log.error("the game did not take positions: {error}", { error })
    );
  };

/** Operators are told of whoever calls for help, of each call once in a while: anybody may write such a packet. */
const hearEmergencies =
  ({ accounts }: People, alerts: Alerts, settings: Settings, world: World) =>
  (events: StationsEvents["stationsChanged"]): void => {
    for (const event of events) {
      if (event.type !== "position" || !event.emergency || event.at < world.now() - NEWS_S) continue;
      for (const operator of settings.get(ADMIN_CALLSIGNS)) {
        const accountId = accounts.holder(operator)?.accountId;
        if (accountId === undefined) continue;
        alerts.tellOfTalk({ accountId, kind: "emergency", call: event.call, at: world.now() });
      }
    }
  };

/** A message older than this, in seconds, is told to nobody as new. */
const NEWS_S = 900;

/** Who is told of messages: the sender and the addressee, wherever they look, and an addressee who is not looking. */
const hearMessages = (
  { accounts }: People,
  hub: Hub,
  alerts: Alerts,
  world: World,
) =>
({ fromCall: from, toCall: to, body: text, ...message }: StationsEvents["messageLogged"]): void => {
  const { id, at, direction, bulletin, delivery } = message;
  // Who listens for a call says of themselves that it is theirs: of a text between members they learn that one came, no more.
  const shown = delivery === "here" ? { from: to, text: "" } : { from, text };
  hub.message({ id, to, ...shown, direction, bulletin, delivery, at });
  if (direction !== "rx" || bulletin || at < world.now() - NEWS_S) return;
  const addressee = accounts.holder(to);
  if (!addressee || addressee.suspended || accounts.holder(from)?.accountId === addressee.accountId) return;
  alerts.tellOfTalk({ accountId: addressee.accountId, kind: "message", call: from, at: world.now() });
};

/** The word VERIFY in a message to the service call: the proof of a callsign. */
const proofByRadio = (people: People): Registered => ({
  open: true,
  handle(tx, { from, word, text, at, thirdParty, hearing, mesh }) {
    const { deliveredBy } = hearing ?? {};
    const hearings = hearing && deliveredBy && deliveredBy.kind !== "device"
      ? [{ ...hearing, deliveredBy }]
      : [];
    const outcome = people.proofs.heard(tx, {
      call: from,
      text: `${word} ${text}`,
      at,
      thirdParty,
      mesh,
      hearings,
    });
    if (outcome === "ignored") return { status: "ignored" };
    const proven = outcome === "verified" || outcome === "claimed";
    return proven
      ? { status: "logged", reply: `${from} verified`, always: true }
      : { status: "rejected", reply: outcome === "wrong_code" ? "Wrong code" : "Not verified" };
  },
});

/** Finds that receivers hand over, and those that their hearings made. */
function findSink(
  { caches, accounts, boxes }: Pick<Kept, "caches" | "accounts" | "boxes">,
): FindSink {
  return {
    async log({ call, cache, kind, text, at, signedByDevice, device, delivery }) {
      const person = accounts.holder(call);
      if (!person) return { reason: "call_not_held" };
      const radio = signedByDevice || delivery.via === "rf";
      try {
        const { duplicate } = await caches.log({
          cache,
          person,
          call,
          kind: kind === "dnf" ? "DNF" : kind,
          text,
          via: radio ? "radio" : "secret",
          heardAt: at,
          ...(device && { device }),
        });
        return duplicate ? "duplicate" : "accepted";
      } catch (error) {
        if (error instanceof Failure && isOfOneWrite(error)) return { reason: error.reason };
        throw error;
      }
    },
    attestedBy({ box, site }) {
      const trusted = boxes.sites.all().filter((row) =>
        box === undefined ? row.site === site : row.box === box
      );
      return caches.attestedFinds(
        { ...(box ? { box } : {}), ...(site ? { site } : {}) },
        Math.min(...trusted.map((row) => row.trustedAt)),
      );
    },
  };
}

/** To whom the digest mail of an account goes. */
const digestTo =
  ({ accounts, people: { cards }, settings }: Pick<Kept, "accounts" | "people" | "settings">): DigestTo =>
  (account) => {
    const origin = settings.get(APP_URL);
    const person = accounts.person(account);
    const email = accounts.store.account({ id: account })?.email;
    const token = cards.unsubscribeToken(account);
    if (!person || person.suspended || !email || !token || !cards.digest(account)) return undefined;
    return {
      email,
      callsign: person.call,
      ...(origin && { unsubscribeUrl: `${origin}/api/notify/unsubscribe?token=${token}` }),
    };
  };

/** Who is told of what radio heard: the areas that it concerns, and members. */
const news = area<{
  needs: Pick<Kept, "alerts" | "caches" | "hub" | "people" | "settings" | "world">;
  hears: Pick<StationsEvents, "messageLogged" | "stationsChanged">;
}>()({
  name: "news",
  needs: ["alerts", "caches", "hub", "people", "settings", "world"],
  hears: {
    stationsChanged({ alerts, caches, hub, people, settings, world }, events) {
      hearStations(caches, hub, world)(events);
      hearEmergencies(people, alerts, settings, world)(events);
    },
    messageLogged: ({ alerts, hub, people, world }, message) =>
      hearMessages(people, hub, alerts, world)(message),
  },
});

/** Where APRS is sent over LoRa in Europe. */
const LORA_MHZ = "433.775";

/**
 * The frequency that a receiver says of itself in its beacon, in MHz: where that is one on which positions are sent. What
 * else it may say there is where its owner is to be called.
 */
function frequencyOf(site: string, stations: Stations, settings: Settings): string | undefined {
  const mhz = stations.views.saidFrequency(site)?.toFixed(3);
  return mhz !== undefined && (mhz === LORA_MHZ || mhz === aprsFrequency(settings)?.mhz) ? mhz : undefined;
}

/** What areas know of each other, in the words of the one that asks. */
export const JOINS: readonly Member[] = [
  join("shown", ["game"], {
    shownCall: ({ game }) => (account) => {
      const person = game.accounts.person(account);
      return person && !person.suspended ? person.call : undefined;
    },
  }),
  join("receivers on cards", ["settings", "stations"], {
    receiverOf: ({ settings, stations }) => (site) => ({
      place: stations.placeOf(site),
      mhz: frequencyOf(site, stations, settings),
    }),
  }),
  join("digest", ["accounts", "people", "settings"], { digestTo }),
  join("mirrored", ["trust"], {
    origins: ({ trust }) => ({ shown: ({ unvetted }) => trust.shown(unvetted) }),
  }),
  join("visits", ["federation"], {
    bringVisit: ({ federation }) => (instance, path, body, most) =>
      bringVisit(federation, instance, path, body, most),
    ownHome: ({ federation }) => federation.visits,
  }),
  join("visitors", ["caches"], { signedVisitor: ({ caches }) => caches.signedVisitor }),
  join("homes of visitors", ["people", "trust"], { homes: homesOf }),
  join("peers' words", ["cases"], { corroborator: ({ cases }) => asCorroborator(cases) }),
  join("the game's events", ["alerts", "hub", "places", "tally", "tell", "world"], { gameEvents }),
  join("shown live", ["caches", "stations", "world"], {
    liveSources: ({ caches, stations, world }) => liveSources(stations, caches, world),
  }),
  join("words", ["caches", "people"], {
    words: ({ caches, people }) => ({ ...caches.words(), VERIFY: proofByRadio(people) }),
  }),
  join("finds of receivers", ["accounts", "boxes", "caches"], { findSink }),
  join("records", ["bbs", "caches", "people", "stations"], {
    appliers: ({ bbs, caches, people }) => [keysHeard(people, caches), caches.appliers, bbs.appliers],
    batchPost: ({ bbs }) => bbs.post,
    circuitVisits: ({ caches }) => caches.circuitVisits(),
    ears: ({ stations, people }) => ears(stations, people),
    liftable: ({ caches }) => caches.liftable(),
    takeVisit: ({ caches }) => (tx, document, home) => caches.takeVisit(tx, document, home),
  }),
  join("watch", ["accounts", "bbs", "federation", "house", "moderation", "stations", "tally"], {
    readings: ({ house, ...areas }) => readings(house, areas),
    process: ({ house }) => processOf(house),
  }),
  join("operators", ["alerts", "gathered", "house", "people", "settings", "stations", "world"], {
    checkLines: ({ gathered, settings, world }) => () => checklist(settings, world, gathered.checks()),
    operatorWays: ({ house, ...areas }) => operatorWays(house, areas),
  }),
  join("home facts", ["accounts", "alerts", "boxes", "heardHours", "house", "stations"], {
    homeFacts: ({ house, ...areas }) => () => homeFacts(house, areas),
  }),
  news,
];
