/**
 * Watched places: who watches one is told of a new cache around it, and of one that nobody has found yet. Judged when a cache
 * is written, by the boxes that its place lies in.
 */
import { distanceM, type Place, type World } from "../../base/mod.ts";
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import type { Alerts } from "./alerts.ts";

/** Places that one account may watch. */
export const PLACES_MOST = 10;
/** How far around a place is watched, in kilometres. */
export const RADIUS_KM = { least: 1, most: 200 } as const;
/** Alerts of this kind that an account gets in an hour at most: an owner may publish many caches at once. */
const PER_HOUR = 20;
/** Metres in a degree of latitude. */
const DEGREE_M = 111_195;

/** What a member watches; kept to a hundred metres, since it may be somebody's home. */
interface PlaceWatch extends Place {
  radiusM: number;
  newCaches: boolean;
  firstFinds: boolean;
}
export interface PlaceWatchRow extends Place {
  id: number;
  radiusM: number;
  newCaches: number;
  firstFinds: number;
  addedAt: number;
}
/** A cache that people may find from now on. */
interface AppearedCache extends Place {
  /** Its number, or the global id of one that another instance published. */
  id: number | string;
  code: string;
  title: string;
  /** Whose it is: they know. */
  ownerAccount: number | null;
  ownerCall: string;
  /** It was on no map before. */
  isNew: boolean;
  /** Nobody has found it. */
  isFirstOpen: boolean;
}

const WATCH = columns<PlaceWatchRow & { accountId: number }>({
  ...asNamed("id accountId lat lon radiusM newCaches firstFinds"),
  addedAt: "created_at",
});

function placeStore(db: Database) {
  return {
    of: db.rows<{ account: number }, PlaceWatchRow>(
      `SELECT ${
        WATCH.without("accountId").select()
      } FROM place_watch WHERE account_id = :account ORDER BY id`,
    ),
    around: db.rows<Place, PlaceWatchRow & { accountId: number }>(
      `SELECT ${WATCH.select()} FROM place_watch WHERE id IN (
         SELECT id FROM place_watch_box WHERE min_lat <= :lat AND max_lat >= :lat
           AND (min_lon <= :lon AND max_lon >= :lon OR min_lon <= :lon - 360 AND max_lon >= :lon - 360
             OR min_lon <= :lon + 360 AND max_lon >= :lon + 360))
       ORDER BY id`,
    ),
    add: db.changeReturning<Omit<PlaceWatchRow & { accountId: number }, "id">, { id: number }>(
      `${WATCH.without("id").insertInto("place_watch")} RETURNING id`,
    ),
    addBox: db.change<{ id: number; west: number; east: number; south: number; north: number }>(
      "INSERT INTO place_watch_box VALUES (:id, :west, :east, :south, :north)",
    ),
    drop: db.change<{ account: number; id: number }>(
      "DELETE FROM place_watch WHERE id = :id AND account_id = :account",
    ),
    toldMirror: db.change<{ account: number; gid: string; at: number }>(
      "INSERT INTO place_watch_mirror (account_id, gid, at) VALUES (:account, :gid, :at) ON CONFLICT DO NOTHING",
    ),
    told: db.change<{ account: number; cache: number; kind: string; at: number }>(
      `INSERT INTO place_watch_told (account_id, cache_id, kind, at) VALUES (:account, :cache, :kind, :at)
       ON CONFLICT DO NOTHING`,
    ),
  };
}

/** To the place's hundred metres. */
const coarse = (degrees: number): number => Math.round(degrees * 1000) / 1000;

/** The places that accounts watch: who is told of a cache that appears around one. */
export class Places {
  readonly store: ReturnType<typeof placeStore>;

  constructor(db: Database, private readonly world: World, private readonly alerts: Alerts) {
    this.store = placeStore(db);
  }

  /** Starts to watch; gives the number of the watch. */
  watch(tx: Tx, accountId: number, { lat, lon, radiusM, newCaches, firstFinds }: PlaceWatch): number {
    const middle = { lat: coarse(lat), lon: coarse(lon) };
    const { id } = this.store.add(tx, {
      ...{ accountId, ...middle, radiusM, addedAt: this.world.now() },
      ...{ newCaches: Number(newCaches), firstFinds: Number(firstFinds) },
    })!;
    const high = radiusM / DEGREE_M;
    // Around a pole every longitude is near.
    const wide = Math.min(
      180,
      high / Math.max(0.001, Math.cos(Math.min(90, Math.abs(middle.lat) + high) * Math.PI / 180)),
    );
    this.store.addBox(tx, {
      id,
      ...{ west: middle.lon - wide, east: middle.lon + wide },
      ...{ south: middle.lat - high, north: middle.lat + high },
    });
    return id;
  }

  /** Tells who watches a place around it, once of each cache: that it is new, else that nobody has found it yet. */
  appeared(tx: Tx, cache: AppearedCache): void {
    const { isNew, isFirstOpen, code, title, ownerAccount, ownerCall } = cache;
    if (!isNew && !isFirstOpen) return;
    const at = this.world.now(), far = new Map<number, { isNew: boolean; far: number }>();
    for (const watch of this.store.around({ lat: cache.lat, lon: cache.lon })) {
      const metres = distanceM(watch, cache), tellsNew = isNew && watch.newCaches === 1;
      const tells = tellsNew || (isFirstOpen && watch.firstFinds === 1);
      if (watch.accountId === ownerAccount || metres > watch.radiusM || !tells) continue;
      // Of several places of a member the nearest is named.
      const nearer = far.get(watch.accountId);
      far.set(watch.accountId, {
        isNew: tellsNew || nearer?.isNew === true,
        far: Math.min(metres, nearer?.far ?? Infinity),
      });
    }
    for (const [account, one] of far) {
      this.#tell(tx, account, one, { id: cache.id, code, title, ownerCall, at, isFirstOpen });
    }
  }

  #tell(
    tx: Tx,
    account: number,
    { isNew, far }: { isNew: boolean; far: number },
    { id, code, title, ownerCall, at, isFirstOpen }:
      & Pick<AppearedCache, "id" | "code" | "title" | "ownerCall" | "isFirstOpen">
      & { at: number },
  ): void {
    const kind = isNew ? "new_cache" : "first_open";
    const { changes } = typeof id === "string"
      ? this.store.toldMirror(tx, { account, gid: id, at })
      : this.store.told(tx, { account, cache: id, kind, at });
    // Who hears of a new one knows that nobody has found it.
    if (isNew && isFirstOpen && typeof id === "number") {
      this.store.told(tx, { account, cache: id, kind: "first_open", at });
    }
    if (changes === 0 || this.#told(account, at) >= PER_HOUR) return;
    this.alerts.add(tx, {
      accountId: account,
      kind,
      call: ownerCall,
      // Its code may be that of a cache of this instance, too.
      code: typeof id === "string" ? id : code,
      title,
      farM: Math.round(far),
      at,
    });
  }

  #told(account: number, at: number): number {
    const since = at - 3600, { store } = this.alerts;
    return store.toldOfKind({ account, kind: "new_cache", since })!.n +
      store.toldOfKind({ account, kind: "first_open", since })!.n;
  }
}
