/** What every part of the game uses: the database, the world, and what the game asks of other areas. */
import type { World } from "../base/mod.ts";
import { type Audit, type Database, type MemberRoom, openMemberRoom } from "../db/mod.ts";
import type { Limits } from "../http/mod.ts";
import { instanceId, MIN_TRUST, type Settings } from "../settings/mod.ts";
import type { Publications } from "../wire/mod.ts";
import type { Tier } from "./rules/evidence.ts";
import {
  type Accounts,
  type BringVisit,
  type Corroborator,
  type GameEvents,
  type Homes,
  type MailOut,
  noEvents,
  noHomes,
  noOrigins,
  noPublications,
  type Origins,
  type OwnHome,
  type RadioOut,
  type Stations,
} from "./ports.ts";

export interface GameNeeds {
  db: Database;
  world: World;
  settings: Settings;
  limits: Limits;
  audit: Audit;
  accounts: Accounts;
  stations: Stations;
  /** The folder DATA_DIR: files lie in its folders `media` and `tiles`. */
  dataDir: string;
  publications?: Publications;
  origins?: Origins;
  homes?: Homes;
  events?: GameEvents;
  radio?: RadioOut;
  mail?: MailOut;
  corroborator?: Corroborator;
  bringVisit?: BringVisit;
  ownHome?: OwnHome;
}

export class Game {
  readonly db: Database;
  readonly world: World;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly stations: Stations;
  readonly dataDir: string;
  readonly publications: Publications;
  readonly origins: Origins;
  readonly homes: Homes;
  readonly events: GameEvents;
  readonly radio?: RadioOut;
  readonly mail?: MailOut;
  readonly corroborator?: Corroborator;
  readonly bringVisit?: BringVisit;
  readonly ownHome?: OwnHome;
  /** How much room the texts and files of each account take. */
  readonly room: MemberRoom;

  constructor(parts: GameNeeds) {
    this.db = parts.db;
    this.world = parts.world;
    this.settings = parts.settings;
    this.limits = parts.limits;
    this.audit = parts.audit;
    this.accounts = parts.accounts;
    this.stations = parts.stations;
    this.dataDir = parts.dataDir;
    this.publications = parts.publications ?? noPublications;
    this.origins = parts.origins ?? noOrigins;
    this.homes = parts.homes ?? noHomes;
    this.events = parts.events ?? noEvents;
    this.radio = parts.radio;
    this.mail = parts.mail;
    this.corroborator = parts.corroborator;
    this.bringVisit = parts.bringVisit;
    this.ownHome = parts.ownHome;
    this.room = openMemberRoom(parts.db);
  }

  /** Name of this instance. */
  get instance(): string {
    return instanceId(this.settings);
  }
  /** Lowest tier at which a find counts as verified where the cache does not say. */
  get leastTrust(): Tier {
    return this.settings.get(MIN_TRUST);
  }
  leastTrustOf = (cache: { minTrust: Tier | null }): Tier => cache.minTrust ?? this.leastTrust;
}
