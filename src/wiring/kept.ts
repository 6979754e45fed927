/** Everything that one area may take of another, by name. Each area says in its own words what it needs of it. */
import type { AccountsKeeps } from "../accounts/mod.ts";
import type { ExtraCheck } from "../admin/mod.ts";
import type { AwardKeeps } from "../awards/mod.ts";
import type { FailureMaker, Living, Tell } from "../base/mod.ts";
import type { BbsKeeps } from "../bbs/mod.ts";
import type {
  BringVisit,
  CachesKeeps,
  Corroborator,
  GameEvents,
  Homes,
  LiftableFinds,
  Origins,
  OwnHome,
} from "../caches/mod.ts";
import type { ClubKeeps } from "../club/mod.ts";
import type { Audit, JobRuns, Nonces } from "../db/mod.ts";
import type { CircuitVisits, Ears, FederationKeeps, TakeVisit } from "../federation/mod.ts";
import type { HomeFacts, HomeKeeps } from "../home/mod.ts";
import type { Limits, readLimits, ReadRates } from "../http/mod.ts";
import type { FindSink, IngestKeeps } from "../ingest/mod.ts";
import type { DigestTo, LiveKeeps, LiveSources } from "../live/mod.ts";
import type { ModerationKeeps } from "../moderation/mod.ts";
import type { NotebookKeeps } from "../notebook/mod.ts";
import type { Area, Gathered } from "../plan/mod.ts";
import type { QslKeeps, QslNeeds } from "../qsl/mod.ts";
import type { ReadKeeps } from "../read/mod.ts";
import type { RegistryKeeps } from "../registries/mod.ts";
import type { Registered, StationKeeps } from "../stations/mod.ts";
import type { SupportKeeps } from "../support/mod.ts";
import type { TrendKeeps, TrendNeeds } from "../trends/mod.ts";
import type { UploadKeeps } from "../uploads/mod.ts";
import type { WebKeeps } from "../web/mod.ts";
import type { Appliers } from "../wire/mod.ts";
import type { openBackups } from "./backups.ts";
import type { Happenings } from "./events.ts";
import type { House } from "./house.ts";
import type { Tally } from "./tally.ts";

/** What is there before any area is opened. */
interface Given extends House {
  house: House;
  /** Tells what happened to all who hear of it. */
  tell: Tell<Happenings>;
  /** What all areas give. */
  gathered: Gathered<ExtraCheck>;
}

/** What the whole program keeps, which belongs to no area. */
export interface HouseKeeps {
  /** Name of this instance. */
  instance: string;
  audit: Audit;
  nonces: Nonces;
  limits: Limits;
  /** How often anybody may read, and the read API's throttle by it. */
  rates: ReadRates;
  reading: ReturnType<typeof readLimits>;
  jobRuns: JobRuns;
  /** What came of trying the newest copy, and how copies are taken elsewhere. */
  backups: ReturnType<typeof openBackups>;
  tally: Tally;
  /** How outside services did last. */
  lives(): readonly Living[];
  /** Writes what is known of outside services and is not written yet. */
  keepLives(): Promise<void>;
  /** Makes a PNG of an SVG, so many pixels wide; what it may refuse with. */
  draw(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>>;
  drawRefuses: readonly FailureMaker[];
  /** Towns and villages whose names begin with a text. */
  towns(text: string): Promise<{ name: string; lat: number; lon: number }[]>;
  /** SHA-256 of the authority that signs this instance's certificates, hex digits; undefined where it makes none. */
  ownAuthority(): string | undefined;
}

/** What joins areas: what one keeps, in the words of the one that asks. */
interface Joined extends Pick<TrendNeeds, "checkLines" | "operatorWays" | "process" | "readings"> {
  appliers: readonly Appliers[];
  batchPost: BbsKeeps["bbs"]["post"];
  bringVisit: BringVisit;
  circuitVisits: CircuitVisits;
  corroborator: Corroborator;
  digestTo: DigestTo;
  ears: Ears;
  findSink: FindSink;
  gameEvents: GameEvents;
  homeFacts(): HomeFacts;
  homes: Homes;
  liftable: LiftableFinds;
  liveSources: LiveSources;
  origins: Origins;
  ownHome: OwnHome;
  /** Where a receiver is, and the frequency that it says of itself. */
  receiverOf: QslNeeds["receiverOf"];
  /** Call of a member, or of a visitor, that may be shown; none while suspended. */
  shownCall(account: number): string | undefined;
  signedVisitor: CachesKeeps["caches"]["signedVisitor"];
  takeVisit: TakeVisit;
  words: Readonly<Record<string, Registered>>;
}

/** All of it, as the place that opens the areas makes it. */
export interface Kept
  extends
    Given,
    HouseKeeps,
    Joined,
    AccountsKeeps,
    AwardKeeps,
    BbsKeeps,
    CachesKeeps,
    ClubKeeps,
    FederationKeeps,
    HomeKeeps,
    IngestKeeps,
    LiveKeeps,
    ModerationKeeps,
    NotebookKeeps,
    QslKeeps,
    ReadKeeps,
    RegistryKeeps,
    StationKeeps,
    SupportKeeps,
    TrendKeeps,
    UploadKeeps,
    WebKeeps {}

/** An area that fits into this program. */
export type Member = Area<Kept, Happenings, ExtraCheck>;

/** What is kept under these names, made of what is kept under those. */
export const join = <Needs extends keyof Kept, Keeps extends keyof (HouseKeeps & Joined)>(
  name: string,
  needs: readonly Needs[],
  keeps: { readonly [Name in Keeps]: (needed: Pick<Kept, Needs>) => Kept[Name] },
): Member => ({ name, needs, keeps });
