/**
 * Evidence about where somebody was, as the tier rule takes it. Types only: the stations area hears, this area judges.
 */
import type { Place, Sentence } from "../../base/mod.ts";
import type { Fix } from "../../stations/mod.ts";

export type { Fix, Hearing } from "../../stations/mod.ts";

/** Who logs, as far as independence is concerned. */
export interface Logger {
  accountId: number;
  /** The call that the log carries. */
  call: string;
  /** Every base call the account holds. */
  bases: readonly string[];
  /** Calls of the stations that the account registered. */
  stations: readonly string[];
  /** Whether the account is proven to control the base call of `call`. */
  proven: boolean;
}

/** What the logger's own device says; `session` is false when it did not come from the signed-in logger. */
export interface Reading {
  lat: number;
  lon: number;
  accuracyM: number;
  at: number;
  session: boolean;
}

/** Where the find has to happen. */
export type FindPlace =
  | { kind: "fixed"; lat: number; lon: number; lastStage: boolean }
  | { kind: "living"; station: string; ownerBases: readonly string[]; fixes: readonly Fix[] };

/** What peers answered about a find (FED "Events", Corroboration). */
export interface PeerVerdict {
  /** The call that they heard: the logger's, or another SSID of it. */
  call: string;
  confirmed: boolean;
  instances: readonly string[];
  quorum: number;
  /** Time of the hearing, down to a bucket of `bucketS` seconds. */
  at: number;
  bucketS: number;
  distanceM: number;
}

/** What one peer answered about a find. */
export interface PeerWord {
  instance: string;
  /** Whom it was asked about. */
  call: string;
  said: "yes" | "no" | "refused" | "unreached" | "waiting";
  /** Why it is neither yes nor no. */
  why?: string;
  askedAt: number;
  /** Whether it counts towards the quorum. */
  counts: boolean;
  /** A yes is a ring around the middle of the cell that was asked about, and ten minutes. */
  heard?: { at: number; middle: Place; fromM: number; toM: number; igate?: string };
  /** When it is asked again, unix seconds. */
  againAt?: number;
}

export interface Evidence {
  place: FindPlace;
  /** The time used for the find, unix seconds. */
  foundAt: number;
  logger: Logger;
  /** Positions of the logger's calls around the find, newest first. */
  fixes: readonly Fix[];
  reading?: Reading;
  /** How the logger opened the last stage, when it was opened by an NFC code: the code's strength in bits. */
  nfc?: { stage: number; bits: number; at: number };
  peers?: PeerVerdict;
}

export type Tier = "A" | "B";
export type Method = "aprs_rf" | "aprs_rf_peer" | "app_geo" | "nfc" | "aprs_is" | "none";

/** One thing that was looked at, enough to draw it on a map. */
export interface Candidate {
  kind: "rf" | "aprsis" | "meshcom" | "app" | "device" | "nfc" | "peers";
  at: number;
  call?: string;
  lat?: number;
  lon?: number;
  /** Metres from the find's place, rounded; absent where the place or the position is unknown. */
  distanceM?: number;
  /** Accuracy of a device's reading, in metres. */
  accuracyM?: number;
  receiver?: { site: string; lat?: number; lon?: number };
  counted: boolean;
  /** Why it did not count, and what that sentence is made of. */
  reason?: string;
  said?: Sentence;
  /** Where a peer was asked: what it, or the way to it, answered, in English. */
  detail?: string;
  /**
   * Name of the instance, where a peer answered. Its answer is a ring: `fromM` is the inner radius, `distanceM` the
   * outer one.
   */
  peer?: string;
  fromM?: number;
  /** When a peer that was not reached is asked again, unix seconds. */
  againAt?: number;
}

/** Why a find has its tier. The logger and the sysop see all of it, others the method. */
export interface Why {
  method: Method;
  sentence: string;
  /** What the sentence is made of, one for each sentence in it; finds judged long ago have none. */
  said?: Sentence[];
  candidates: Candidate[];
}

export interface Verdict {
  tier: Tier | null;
  method: Method;
  /** Distance of the evidence that counted, metres. */
  distanceM?: number;
  /** Receiving site that made Tier A, and the box that delivered it. */
  site?: string;
  box?: string;
  /** Instances that confirmed it. */
  peers?: readonly string[];
  why: Why;
}
