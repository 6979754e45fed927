/** Stations as the app's map shows them: as heard, and where this gateway sent something newer, as it was sent. */
import { type Box, inBox, normalCall, type World } from "../../base/mod.ts";
import { type Owned, rolesOf } from "../owned/owned.ts";
import type { SentPlace } from "../reception.ts";
import type { SentPlaces } from "../sending/sent_places.ts";
import type { StationRow } from "../tables/station_store.ts";
import { WORLD_BOX } from "../e7.ts";
import type { MapStation, StationDetail } from "./shapes.ts";
import type { Views } from "./views.ts";

/** As long as positions are kept, in seconds (API "Limits"). */
const SENT_S = 7 * 86_400;

export class SentViews {
  constructor(
    readonly views: Views,
    readonly sent: SentPlaces,
    readonly owned: Owned,
    readonly world: World,
  ) {}

  /** Stations in a box, those first whose place was sent; times and the limit as for those heard. */
  shown(box: Box = WORLD_BOX, maxAge: number, limit: number): MapStation[] {
    const sent = this.sent.since(this.world.now() - maxAge);
    // Each place that was sent may take the place of one that was heard.
    const heard = this.views.shown(box, maxAge, limit + sent.length);
    if (sent.length === 0) return heard;
    const calls = new Set(sent.map(({ place }) => place.call));
    const roles = (call: string) => {
      const row = this.owned.store.byCall({ call });
      return row ? { roles: rolesOf(row) } : {};
    };
    return [
      ...sent.filter(({ place }) => inBox(box, place))
        .map(({ place, row }) => ({ ...unheard(place, row), ...roles(place.call) })),
      ...heard.filter(({ call }) => !calls.has(call)),
    ].slice(0, limit);
  }

  /** Everything about one station; `undefined` when it was neither heard nor sent nor registered. */
  detail(given: string): StationDetail & { sentByUs?: true } | undefined {
    const call = normalCall(given);
    const detail = this.views.detail(call);
    const one = this.sent.ofCall(call, this.world.now() - SENT_S);
    if (!one) return detail;
    const rest = { status: null, firstHeard: null, packets: 0, device: null, track: [], wx: null };
    return { ...rest, ...detail, ...unheard(one.place, one.row) };
  }
}

/** What was sent, with how and when the station was heard last. */
const unheard = (place: SentPlace, row: StationRow | undefined): MapStation => ({
  call: place.call,
  lat: place.lat,
  lon: place.lon,
  symbol: place.symbol || (row?.symbol ?? ""),
  course: null,
  speedKmh: null,
  altitudeM: null,
  ambiguityM: 0,
  comment: place.comment,
  via: row?.via ?? null,
  direct: row?.direct === 1,
  lastSeen: row?.lastHeard ?? null,
  placedAt: place.at,
  sentByUs: true,
});
