/** What a receiver hands over, decoded and judged, and what is made of it. */
import type { Content, MeshPacket } from "../aprs/mod.ts";
import type { EnglishSentence } from "../base/mod.ts";

/** How a packet reached this instance. */
export type Via = "rf" | "aprsis" | "meshcom" | "app";

/** The way by which one packet came in. A text is empty where the way has nothing of the kind. */
export interface Delivery {
  via: Via;
  /** Driver that heard it: `kiss`, `agwpe`, `aprs-is`, `axudp`, `meshcom` …; `rf` where a box did not say. */
  port: string;
  /** Receiving station, with SSID. */
  site: string;
  credential: "secret" | "box" | "device";
  /** Id of the box that signed. */
  box: string;
}

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
  flaw?: EnglishSentence;
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

/** A beacon that a box says it has sent. */
export interface SentBeacon {
  call: string;
  /** Unix seconds: not later than the transmission, so that whatever was heard since then is newer. */
  at: number;
  lat: number;
  lon: number;
}
/** What was sent, by whom it is, and when it was made or handed out. */
export interface SentPlace extends SentBeacon {
  /** Empty where it is not known, as of a box's beacon on request. */
  symbol: string;
  comment: string;
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
    /** The frequency that it says, in megahertz. */
    mhz?: number;
    /** Its operator calls for help. */
    emergency?: true;
  }
  /** Packets of a station came, whatever they say; `at` is that of the latest. */
  | { type: "heard"; call: string; at: number }
  /** This gateway sent it itself and nobody has heard it yet: to be shown, and to decide nothing. */
  | ({ type: "sent" } & SentPlace)
  | { type: "message"; id: number; from: string; to: string; bulletin: boolean };

/** `not_storable`: the database or a reader would not take it; whatever came with it is kept all the same. */
export type Outcome = "accepted" | "duplicate" | "not_storable";
