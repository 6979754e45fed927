/**
 * What a decoded packet is. All numbers metric: metres, km/h, degrees, m/s, °C, hPa, millimetres. Times are unix
 * seconds. Texts are for people (text.ts); `info` keeps the bytes, one character a byte (ISO 8859-1).
 */

/** One element of the path. `used`: it has repeated this frame (AX.25 H bit). */
export interface Hop {
  call: string;
  used: boolean;
}

/** The Internet side of a path: everything from the q construct on (http://www.aprs-is.net/q.aspx). */
export interface QConstruct {
  /** `qAR`, `qAC` … as sent. */
  construct: string;
  calls: string[];
}

export interface Packet {
  source: string;
  destination: string;
  /** What was on the air, before any q construct. */
  path: Hop[];
  q?: QConstruct;
  /** The information field, one character a byte, cut at the first CR or LF. */
  info: string;
  content: Content;
  /** What could not be read, or was read although it is wrong: one sentence each. Empty when all was understood. */
  problems: string[];
}

/** A line or frame that holds no packet. */
export interface Unreadable {
  unreadable: string;
}

/** Whether decoding gave no packet. */
export const isUnreadable = (decoded: Packet | Unreadable): decoded is Unreadable => "unreadable" in decoded;

/**
 * The time that the sender put into the packet. `at` only when the text is UTC and the hour of reception is known.
 */
export interface SentTime {
  text: string;
  at?: number;
}

/** PHG and DFS: APRS101 chapter 7. */
export interface Antenna {
  /** Transmitter power (PHG). */
  watts?: number;
  /** Signal strength in S points (DFS). */
  strength?: number;
  heightM: number;
  gainDb: number;
  /** 0: omnidirectional. */
  directivity: number;
}

export interface Frequency {
  mhz: number;
  /** `T088` CTCSS hertz, `D023` DCS, `1750` burst: as sent. */
  tone?: string;
  offsetMhz?: number;
}

export interface Weather {
  windDirection?: number;
  windMs?: number;
  gustMs?: number;
  tempC?: number;
  rain1hMm?: number;
  rain24hMm?: number;
  rainTodayMm?: number;
  humidity?: number;
  pressureHpa?: number;
  luminosityWm2?: number;
  snowMm?: number;
}

export interface TelemetryValues {
  /** `005`, `MIC`; a number's text in base-91 telemetry. */
  sequence: string;
  /** Up to five analogue values as sent, before EQNS; `null` where one was left out. */
  analog: (number | null)[];
  /** Eight digital bits, `00110000`; absent when none were sent. */
  bits?: string;
}

/** What every kind with a place has. */
export interface Located {
  lat: number;
  lon: number;
  /** Half the side of the box that the sender blanked out, north-south; 0 when exact. `lat`, `lon` are its centre. */
  ambiguityM: number;
  /** Step of the encoding, north-south: no two places closer than this can be told apart. */
  resolutionM: number;
  encoding: "plain" | "compressed" | "mic-e" | "nmea" | "locator" | "meshcom";
  /** Table (or overlay) and code: `/>`, `\n`, `D&`. Empty when the packet names none. */
  symbol: string;
  /** Degrees, 1 to 360; absent when not known. */
  course?: number;
  speedKmh?: number;
  altitudeM?: number;
  rangeM?: number;
  antenna?: Antenna;
  frequency?: Frequency;
  /** Direction finding: bearing and NRQ (number, range, quality) as sent. */
  bearing?: { degrees: number; nrq: string };
  weather?: Weather;
  /** A pressure from 500 to 800 hPa, which is not in `weather`: true only high up, see `isPressureAt`. */
  lowPressureHpa?: number;
  telemetry?: TelemetryValues;
  comment: string;
}

export interface PositionReport extends Located {
  kind: "position";
  /** Can it take messages. */
  messaging: boolean;
  time?: SentTime;
  /** The status of a Mic-E radio: `Off Duty`, `En Route`, … `Emergency`, `Custom-1`. */
  micE?: string;
}

export interface ObjectReport extends Located {
  kind: "object" | "item";
  /** Case-sensitive; trailing blanks gone. */
  name: string;
  live: boolean;
  time?: SentTime;
}

export interface StatusReport {
  kind: "status";
  text: string;
  time?: SentTime;
  /** Centre of the locator that opens the status. */
  locator?: string;
  symbol?: string;
}

export interface Message {
  kind: "message";
  /** Without padding; exact, SSID included. */
  addressee: string;
  text: string;
  /** The number as sent, whole: `12`, `MM}AA`. Absent: no ack is asked for. */
  number?: string;
  /** `MM` of the number: what an ack is matched by. */
  numberOwn?: string;
  /** `AA` of `MM}AA`: the sender acknowledges this message of the addressee. */
  replyAck?: string;
}

interface Answered {
  addressee: string;
  /** `MM` alone; a reply-ack's other half is `replyAck`. */
  number: string;
  replyAck?: string;
}
export type MessageAnswer = ({ kind: "ack" } & Answered) | ({ kind: "rej" } & Answered);

export interface Bulletin {
  kind: "bulletin";
  addressee: string;
  /** `bulletin` (BLN0-9), `announcement` (BLNA-Z) or `warning` (NWS, SKY and the like). */
  sort: "bulletin" | "announcement" | "warning";
  /** Digit or letter of the line; a newer one of the same source and line replaces it. */
  line?: string;
  group?: string;
  text: string;
}

export interface TelemetryDefinition {
  kind: "telemetry-definition";
  /** The station that the definition is about. */
  addressee: string;
  /** PARM: names, UNIT: units, EQNS: 15 coefficients, BITS: senses and title. */
  of: "PARM" | "UNIT" | "EQNS" | "BITS";
  values: string[];
}

export interface TelemetryReport extends TelemetryValues {
  kind: "telemetry";
  comment: string;
}

export interface WeatherReport extends Weather {
  kind: "weather";
  /** As of `Located`. */
  lowPressureHpa?: number;
  time?: SentTime;
  comment: string;
}

export interface ThirdParty {
  kind: "third-party";
  /** The real packet; the outer source only relayed it. */
  inner: Packet;
}

export interface Query {
  kind: "query";
  /** `APRS`, `WX`, `IGATE`; or a directed one (`APRSD`) with its addressee. */
  query: string;
  addressee?: string;
}

export interface Capabilities {
  kind: "capabilities";
  values: Record<string, string | true>;
}

export interface Remainder {
  /** `user-defined`, `test`, and `other`: a beacon's text and whatever has no known form. */
  kind: "user-defined" | "test" | "other";
  text: string;
}

/** The information field had a known form that could not be read; the reason is among the problems. */
export interface Broken {
  kind: "broken";
  /** The form that it began with. */
  as: string;
}

export type Content =
  | PositionReport
  | ObjectReport
  | StatusReport
  | Message
  | MessageAnswer
  | Bulletin
  | TelemetryDefinition
  | TelemetryReport
  | WeatherReport
  | ThirdParty
  | Query
  | Capabilities
  | Remainder
  | Broken;

/** What the decoders of one packet share. */
export interface Reading {
  destination: string;
  /** Hour of reception, unix seconds, if known: dates a day-hour-minute. */
  heardAt?: number;
  problems: string[];
  /** How deep third-party packets are nested here. */
  depth: number;
  /** Reads the monitor line inside a third-party packet. */
  readLine(line: string, heardAt: number | undefined, depth: number): Packet | Unreadable;
}
