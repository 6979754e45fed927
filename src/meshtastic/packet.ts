/** One packet of the mesh as it is handed on: who, how it came, and what it says. */

/** What a packet says. */
export type MeshtasticContent =
  | { kind: "text"; text: string }
  | {
    kind: "position";
    lat: number;
    lon: number;
    altitudeM?: number;
    /** Bits of the place that are meant; fewer than 32 where it is coarse on purpose, absent where nobody says. */
    precisionBits?: number;
  }
  | { kind: "user"; longName: string; shortName: string; hardware: number; licensed: boolean; role: number }
  | {
    kind: "device";
    battery?: number;
    voltage?: number;
    channelUse?: number;
    airUse?: number;
    uptimeS?: number;
  }
  | {
    kind: "environment";
    tempC?: number;
    humidity?: number;
    pressureHpa?: number;
    windDirection?: number;
    windMs?: number;
    gustMs?: number;
    rain1hMm?: number;
    rain24hMm?: number;
  }
  | { kind: "neighbours"; nodes: { node: number; snr: number }[] }
  /** Under a key that a listener does not have. */
  | { kind: "encrypted" }
  /** Something else, or to somebody else alone: counted, never read. */
  | { kind: "other"; port: number };

export interface MeshtasticPacket {
  /** Number of the node that sent it. */
  from: number;
  /** The sender's number of the packet; 0 for what a device remembers of a node. */
  id: number;
  /** The node that received it, where it is known. */
  receiver?: number;
  /** Whether the receiver heard the sender itself. */
  direct: boolean;
  /** Whether it passed a broker on its way. */
  mqtt: boolean;
  /** Relays between sender and receiver; absent where nobody counted. */
  hops?: number;
  /** dBm and dB of the last hop. */
  rssi?: number;
  snr?: number;
  /** When the device heard the node last, unix seconds: of what it remembers. */
  lastHeard?: number;
  content: MeshtasticContent;
}
