/** The game's own context: its stores, what it asks of others, and the lookups that every rule needs. */
import { baseCall, normalCall, type World } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";
import type { IngestWho, Limits, SessionWho } from "../http/mod.ts";
import { instanceId, isAdminCall, MIN_TRUST, type Settings } from "../settings/mod.ts";
import type { Publications } from "../wire/mod.ts";
import { AdoptionStore } from "./adoption/adoption_store.ts";
import { type CacheRow, CacheStore } from "./hiding/cache_store.ts";
import { codeKey } from "./hiding/code.ts";
import type { Tier } from "./finds/evidence.ts";
import { gameFailure } from "./errors.ts";
import { Interest } from "./radio/interest.ts";
import { ImportStore } from "./imports/store.ts";
import { type LogRow, LogStore } from "./finds/log_store.ts";
import { MapStore } from "./map/map_store.ts";
import { MediaFiles } from "./media/media_files.ts";
import { MediaStore } from "./media/media_store.ts";
import { MirrorStore } from "./exchange/mirror_store.ts";
import { PackStore } from "./offline/pack_store.ts";
import {
  type Accounts,
  type Corroborator,
  type GameEvents,
  type MailOut,
  noEvents,
  noOrigins,
  noPublications,
  type Origins,
  type Person,
  type RadioOut,
  type Stations,
} from "./ports.ts";
import { cacheBody, findBody, isPublished } from "./exchange/publish.ts";
import { RadioStore } from "./radio/radio_store.ts";
import { SocialStore } from "./community/social_store.ts";
import { StageStore } from "./stages/stage_store.ts";
import { Archive } from "./offline/tiles.ts";
import { mapRow, reaches } from "./views/views.ts";

export interface GameParts {
  db: Database;
  world: World;
  settings: Settings;
  limits: Limits;
  accounts: Accounts;
  stations: Stations;
  /** DATA_DIR: files lie in its folders `media` and `tiles`. */
  dataDir: string;
  publications?: Publications;
  origins?: Origins;
  events?: GameEvents;
  radio?: RadioOut;
  mail?: MailOut;
  corroborator?: Corroborator;
}

/** Who acts. */
export interface Actor {
  person: Person;
  /** The call acted under, with SSID. */
  call: string;
  /** Signed in, as opposed to named by the ingest plane. */
  session: boolean;
  /** An operator of the instance. */
  operator: boolean;
}

/** Who looks: `undefined` for somebody not signed in. */
export interface Viewer {
  account?: number;
  operator: boolean;
}
export const NOBODY: Viewer = { operator: false };

export class Game {
  readonly db: Database;
  readonly world: World;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly accounts: Accounts;
  readonly stations: Stations;
  readonly publications: Publications;
  readonly origins: Origins;
  readonly events: GameEvents;
  readonly radio?: RadioOut;
  readonly mail?: MailOut;
  readonly corroborator?: Corroborator;
  readonly dataDir: string;

  readonly caches: CacheStore;
  /** The regional map: DATA_DIR/tiles/offline.pmtiles. */
  readonly archive: Archive;
  /** Stations whose positions matter to the game. */
  readonly interest: Interest;
  readonly map: MapStore;
  readonly packs: PackStore;
  readonly logs: LogStore;
  readonly stages: StageStore;
  readonly media: MediaStore;
  readonly files: MediaFiles;
  readonly social: SocialStore;
  readonly adoption: AdoptionStore;
  readonly commands: RadioStore;
  readonly mirrors: MirrorStore;
  readonly imports: ImportStore;

  constructor(parts: GameParts) {
    const { db } = parts;
    this.db = db;
    this.world = parts.world;
    this.settings = parts.settings;
    this.limits = parts.limits;
    this.accounts = parts.accounts;
    this.stations = parts.stations;
    this.publications = parts.publications ?? noPublications;
    this.origins = parts.origins ?? noOrigins;
    this.events = parts.events ?? noEvents;
    this.radio = parts.radio;
    this.mail = parts.mail;
    this.corroborator = parts.corroborator;
    this.dataDir = parts.dataDir;
    this.caches = new CacheStore(db);
    this.interest = new Interest(this);
    this.archive = new Archive(`${parts.dataDir}/tiles/offline.pmtiles`, parts.world);
    this.map = new MapStore(db, parts.world);
    this.packs = new PackStore(db, parts.world);
    this.logs = new LogStore(db, parts.world);
    this.stages = new StageStore(db);
    this.media = new MediaStore(db);
    this.files = new MediaFiles(`${parts.dataDir}/media`, parts.world);
    this.social = new SocialStore(db);
    this.adoption = new AdoptionStore(db);
    this.commands = new RadioStore(db);
    this.mirrors = new MirrorStore(db);
    this.imports = new ImportStore(db);
  }

  get instance(): string {
    return instanceId(this.settings);
  }
  /** Least tier of a verified find where the cache does not say. */
  get leastTrust(): Tier {
    return this.settings.get(MIN_TRUST);
  }
  leastTrustOf = (cache: Pick<CacheRow, "minTrust">): Tier => cache.minTrust ?? this.leastTrust;
  isVerifiedFind = (log: LogRow, cache: CacheRow): boolean =>
    log.kind === "found" && reaches(log, this.leastTrustOf(cache));

  /** A cache by number or code. */
  find(ref: string): CacheRow | undefined {
    return /^[0-9]{1,15}$/.test(ref) ? this.caches.byId(Number(ref)) : this.caches.byKey(codeKey(ref));
  }

  /** The cache, if this viewer may see it. A removed one is gone to all but owner and sysop; a draft is nobody else's. */
  seen(ref: string, viewer: Viewer): CacheRow {
    const row = this.find(ref);
    const insider = row &&
      (viewer.operator || (viewer.account !== undefined && row.ownerAccount === viewer.account));
    if (!row || (row.status === "draft" && !insider)) throw gameFailure.cache_not_found();
    if (row.removedAt !== null && !insider) throw gameFailure.cache_removed();
    return row;
  }

  /** The cache, if the actor owns it and it may be changed. The ingest plane acts as the owner it names. */
  owned(ref: string, actor: Actor): CacheRow {
    const row = this.seen(ref, { account: actor.person.accountId, operator: actor.operator });
    if (row.ownerAccount === null || row.ownerAccount !== actor.person.accountId) {
      throw gameFailure.cache_not_yours();
    }
    if (row.removedAt !== null) throw gameFailure.cache_removed_edit();
    return row;
  }

  /** Who acts: the signed-in member, or, with the ingest secret, whom the request names. */
  acting(who: (SessionWho & { call: string }) | IngestWho, named: string | undefined): Actor {
    if (who.kind === "ingest") {
      if (!named) throw gameFailure.no_caller();
      const call = normalCall(named);
      const person = this.accounts.holder(call);
      if (!person) throw gameFailure.unknown_call({ callsign: call });
      if (person.suspended) throw gameFailure.suspended();
      return { person, call, session: false, operator: false };
    }
    const person = this.accounts.person(who.account)!;
    // Another SSID of the session's own call may be named; anything else is ignored.
    const call = named && baseCall(normalCall(named)) === baseCall(who.call) ? normalCall(named) : who.call;
    return { person, call, session: true, operator: this.isOperator(who) };
  }

  /** Whether a session is an operator's (its call is one, held and verified). */
  isOperator(who: { account: number; call: string | null }): boolean {
    return who.call !== null && isAdminCall(this.settings, who.call) && this.accounts.isVerified(who.call) &&
      this.accounts.holder(who.call)?.accountId === who.account;
  }

  /** A cache was made or changed: its map row, packs, record and listeners follow. `before` is how it was. */
  changed(tx: Tx, id: number, before?: CacheRow): CacheRow {
    const row = this.caches.byId(id)!;
    this.refreshMap(tx, row, before);
    if (row.stationCall !== (before?.stationCall ?? null)) tx.after(() => this.interest.forget());
    this.#publish(tx, row, before);
    const listed = isListed(row);
    if (listed && (!before || !isListed(before) || before.status !== row.status)) {
      const { code, title, type, status } = row;
      tx.after(() => this.events.cache({ code, title, type, status, lat: row.lat!, lon: row.lon! }));
    }
    return row;
  }

  /** The cache as the map shows it. */
  rowJson = (row: CacheRow): string => JSON.stringify(mapRow(row, this.instance));

  /** Puts the cache on the map as it is now, or takes it off; its square's packs are new. */
  refreshMap(tx: Tx, row: CacheRow, before?: CacheRow): void {
    if (isListed(row)) {
      this.map.put(tx, row.id, row.lat!, row.lon!, this.rowJson(row));
    } else this.map.drop(tx, row.id);
    this.packs.changed(tx, row);
    if (before && (before.lat !== row.lat || before.lon !== row.lon)) this.packs.bump(tx, before);
  }

  #publish(tx: Tx, row: CacheRow, before?: CacheRow): void {
    if (!isPublished(row)) {
      if (row.gid !== null && before && isPublished(before)) {
        this.publications.withdraw(tx, row.gid, { bounded: true });
      }
      return;
    }
    const body = cacheBody(row);
    const same = before && row.gid !== null && isPublished(before) &&
      JSON.stringify(cacheBody(before)) === JSON.stringify(body);
    if (same) return;
    const { gid } = this.publications.publish(tx, "cache", body, row.gid ?? undefined);
    if (gid && gid !== row.gid) {
      this.caches.setGid(tx, row.id, gid);
      row.gid = gid;
    }
  }

  /** Publishes a find once; it never changes on the wire. */
  publishFind(tx: Tx, log: LogRow, cache: CacheRow): void {
    if (cache.gid === null || !isPublished(cache) || log.kind === "maintenance") return;
    const { gid } = this.publications.publish(tx, "find", findBody(log, cache.gid));
    if (gid) this.logs.setGid(tx, log.id, gid);
  }
}

/** Whether the map shows it: not drafts, archived, unlisted or removed ones, nor a living one that nobody has heard. */
export const isListed = (row: CacheRow): boolean =>
  row.lat !== null && row.lon !== null && row.unlisted === 0 && row.removedAt === null &&
  (row.status === "active" || row.status === "disabled");
