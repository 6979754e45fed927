/** Remote control of boxes: commands wait until the box asks for them, and it says what became of them. */
import { decodeTnc2, isUnreadable, messageText } from "../../aprs/mod.ts";
import { isCall, normalCall, type World } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type Shadows, speakersOf } from "./shadows.ts";
import type { BoxCommandStore, CommandRow } from "./store.ts";
import { heedPace, isToolPacket, MOST_IN_HOUR, MOST_INFO, paceSince } from "./tool_packets.ts";
import { ingestFailure } from "../errors.ts";

/** Kinds that put something on the air, and what they take. `status` only asks. */
const TRANSMITS: readonly string[] = ["beacon", "message", "packet", "wx_beacon", "igate", "digi", "tx"];
const MOST_LEASED = 50;
/** Characters of a beacon's comment that a box takes. */
const MOST_COMMENT = 62;
/** A command still queued after an hour is never handed out. */
const LIFE_S = 3600;
/** Commands of a box that are looked at for one answer. */
const MOST_WAITING = 1000;
const KEEP_S = 7 * 86_400;

export const isTransmit = (kind: string): boolean => TRANSMITS.includes(kind);

export interface NewCommand {
  kind: string;
  callsign?: string;
  payload?: Record<string, unknown>;
  sig?: string;
  /** Name of the tool of the web app that asks. */
  tool?: string;
}
export interface CommandAck {
  id: number;
  status: "done" | "failed";
  result?: string;
  position?: { lat: number; lon: number };
}
export interface Abilities {
  transmits: boolean;
  radio: boolean;
  mesh: string[];
  kiss: string[];
  /** Relays of the node: `[]` when switched off, `undefined` when the box does not say. */
  relays?: string[];
}

/** Is told what became of messages: the stations area's message log. */
interface MessageOutcomes {
  /** A command that carried a message of the gateway itself is done or has failed. */
  delivered(tx: Tx, message: number, delivery: "sent" | "failed"): void;
  /** A box sent a beacon under a call, from that place; `at`: when it was handed out, unix seconds. */
  beaconed(tx: Tx, beacon: { call: string; at: number; lat: number; lon: number }): void;
  /** A box sent a member's message on the air. */
  sent(tx: Tx, sent: { from: string; to: string; text: string; at: number }): void;
}

/** The queue of commands for each box. Throws failures of `../errors.ts`. */
export class BoxCommands {
  constructor(
    readonly store: BoxCommandStore,
    readonly messages: MessageOutcomes,
    readonly shadows: Shadows,
    readonly world: World,
    /** Whether anybody may still speak for a call. */
    readonly speaksFor: (call: string) => boolean,
  ) {}

  /** Checks and queues a command. Who may is the caller's to decide. */
  enqueue(tx: Tx, box: string, command: NewCommand): CommandRow {
    if (!isTransmit(command.kind) && command.kind !== "status") {
      throw ingestFailure.unknown_command({ kind: command.kind });
    }
    const payload = command.payload ?? {};
    if (command.kind === "beacon" && ("lat" in payload || "lon" in payload)) {
      throw ingestFailure.beacon_place();
    }
    if (JSON.stringify(payload).length > 2000) throw ingestFailure.bad_payload();
    if (command.kind === "beacon") {
      const { comment = "" } = payload;
      const fits = typeof comment === "string" && comment.length <= MOST_COMMENT &&
        messageText(comment) === comment.trim();
      if (!fits) throw ingestFailure.bad_comment({ limit: MOST_COMMENT });
    }
    if (command.kind === "message") {
      const { to, text } = payload;
      if (
        typeof to !== "string" || typeof text !== "string" || !isCall(normalCall(to)) || text.length < 1 ||
        text.length > 67
      ) {
        throw ingestFailure.bad_payload();
      }
    }
    if (command.kind === "packet" && !isToolPacket(payload.info)) {
      throw ingestFailure.bad_info({ limit: MOST_INFO });
    }
    this.#heedTool(box, command);
    const call = command.callsign === undefined ? null : normalCall(command.callsign);
    const { id } = this.store.insert(tx, {
      box,
      call,
      kind: command.kind,
      payload: JSON.stringify(payload),
      sig: command.sig ?? null,
      status: "queued",
      createdAt: this.world.now(),
      messageId: null,
      tool: command.tool ?? null,
    });
    return this.store.byId({ id })!;
  }

  /** Tools ask for packets alone, their beacons among them, each in its time; and nobody else asks for one. */
  #heedTool(box: string, { kind, tool }: NewCommand): void {
    if (tool === undefined && kind !== "packet") return;
    if (tool === undefined || kind !== "packet") throw ingestFailure.bad_payload();
    const now = this.world.now();
    heedPace(tool, this.store.ofTool({ box, tool, since: paceSince(now), limit: MOST_IN_HOUR }), now);
  }

  /** Hands out what waits, and remembers what the box says it can do. Being handed out marks a command as sent. */
  lease(tx: Tx, box: string, abilities: Abilities): CommandRow[] {
    const now = this.world.now();
    this.store.putAbilities(tx, {
      box,
      polledAt: now,
      transmits: abilities.transmits,
      radio: abilities.radio,
      meshNodes: abilities.mesh.join(","),
      kissCalls: abilities.kiss.join(","),
      meshRelays: abilities.relays?.join(",") ?? null,
    });
    // What was queued may have lost its call since, or its proof: then it waits until it is too old.
    const waiting = this.store.queued({ box, since: now - LIFE_S, limit: MOST_WAITING })
      .filter(({ call, kind }) => call === null || !isTransmit(kind) || this.speaksFor(call))
      .slice(0, MOST_LEASED);
    for (const command of waiting) {
      this.store.markSent(tx, { id: command.id, at: now });
      this.#shadow(tx, command, now);
    }
    return waiting;
  }

  /** From here on a box may transmit: all but a question lets it. */
  #shadow(tx: Tx, { id, box, call, kind, payload }: CommandRow, at: number): void {
    if (kind === "status") return;
    this.shadows.open(
      tx,
      { source: `command ${id}`, box, calls: [call, ...speakersOf(JSON.parse(payload))] },
      at,
    );
  }

  /** A box says what became of a command. `false` for one that is not its own or was settled. */
  acknowledge(tx: Tx, box: string, ack: CommandAck): boolean {
    const command = this.store.byId({ id: ack.id });
    if (!command || command.box !== box || (command.status !== "sent" && command.status !== "queued")) {
      return false;
    }
    const now = this.world.now();
    // One that was never handed out may have been read off its answer: it counts from when it was made.
    this.#shadow(tx, command, command.createdAt);
    this.shadows.close(tx, `command ${command.id}`);
    const place = command.kind === "beacon" && ack.status === "done" ? ack.position : undefined;
    this.store.acknowledge(tx, {
      id: ack.id,
      status: ack.status,
      result: ack.result?.slice(0, 500) ?? null,
      lat: place?.lat ?? null,
      lon: place?.lon ?? null,
      ackedAt: now,
    });
    if (command.messageId !== null) {
      this.messages.delivered(tx, command.messageId, ack.status === "done" ? "sent" : "failed");
    } else if (ack.status === "done" && command.call !== null) {
      const message = messageIn(command);
      if (message) this.messages.sent(tx, { from: command.call, ...message, at: now });
    }
    if (place && command.call !== null) {
      const { lat, lon } = place;
      this.messages.beaconed(tx, { call: command.call, at: command.sentAt ?? now, lat, lon });
    }
    return true;
  }

  /** Forgets everything that a box was told, and what it said it can do: it has come to somebody else. */
  forget(tx: Tx, box: string): void {
    for (const { messageId } of this.store.openMessages({ box })) {
      this.messages.delivered(tx, messageId, "failed");
    }
    this.store.dropAll(tx, { box });
    this.store.dropAbilities(tx, { box });
  }

  /** What waited too long is never handed out; old rows go. */
  prune(tx: Tx): void {
    const now = this.world.now();
    for (const { id, messageId } of this.store.queuedBefore({ before: now - LIFE_S })) {
      this.store.expire(tx, { id });
      if (messageId !== null) this.messages.delivered(tx, messageId, "failed");
    }
    this.store.prune(tx, { before: now - KEEP_S });
    this.shadows.prune(tx);
  }
}

/** The message that a command put on the air. */
function messageIn({ kind, payload }: CommandRow): { to: string; text: string } | undefined {
  const { to, text, info } = JSON.parse(payload) as { to: string; text: string; info: string };
  if (kind === "message") return { to: normalCall(to), text };
  const packet = kind === "packet" ? decodeTnc2(`N0CALL>APRS:${info}`) : undefined;
  if (!packet || isUnreadable(packet) || packet.content.kind !== "message") return undefined;
  return { to: normalCall(packet.content.addressee), text: packet.content.text };
}

/** A command as the log and the box see it. */
export const commandView = (row: CommandRow) => ({
  id: row.id,
  callsign: row.call,
  kind: row.kind,
  tool: row.tool,
  payload: JSON.parse(row.payload) as Record<string, unknown>,
  status: row.status,
  result: row.result,
  ...(row.lat !== null && row.lon !== null ? { position: { lat: row.lat, lon: row.lon } } : {}),
  createdAt: row.createdAt,
  sentAt: row.sentAt,
  ackedAt: row.ackedAt,
});
