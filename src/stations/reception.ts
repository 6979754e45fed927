/** What a receiver hands over, decoded and judged, and what is made of it. */
import type { Content, MeshPacket } from "../aprs/mod.ts";
import type { Told } from "../base/mod.ts";
import type { Delivery, Via } from "./evidence/attest.ts";
import type { SentPlace } from "./sending/sent_places.ts";

/** One packet as it came from one receiver. */
export interface Reception {
  /** Who said what, the same for every copy of a packet. */
  key: string;
  /** Unix seconds, clamped. */
  at: number;
  raw: string;
  /** Who speaks: the inner source of a third-party packet. */
  call: string;
  destination: string | null;
  delivery: Delivery;
  /** The receiver heard the speaker itself: no used digipeater, relay or wrapping. */
  direct: boolean;
  thirdParty: boolean;
  /** In a batch signed by a device key of the speaker. */
  signedByDevice: boolean;
  /** Station of the box that can answer the speaker. */
  rxCall?: string;
  content?: Content;
  mesh?: MeshPacket;
}

/** A receiving station's copy of a fix or message. */
export interface Hearing {
  site: string;
  lat?: number;
  lon?: number;
  deliveredBy: { kind: "secret" } | { kind: "device" } | {
    kind: "box";
    box: string;
    ownerAccountId?: number;
    enrolledFor?: string;
  };
  trusted: boolean;
  /** Why not trusted. */
  flaw?: Told;
  radioPort: boolean;
  direct: boolean;
  at: number;
}

/** Where a station was, and what says so. */
export interface Fix {
  call: string;
  at: number;
  lat: number;
  lon: number;
  ambiguityM: number;
  via: Via;
  port: string;
  direct: boolean;
  hearings: Hearing[];
  commanded: boolean;
  signedByDevice: boolean;
}

/** What happened, told after it was kept. */
export type StationEvent =
  | {
    type: "position";
    call: string;
    at: number;
    lat: number;
    lon: number;
    symbol: string;
    course?: number;
    speedKmh?: number;
    altitudeM?: number;
    comment: string;
    via: Via;
    /** A receiver heard the station itself. */
    direct: boolean;
    /** A report of the station on itself: not an object and not weather. */
    own: boolean;
  }
  /** Packets of a station came, whatever they say; `at` is that of the latest. */
  | { type: "heard"; call: string; at: number }
  /** This gateway sent it itself and nobody has heard it yet: to be shown, and to decide nothing. */
  | ({ type: "sent" } & SentPlace)
  | { type: "message"; id: number; from: string; to: string; bulletin: boolean };

export type Outcome = "accepted" | "duplicate";
