/**
 * The one door to the air: whoever has something to send asks here. Each request looks at the switches as they are
 * now, gets a fresh answer of the gate, is decided by the rules, and leaves a row. A transmission is written down
 * before the line gets it: after a crash it counts as sent.
 */
import { isClockSet, normalCall, type World } from "../../base/mod.ts";
import { encodeFrame, encodeTnc2, type Packet } from "../../aprs/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { BoxClock } from "../clock/box_clock.ts";
import type { Switches } from "../config/switches.ts";
import type { Hearing } from "../connections/hearing.ts";
import type { Hub } from "../connections/hub.ts";
import type { Connection } from "../connections/supervise.ts";
import type { GatewayClient } from "../gateway/client.ts";
import type { Spool } from "../spool/spool.ts";
import { type Lock, LOCKS } from "../words.ts";
import { closedLocks, decide } from "./decide.ts";
import { gateClosed } from "./gate.ts";
import { GateKeeper } from "./gate_keeper.ts";
import { HeardDirect } from "./heard_direct.ts";
import { KEEP_S, openLog, type TransmissionRow, type TxLog } from "./log.ts";
import { type Outgoing, Permit } from "../permit.ts";
import { airtimeMs, frameBytes, settled, type TxRecord } from "./record.ts";
import { nameOf, portOf, settingsOf } from "./settings.ts";
import { uploadLine, uploadRefusals, type UploadRule } from "./upload.ts";
import type { Asked, Facts, Refusal } from "./words.ts";
import { channelOf } from "../drivers/channel.ts";

// Turns what was permitted into what a line takes, and into what people read.

/** What a line of the connection is handed for a frame that may go out. */
function outgoingOf(connection: Connection, { purpose, frame }: Asked): Outgoing {
  const { source, destination, info } = frame;
  const channel = channelOf(connection.address) ?? 0;
  if (purpose === "session") {
    return { kind: "session", channel, own: source, to: destination, via: frame.path };
  }
  if (purpose === "listen") return { kind: "session", channel, own: source };
  switch (connection.driver.via) {
    case "rf":
    case "tunnel": {
      const path = frame.path.map((call) => ({ call, used: false }));
      const bytes = encodeFrame({ source, destination, path, info });
      if (!bytes) throw new TypeError("Cannot encode what the rules let through");
      return { kind: "frame", channel, bytes };
    }
    case "aprsis":
      return {
        kind: "line",
        text: encodeTnc2({ source, destination, path: [{ call: "TCPIP", used: true }], info }),
      };
    case "meshcom":
      return { kind: "mesh", json: JSON.stringify({ type: "msg", dst: destination, msg: info }) };
    case "simulated":
    case "meshtastic":
    case "none":
      throw new TypeError("Cannot transmit there");
  }
}

/** The frame as a monitor line; of bytes that are no text their number. */
function shownFrame({ purpose, frame, bytes }: Asked): string {
  const { source, destination, path, info } = frame;
  const head = [destination, ...path].join(",");
  if (purpose === "session_data") return `${source}>${head} (${bytes ?? 0} bytes)`;
  if (purpose === "session") return `${source}>${head} (connects)`;
  if (purpose === "presence") return `${source}>${head} (datagram, ${info.length} bytes)`;
  return `${source}>${head}:${info}`.replace(/[^\x20-\x7e]/g, "?").slice(0, 400);
}

interface TxParts {
  db: Database;
  world: World;
  clock: BoxClock;
  spool: Pick<Spool, "also">;
  switches: Switches;
  client: GatewayClient;
  connections: readonly Connection[];
  hub: Hub;
}

export type Outcome =
  | { outcome: "handed_over" | "shown"; refusals: []; why: "" }
  | { outcome: "refused"; refusals: Refusal[]; why: string }
  /** No rule stood against it, but the line did not take it. Nobody knows whether it was sent. */
  | { outcome: "failed"; refusals: []; why: string };

/** So long its own signal may take to come back by another of its radios, in seconds. */
const OWN_SIGNAL_S = 30;
/** Whether what goes there is on the air, here or at the other end of a tunnel. */
const isByAir = ({ driver: { via } }: Connection): boolean => via === "rf" || via === "tunnel";
/** What a signal is known by again: everything of it but its path. */
const signalOf = ({ source, destination, info }: Pick<Packet, "source" | "destination" | "info">): string =>
  `${source}>${destination}:${info}`;
/** A clock that moves further by itself is a doubt, unless it was put right. */
const JUMP_MS = 300_000, RIGHT_MS = 60_000;

export class Transmitter {
  readonly gate: GateKeeper;
  readonly log: TxLog;
  readonly #heard = new HeardDirect();
  /** What it sent by radio lately, and when, in seconds of its steady clock. */
  readonly #signals = new Map<string, number>();
  #record: TxRecord;
  #driftMs = 0;

  constructor(readonly parts: TxParts) {
    const { db, client, world, hub, switches } = parts;
    this.gate = new GateKeeper(client, world, () => this.now());
    this.log = openLog(db);
    const kept = this.log.record();
    const { pace } = settingsOf(switches.file);
    if (!kept) switches.doubt("what was sent lately cannot be read");
    const empty = { answers: Infinity, gated: Infinity, outbox: Infinity, sessions: Infinity };
    this.#record = settled(kept ?? { full: empty, sent: [] }, this.now(), pace);
    hub.listen((hearing) => this.#heard.note(hearing));
  }

  /** Seconds on the box's steady clock. */
  now = (): number => this.parts.clock.nowMs() / 1000;

  /** A time of the gateway's on the box's clock; undefined while nobody knows how far they are apart. */
  fromGateway(at: number): number | undefined {
    const { offsetMs } = this.parts.clock;
    return offsetMs === undefined ? undefined : at - offsetMs / 1000;
  }

  /** Closed locks of the box, or of one connection. The gate's is that of the station's call. */
  locks(connection?: Connection): Lock[] {
    const { switches, connections } = this.parts;
    const of = (one: Connection) => closedLocks(this.#facts(one, switches.file.call));
    if (connection) return of(connection);
    // A port with an open lock speaks for the box; without one its closed lock is told.
    const port = connections.find(({ address }) => address.tx) ?? connections[0];
    return port ? of(port) : LOCKS.filter((lock) => lock === "quiet" ? switches.file.quiet : lock !== "dry");
  }

  /**
   * Whether it is this box's own signal: a frame that it has just sent, heard from itself by one of its radios. Copies by a
   * digipeater are others' signals, and say that somebody heard it.
   */
  isOwnSignal({ via, direct, packet }: Pick<Hearing, "via" | "direct" | "packet">): boolean {
    if (packet === undefined) return false;
    // What another host's tunnel brings back as it went is no news either.
    const isAsItWent = via === "rf" ? direct : via === "tunnel" && !packet.path.some(({ used }) => used);
    if (!isAsItWent) return false;
    const sentAt = this.#signals.get(signalOf(packet));
    return sentAt !== undefined && this.now() - sentAt <= OWN_SIGNAL_S;
  }

  #noteSignal({ frame }: Asked): void {
    const now = this.now();
    for (const [signal, at] of this.#signals) if (now - at > OWN_SIGNAL_S) this.#signals.delete(signal);
    this.#signals.set(signalOf(frame), now);
  }

  /** When a station was last heard directly by the connection, or at its site; seconds on the box's clock. */
  heardDirect = ({ index, address }: Connection, call: string): number | undefined =>
    this.#heard.at(index, address.site, call);

  /** Milliseconds on the air of some bytes inside a session. */
  airtimeOf = (connection: Connection, bytes: number): number =>
    airtimeMs(frameBytes(0, bytes), portOf(connection, this.parts.switches.file));

  /** Whether the gate is open only because of an old answer: shown in yellow. */
  get onGrace(): boolean {
    const { answer } = this.gate.of(this.parts.switches.file.call);
    return answer?.ok === true && this.now() - answer.at > 360 &&
      gateClosed({ gate: { answer }, now: this.now(), graceS: 0 }) !== undefined;
  }

  /** Sends one frame, or shows it, or says what stands against it. */
  async send(connection: Connection, asked: Asked): Promise<Outcome> {
    const judged = await this.#judge(connection, asked);
    if ("outcome" in judged) return judged;
    const { id, permit } = judged;
    if (isByAir(connection)) this.#noteSignal(asked);
    return await this.#hand(id, () => connection.line!.send!(permit));
  }

  /** Leave for a connected-mode session, or to be called: what stands against it, or the permit. */
  async open(connection: Connection, asked: Asked): Promise<Outcome | { permit: Permit; id: number }> {
    return await this.#judge(connection, asked);
  }

  /** Leave to say some bytes inside a session that is open. At once: the gate is kept fresh by whoever runs sessions. */
  say(connection: Connection, asked: Asked): Refusal[] {
    const verdict = this.#decide(connection, asked);
    if (!verdict.may) return verdict.refusals;
    if (verdict.show) return [{ rule: "box_off", why: "dry: nothing is said in sessions" }];
    this.#write(asked, connection, "handed_over", verdict);
    return [];
  }

  /** Hands what was heard to APRS-IS; the rules that keep it. No transmission, so no row. */
  upload(
    connection: Connection,
    packet: Packet,
    on: { toInternet: boolean; toRadio: boolean },
  ): (UploadRule | "line_down")[] {
    const { file } = this.parts.switches;
    const port = portOf(connection, file),
      login = normalCall(connection.address.query.get("call") ?? file.call);
    const kept = uploadRefusals(packet, { own: file.call, toInternet: on.toInternet, port });
    if (kept.length > 0) return kept;
    if (!connection.line?.send) return ["line_down"];
    const permit = new Permit({ kind: "line", text: uploadLine(packet, login, on.toRadio) });
    connection.line.send(permit).catch(() => {}); // a dead line is the supervisor's to see
    return [];
  }

  async #judge(connection: Connection, asked: Asked): Promise<Outcome | { permit: Permit; id: number }> {
    if (this.#mayBeOpen(connection)) await this.gate.refresh(this.#gateCall(connection, asked.frame.source));
    // From here to the line nothing waits: no lock can close in between.
    const verdict = this.#decide(connection, asked);
    if (!verdict.may) return this.#refused(connection, asked, verdict.refusals);
    if (verdict.show) {
      this.#write(asked, connection, "shown", verdict);
      return { outcome: "shown", refusals: [], why: "" };
    }
    const { line } = connection, isSession = asked.purpose === "session" || asked.purpose === "listen";
    if (!(isSession ? line?.circuits : line?.send)) {
      return { outcome: "failed", refusals: [], why: `${nameOf(connection.address)} is not connected` };
    }
    const what = outgoingOf(connection, asked);
    const id = asked.purpose === "listen" ? 0 : this.#write(asked, connection, "unknown", verdict);
    return { permit: new Permit(what), id };
  }

  /** Asked only where the answer can matter: a box that cannot transmit never asks. */
  #mayBeOpen = ({ address }: Connection): boolean =>
    address.tx && this.parts.switches.file.tx !== "off" && !this.parts.switches.file.quiet;

  /** On APRS-IS the login is who sends. */
  #gateCall = (connection: Connection, source: string): string =>
    isByAir(connection) ? source : this.parts.switches.file.call;

  #facts(connection: Connection, source: string): Facts {
    const { file } = this.parts.switches;
    return {
      now: this.now(),
      box: file.tx,
      quiet: file.quiet,
      own: file.call,
      port: portOf(connection, file),
      gate: this.gate.of(this.#gateCall(connection, source)),
      ...settingsOf(file),
      heardDirect: (call) => this.heardDirect(connection, call),
    };
  }

  #decide(connection: Connection, asked: Asked) {
    this.parts.switches.look();
    this.lookAtClock();
    return decide(asked, this.#facts(connection, asked.frame.source), this.#record);
  }

  /** A clock that jumps drops to receiving only; one that was put right does not. */
  lookAtClock(): void {
    const { world, clock, switches } = this.parts;
    const drift = world.nowMs() - clock.nowMs(), moved = drift - this.#driftMs;
    if (Math.abs(moved) <= JUMP_MS) return;
    this.#driftMs = drift;
    const wasSet = isClockSet((world.nowMs() - moved) / 1000);
    const isRight = clock.offsetMs === undefined ? !wasSet : Math.abs(drift - clock.offsetMs) <= RIGHT_MS;
    if (!isRight) switches.doubt("the clock jumped");
  }

  #refused(connection: Connection, asked: Asked, refusals: Refusal[]): Outcome {
    const why = refusals.map(({ why }) => why).join("; ").slice(0, 400);
    const rules = [...new Set(refusals.map(({ rule }) => rule))].join(",");
    const row = this.#row(asked, connection, { verdict: "refused", rules, why, airMs: 0 });
    this.parts.spool.also((tx) => void this.log.insert(tx, row));
    return { outcome: "refused", refusals, why };
  }

  #row(
    asked: Asked,
    connection: Connection,
    row: Pick<TransmissionRow, "verdict" | "rules" | "why" | "airMs">,
  ): Omit<TransmissionRow, "id"> {
    const at = this.parts.clock.trueNow() ?? Math.floor(this.now());
    const port = nameOf(connection.address);
    return { at, port, purpose: asked.purpose, frame: shownFrame(asked), ...row };
  }

  /** The row and the record in one commit. What cannot be written down does not leave. */
  #write(
    asked: Asked,
    connection: Connection,
    verdict: "unknown" | "shown" | "handed_over",
    { airMs, record }: { airMs: number; record: TxRecord },
  ): number {
    const row = this.#row(asked, connection, { verdict, rules: "", why: "", airMs });
    const id = this.parts.db.writeNow((tx) => {
      this.log.putRecord(tx, record);
      return Number(this.log.insert(tx, row).id);
    });
    this.#record = record;
    return id;
  }

  async #hand(id: number, hand: () => Promise<void>): Promise<Outcome> {
    try {
      await hand();
    } catch (error) {
      const why = (error instanceof Error ? error.message : String(error)).slice(0, 200);
      this.settle(id, "unknown", why);
      return { outcome: "failed", refusals: [], why };
    }
    this.settle(id, "handed_over", "");
    return { outcome: "handed_over", refusals: [], why: "" };
  }

  /** What became of what had a row. */
  settle(id: number, verdict: "handed_over" | "unknown", why: string): void {
    this.parts.spool.also((tx) => void this.log.settle(tx, { id, verdict, why }));
  }

  /** Deletes rows of the log that are older than 30 days; nothing while the time is not known. */
  prune(): void {
    const now = this.parts.clock.gatewayNow();
    if (now !== undefined) this.parts.spool.also((tx) => void this.log.prune(tx, { before: now - KEEP_S }));
  }
}
