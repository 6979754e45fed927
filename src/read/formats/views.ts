/**
 * What the writers of this folder take: plain objects, already filtered for the reader at hand. A writer decides
 * nothing about who may see what.
 */
import { CACHE, type Fact, type Facts, LOG, MAIL, type RowOf } from "../../things/mod.ts";

type Filed<F extends Facts> = Readonly<Partial<RowOf<F>>>;
/** Of a thing's facts those that go into files by their declaration. */
function filedOf<F extends Facts>(
  { entries, emptyRow }: { entries: readonly (readonly [string, Fact])[]; emptyRow: RowOf<F> },
) {
  const filed = entries.filter(([, { filed }]) => filed !== undefined);
  return {
    /** The columns of a table that they are. */
    columns: filed.map(([name]) => name),
    /** Their cells; empty where nothing is said. */
    cells: (row: Filed<F> = emptyRow): (string | number)[] =>
      filed.map(([name, fact]) => {
        const json = fact.toJson(row[name]);
        return json === true ? "yes" : typeof json === "number" || typeof json === "string" ? json : "";
      }),
    /** The lines that people read of them, one for each that is said. */
    lines: (row: Filed<F> = emptyRow): string[] =>
      filed.flatMap(([name, { filed, toJson }]) =>
        filed?.line !== undefined && toJson(row[name]) === true ? [filed.line] : []
      ),
  };
}
type CacheFiled = Filed<typeof CACHE.facts>;
export const FILED = filedOf<typeof CACHE.facts>(CACHE);
/** What a bulletin has or has not, one line each. */
export const MAIL_LINES = filedOf<typeof MAIL.facts>(MAIL).lines;
const SAID = filedOf<typeof LOG.facts>(LOG);
/** What a log says, for people: what it has or has not, then its text. */
export const saidIn = (row: Filed<typeof LOG.facts>): string =>
  [...SAID.lines(row), row.text].filter(Boolean).join("\n");

/** One line of a logbook in an export. */
export interface LogLine extends Filed<typeof LOG.facts> {
  id: number | string;
  /** found, DNF, note, maintenance ... */
  kind: string;
  author: string;
  at: number;
  text: string;
}

/** A further place of a cache that may be shown: a stage that the reader has opened. */
export interface ChildPlace {
  n: number;
  lat: number;
  lon: number;
  clue: string | null;
}

/** A cache as exports show it. Coordinates in degrees, times in unix seconds. */
export interface ExportCache {
  code: string;
  title: string;
  type: string;
  size: string;
  difficulty: number;
  terrain: number;
  lat: number;
  lon: number;
  owner: string;
  status: string;
  createdAt: number;
  /** The cache's page, absolute. */
  url: string;
  country?: string;
  description?: string;
  hint?: string;
  /** By how many of its finders it is recommended. */
  recommended?: number;
  logs?: LogLine[];
  children?: ChildPlace[];
  /** Where one leaves the car. */
  parking?: { lat: number; lon: number };
  /** What further is said of it, as its row has it: columns of a table, and lines where it is told in words. */
  row?: CacheFiled;
  /** A meeting: when it begins and ends. */
  event?: { from: number; until: number };
  /** A living cache: when and by which call its place was last heard. */
  heard?: { call: string; at: number };
}

/** One point of a station's public track. */
interface TrackPoint {
  lat: number;
  lon: number;
  at: number;
}

/** A station with its track, oldest point first. */
export interface ExportTrack {
  call: string;
  points: TrackPoint[];
  comment?: string;
}

/** A verified find as a logbook program takes it. */
export interface ExportFind {
  /** Who found: the call as logged, with SSID. */
  call: string;
  code: string;
  title: string;
  type: string;
  foundAt: number;
  tier: "A" | "B";
  /** The finder's fix, or else the find's place. */
  lat?: number;
  lon?: number;
  /** The hider's call; for a living cache the station that was found. */
  owner?: string;
  station?: string;
  /** Megahertz, where the hearing tells it. */
  freqMHz?: number;
  text?: string;
}

/** One entry of a feed. */
export interface FeedItem {
  /** Never changes for the same thing, e.g. `find:12`. */
  guid: string;
  title: string;
  /** Absolute. */
  link: string;
  at: number;
  author?: string;
  /** Plain text; the writer makes HTML of it. */
  text: string;
  category?: string;
}

export interface Feed {
  title: string;
  description: string;
  /** The page that the feed is about, absolute. */
  link: string;
  /** The feed's own address, absolute. */
  self: string;
  /** Newest entry's time, unix seconds; an empty feed has none. */
  builtAt?: number;
  items: FeedItem[];
}

/** What a badge shows of a person. */
export interface BadgeCard {
  call: string;
  instance: string;
  rank?: number;
  finds: number;
  points: number;
  hides: number;
}
