/**
 * A hub's queue of what others ask its spokes. Questions and answers are handed on unchanged, since the hub cannot
 * sign them; the spoke is not told who asked (FED "States and transitions").
 */
import {
  Failure,
  fromBase64Url,
  sameSecret,
  sha256Hex,
  toBase64Url,
  toHex,
  type World,
} from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { readFrame } from "../../wire/mod.ts";
import type { SpokeStore } from "../tables/spoke_store.ts";
import type { PeerStore } from "../tables/peer_store.ts";
import { fedFailure } from "../errors.ts";
import { relayFailure } from "./errors.ts";
import type { RelayRow, RelayStatus, RelayStore } from "./store.ts";
import { type FeedParams, LEASED_AT_ONCE, QUESTION_LIFE_S, type Relayed } from "./words.ts";

/** Questions of one requester: at most so many without an answer, and so many in a minute. */
const OPEN_PER_REQUESTER = 50;
const PER_MINUTE = 60;
/** Questions of one requester that lie here, answered ones among them: they stay for their hour. */
const KEPT_PER_REQUESTER = 500;
/** Questions for one spoke without an answer. */
const OPEN_PER_SPOKE = 200;
/**
 * Rows of all together, each kind for itself: who reads feeds shows the relay secret, who asks about finds need not. An
 * instance that keeps fewer than its reserve asks all the same, so that others never use up its place.
 */
const MOST_ROWS: Record<RelayRow["kind"], number> = { feed: 2000, corroborate: 3000 };
export const MAX_ROWS = MOST_ROWS.feed + MOST_ROWS.corroborate;
const RESERVED_ROWS = 20;
/** Bytes of one spoke's answers, and of all together, past which those of a spoke with fewer than its reserve are taken. */
const BYTES_PER_SPOKE = 32 * 1024 * 1024;
export const MAX_BYTES = 128 * 1024 * 1024;
const RESERVED_BYTES = 64 * 1024;
/** A lease that was not answered ends after this, in seconds. */
export const LEASE_S = 300;
const DISPATCHED_LIFE_S = 7 * 86_400;
/** A question's answer is one small frame. */
const CORROBORATE_BYTES = 16 * 1024;

interface QueueParts {
  db: Database;
  world: World;
  rows: RelayStore;
  spokes: SpokeStore;
  peers: PeerStore;
  /** FED_RELAY_SECRET is set: the relay is on. */
  isOn: boolean;
}

interface Queued {
  id: string;
  ticket: string;
}
/** What came of something asked. `answer` is null until it is answered. */
interface Result {
  status: RelayStatus;
  answer: Relayed | null;
}

const networkName = (network: string): string => `net:${sha256Hex(network).slice(0, 32)}`;
const instanceName = (instance: string): string => `instance:${instance}`;

export class RelayQueue {
  constructor(readonly parts: QueueParts) {}

  /** Whether the instance pushes to this hub, and the relay is on. */
  isSpoke(instance: string): boolean {
    const { isOn, spokes, peers } = this.parts;
    return isOn && spokes.get({ instance }) !== undefined && peers.live(instance) !== undefined &&
      !peers.isBlocked(instance);
  }

  /**
   * Whether its feeds can be asked for through this hub: it pushes here, or has a mailbox that packet mail reaches.
   */
  isKnown(instance: string): boolean {
    const { isOn, peers } = this.parts;
    if (!isOn || peers.isBlocked(instance)) return false;
    const byMail = peers.live(instance)?.endpoints.some(({ transport }) => transport === "bbs") ?? false;
    return byMail || this.isSpoke(instance);
  }

  /** Queues a read of a spoke's feed, for a network that showed the relay secret. */
  queueFeed(tx: Tx, instance: string, params: FeedParams, network: string): Queued {
    return this.#queue(tx, { instance, kind: "feed", params, requester: networkName(network), gid: null });
  }

  /**
   * Queues a question that was read and verified under the asker's accept set. The same question is queued once: its
   * ticket is kept as a digest and cannot be told again.
   */
  queue(tx: Tx, { asker, target, frame }: { asker: string; target: string; frame: Uint8Array }): Queued {
    const read = readFrame(frame);
    const gid = read.ok ? read.frame.gid : null;
    if (gid !== null && this.parts.rows.byGid({ gid })) throw relayFailure.relay_known();
    const params = { question: toBase64Url(frame) };
    return this.#queue(tx, {
      instance: target,
      kind: "corroborate",
      params,
      requester: instanceName(asker),
      gid,
    });
  }

  #queue(
    tx: Tx,
    asked: Pick<RelayRow, "instance" | "kind" | "requester" | "gid"> & { params: object },
  ): Queued {
    const { world, rows } = this.parts;
    const { instance, requester } = asked;
    const mayAsk = asked.kind === "feed" ? this.isKnown(instance) : this.isSpoke(instance);
    if (!mayAsk) throw relayFailure.not_a_spoke({ instance });
    const now = world.now();
    if (!world.clock.isKnown()) throw fedFailure.clock_unset();
    this.purge(tx);
    const { kept, open, recent } = rows.ofRequester({ requester, after: now - 60 })!;
    if (open >= OPEN_PER_REQUESTER || recent >= PER_MINUTE || kept >= KEPT_PER_REQUESTER) {
      throw relayFailure.relay_requester_full({
        waiting: OPEN_PER_REQUESTER,
        perMinute: PER_MINUTE,
        kept: KEPT_PER_REQUESTER,
      });
    }
    if (rows.openFor({ instance })!.n >= OPEN_PER_SPOKE) {
      throw relayFailure.relay_spoke_full({ waiting: OPEN_PER_SPOKE });
    }
    const limit = MOST_ROWS[asked.kind], reserved = asked.kind === "corroborate" && kept < RESERVED_ROWS;
    if (!reserved && rows.ofKind({ kind: asked.kind })!.n >= limit) throw relayFailure.relay_full({ limit });
    const [id, ticket] = [toHex(world.random(16)), toHex(world.random(16))];
    rows.add(tx, {
      ...asked,
      params: JSON.stringify(asked.params),
      id,
      ticket: sha256Hex(ticket),
      status: "queued",
      createdAt: now,
      leaseUntil: null,
      dispatchedAt: null,
      answeredAt: null,
      bytes: 0,
      answer: null,
    });
    return { id, ticket };
  }

  /** What waits for a spoke, oldest first; it comes back to the queue where it is not answered in time. */
  lease(tx: Tx, instance: string): { id: string; kind: string; params: unknown }[] {
    const { world, rows } = this.parts;
    const until = world.now() + LEASE_S;
    const ready = this.waitingFor(instance, LEASED_AT_ONCE);
    for (const { id } of ready) rows.lease(tx, { id, until });
    return ready.map(({ id, kind, params }) => ({ id, kind, params: JSON.parse(params) }));
  }

  /** What a lease or a batch would hand out now. */
  waitingFor(instance: string, limit: number): Pick<RelayRow, "id" | "kind" | "params">[] {
    const now = this.parts.world.now();
    const after = now - QUESTION_LIFE_S, latest = now + LEASE_S;
    return this.parts.rows.ready({ instance, now, after, latest, limit });
  }

  /** Notes that a question went out as packet mail; an answer is then taken for a week, by whichever way it comes. */
  dispatched(tx: Tx, id: string, at: number): void {
    this.parts.rows.dispatch(tx, { id, at });
  }

  /** Takes a spoke's answer to a question that is leased to this spoke. Throws a failure for every other answer. */
  answer(tx: Tx, spoke: string, id: string, result: Relayed): void {
    const row = this.parts.rows.get({ id });
    if (!row || row.instance !== spoke) throw relayFailure.relay_unknown();
    if (row.status !== "leased") throw relayFailure.relay_not_leased({ status: row.status });
    this.#take(tx, row, result);
  }

  /**
   * The same for an answer by packet mail, to a question that was handed out in any way. Gives whether it was taken.
   */
  answerByMail(tx: Tx, spoke: string, id: string, result: Relayed): boolean {
    const row = this.#live(id);
    if (!row || row.instance !== spoke || row.status === "answered") return false;
    try {
      this.#take(tx, row, result);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return false; // one record of a batch: the others are kept
    }
    return true;
  }

  #take(tx: Tx, { id, kind, instance }: RelayRow, result: Relayed): void {
    const { rows, world } = this.parts;
    if (result.ok && result.kind !== kind) throw relayFailure.relay_other_kind({ kind });
    const answer = JSON.stringify(result);
    if (kind === "corroborate" && answer.length > CORROBORATE_BYTES) {
      throw relayFailure.relay_answer_too_large({ limit: CORROBORATE_BYTES });
    }
    const its = rows.bytesOf({ instance })!.n + answer.length;
    if (its > BYTES_PER_SPOKE) throw relayFailure.relay_full({ limit: BYTES_PER_SPOKE });
    if (its > RESERVED_BYTES && rows.total({})!.bytes + answer.length > MAX_BYTES) {
      throw relayFailure.relay_full({ limit: MAX_BYTES });
    }
    rows.answer(tx, { id, at: world.now(), answer, bytes: answer.length });
  }

  /**
   * What came of a question, for whoever holds its ticket. The answer is for the asking instance alone: `instance` is
   * who signed the request, `undefined` where the relay secret was shown instead.
   */
  result(id: string, ticket: string, instance: string | undefined): Result {
    const row = this.#live(id);
    if (!row) throw relayFailure.relay_unknown();
    if (!sameSecret(sha256Hex(ticket), row.ticket)) throw relayFailure.relay_ticket();
    if (row.kind === "corroborate" && (instance === undefined || row.requester !== instanceName(instance))) {
      throw relayFailure.relay_asker();
    }
    return { status: row.status, answer: row.answer === null ? null : JSON.parse(row.answer) };
  }

  /** The answer to a question of this instance's own: undefined while it waits, null when it is gone. */
  own(id: string): { status: number; frame: Uint8Array | null } | undefined | null {
    const row = this.#live(id);
    if (!row) return null;
    if (row.answer === null) return undefined;
    const result = JSON.parse(row.answer) as Relayed;
    if (!result.ok || result.kind !== "corroborate") return { status: 500, frame: null };
    const { status, frameB64 } = result.data;
    return { status, frame: frameB64 === null ? null : fromBase64(frameB64) ?? null };
  }

  /** A row whose time is not over, whether the others were deleted already or not. */
  #live(id: string): RelayRow | undefined {
    const row = this.parts.rows.get({ id });
    const now = this.parts.world.now();
    if (!row) return undefined;
    const since = row.status === "dispatched" ? row.dispatchedAt! : row.answeredAt ?? row.createdAt;
    const life = row.status === "dispatched" ? DISPATCHED_LIFE_S : QUESTION_LIFE_S;
    return now - since < life ? row : undefined;
  }

  /** Deletes the rows whose time is over. */
  purge(tx: Tx): void {
    const { world, rows } = this.parts, now = world.now();
    if (!world.clock.isKnown()) return;
    rows.purge(tx, {
      http: now - QUESTION_LIFE_S,
      dispatched: now - DISPATCHED_LIFE_S,
      latest: now + DISPATCHED_LIFE_S,
    });
  }
}

/** The bytes of a padded base64 text; `undefined` where the text is not base64. */
function fromBase64(text: string): Uint8Array | undefined {
  const plain = text.replace(/={1,2}$/, "").replaceAll("+", "-").replaceAll("/", "_");
  return fromBase64Url(plain);
}
