/** What a box tells of itself: `box status --json`, `/status.json`, and what the gateway is told. */
import { shownAddress } from "../config/address.ts";
import { type LastError, lastErrorOf } from "../config/switches.ts";
import { isSimulated } from "../connections/supervise.ts";
import type { Hearings, Kept, OnAir, OnHost, Sensing, Telling, ToGateway } from "../parts.ts";
import type { GpsFix, Listening, Senses } from "../senses/senses.ts";
import { VERSION } from "../version.ts";
import { connectionSentence, type ConnectionWord, type GatewayWord, type Lock } from "../words.ts";
import type { Sums } from "../spool/spool.ts";

interface ConnectionView {
  address: string;
  state: ConnectionWord;
  /** Items taken in since the box was made. */
  in: number;
  lastHeardAt: number | null;
  site: string | null;
  /** Copies that the window dropped, and frames that are no APRS. */
  copies: number;
  other: number;
  sentence: string;
  /** How loud it comes in, where it is a sound card. */
  listening?: Listening;
}

export interface BoxStatus {
  call: string;
  box: string;
  version: string;
  gateway: {
    address: string;
    state: GatewayWord;
    lastOkAt: number | null;
    why: string | null;
    /** Whether it answers, and fails at what it is given. */
    failing: boolean;
  };
  clock: { offsetMs: number | null; gpsApartMs: number | null };
  /** Where a GPS says it is; null without one, or without a fix of the last minute. */
  gps: GpsFix | null;
  /** What its receivers are tuned to, where a rig says so; an empty site stands for all of them. */
  rigs: ReturnType<Senses["rigs"]>;
  spool: Sums;
  connections: ConnectionView[];
  tx: { on: boolean; switch: string; locks: Lock[] };
  /** The gateway is away, and the leave to transmit that it gave before still holds. */
  grace: boolean;
  /** What last went wrong in the program itself. */
  lastError: LastError | null;
  /** Whether a recording is played: nothing of that was heard. */
  simulated: boolean;
  /** Sites of this box that the gateway lets it name, as last asked. */
  sites: string[] | null;
  /** Seconds since it was started. */
  uptimeS: number;
  [more: string]: unknown;
}

/** What says how a box is. */
export type StatusParts =
  & OnAir
  & ToGateway
  & Telling
  & Sensing
  & Pick<Hearings, "counters">
  & Pick<Kept, "clock" | "spool" | "facts">
  & Pick<OnHost, "world">;

/** The state of the running box, taken from its parts now. */
export function statusOf(parts: StatusParts): BoxStatus {
  const { switches, sender, clock, spool, connections, counters, world, facts, senses } = parts;
  const { file } = switches;
  const gateway = sender.state;
  const now = world.elapsedMs();
  const sites = facts.get("sites"), locks = parts.transmitter.locks();
  return {
    call: file.call,
    box: file.box,
    version: VERSION,
    gateway: {
      address: parts.client.address,
      state: gateway.word,
      lastOkAt: gateway.lastOkAt,
      why: gateway.why ?? null,
      failing: gateway.failing,
    },
    clock: { offsetMs: clock.shownOffsetMs, gpsApartMs: clock.gpsApartMs ?? null },
    gps: senses.fix ?? null,
    rigs: senses.rigs(),
    spool: spool.sums(),
    connections: connections.map((connection) => {
      const { word, detail, lastHeardMs } = connection.state();
      const counted = counters.of(connection.address.text);
      const listening = senses.listening(connection.address.text);
      return {
        address: shownAddress(connection.address.text),
        state: word,
        in: counted.heard,
        lastHeardAt: counted.lastHeardAt,
        site: connection.address.site ?? null,
        copies: counted.copies,
        other: counted.other,
        sentence: connectionSentence({
          word,
          ...(detail === undefined ? {} : { detail }),
          ...(lastHeardMs === undefined ? {} : { heardAgo: (now - lastHeardMs) / 1000 }),
        }),
        ...(listening ? { listening } : {}),
      };
    }),
    tx: { on: file.tx === "on", switch: file.tx, locks },
    grace: parts.transmitter.onGrace && !locks.includes("gate"),
    lastError: lastErrorOf(facts) ?? null,
    simulated: isSimulated(parts),
    sites: sites === undefined ? null : JSON.parse(sites),
    uptimeS: Math.floor((clock.nowMs() - clock.startedMs) / 1000),
    ...Object.fromEntries([...parts.told].map(([name, tell]) => [name, tell()])),
  };
}
