/** The small adapters that join the areas, each in the terms of the area that asks. */
import type { Accounts, People } from "../accounts/mod.ts";
import { Failure, type World } from "../base/mod.ts";
import type { Caches, GameEvents } from "../caches/mod.ts";
import type { House } from "./house.ts";
import type { ReadRates } from "../http/mod.ts";
import type { Boxes, IngestParts } from "../ingest/mod.ts";
import type { Alerts, CotSources, DigestParts, Hub, RoomSources } from "../live/mod.ts";
import {
  API_RATE_ANON,
  API_RATE_KEYED,
  API_RATE_WINDOW_SEC,
  APP_URL,
  type Settings,
  shownName,
} from "../settings/mod.ts";
import type { Registered, Stations, StationsEvents } from "../stations/mod.ts";
import { authorityCertificate, fingerprintOf } from "../tls/mod.ts";
import type { Tally } from "./watch.ts";

/** SHA-256 of the authority that signs this instance's certificates, hex digits; undefined where it makes none. */
export function ownAuthority({ reach, dataDir }: House): string | undefined {
  const authority = reach?.mode === "own" ? authorityCertificate(dataDir) : undefined;
  return authority && fingerprintOf(authority.der).hex.join("").toLowerCase();
}

/** What the live channels show when somebody comes: stations lately heard, and caches. */
export function liveSources(stations: Stations, caches: Caches, world: World): RoomSources & CotSources {
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
  box: Parameters<RoomSources["heardSince"]>[1],
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
    via: view.via,
    direct: view.direct,
  }));
}

/** What the game tells the live channels and a member's alerts. */
export function gameEvents(hub: Hub, alerts: Alerts, world: World, tally: Tally): GameEvents {
  return {
    find(find) {
      tally.finds++;
      hub.find({ ...find, at: world.now() });
    },
    cache({ type, lat, lon, ...cache }) {
      if (lat === undefined || lon === undefined) return;
      hub.cache({ ...cache, cacheType: type, lat, lon, at: world.now() });
    },
    alert: (alert) => alerts.tell(alert),
  };
}

/** A verified find as it is announced on the air: 67 characters at most, so that it fits a message line too. */
export const announcement = (code: string, title: string, tier: "A" | "B"): string =>
  `found ${code} ${title}`.slice(0, 46) + (tier === "A" ? " (radio-verified)" : " (location-verified)");

/** Who is told when stations are heard: living caches and cache owners, the live room, watchers. */
export const hearStations =
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

/** A message older than this, in seconds, is told to nobody as new. */
const NEWS_S = 900;

/** Who is told of messages: the sender and the addressee, wherever they look, and an addressee who is not looking. */
export const hearMessages = (
  { accounts }: People,
  hub: Hub,
  alerts: Alerts,
  world: World,
) =>
({ fromCall: from, toCall: to, body: text, ...message }: StationsEvents["messageLogged"]): void => {
  const { id, at, direction, bulletin, delivery } = message;
  hub.message({ id, from, to, text, direction, bulletin, delivery, at });
  if (direction !== "rx" || bulletin || at < world.now() - NEWS_S) return;
  const addressee = accounts.holder(to);
  if (!addressee || addressee.suspended || accounts.holder(from)?.accountId === addressee.accountId) return;
  alerts.tellOfTalk({ accountId: addressee.accountId, kind: "message", call: from, at: world.now() });
};

/** The word VERIFY in a message to the service call: the proof of a callsign. */
export const proofByRadio = (people: People): Registered => ({
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
export function findSink(
  caches: Caches,
  accounts: Accounts,
  boxes: Boxes,
): NonNullable<IngestParts["finds"]> {
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
        if (error instanceof Failure) return { reason: error.reason };
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

/** To whom the digest mail goes, and what it says of itself. */
export function digests(
  { db, world, settings }: House,
  { accounts, cards }: People,
  alerts: Alerts,
): DigestParts {
  const origin = settings.get(APP_URL);
  return {
    db,
    world,
    store: alerts.store,
    instance: () => shownName(settings),
    ...(origin && { origin }),
    recipient(account) {
      const person = accounts.person(account);
      const email = accounts.store.account({ id: account })?.email;
      const token = cards.unsubscribeToken(account);
      if (!person || person.suspended || !email || !token || !cards.digest(account)) return undefined;
      return {
        email,
        callsign: person.call,
        ...(origin && { unsubscribeUrl: `${origin}/api/notify/unsubscribe?token=${token}` }),
      };
    },
  };
}

/** How often anybody may read, as the settings say it now. */
export const readRates = (settings: Settings): ReadRates => ({
  windowSec: () => settings.get(API_RATE_WINDOW_SEC),
  anonymous: () => settings.get(API_RATE_ANON),
  keyed: () => settings.get(API_RATE_KEYED),
});
