/** Hubs and spokes of a simulated federation: the real machine of both sides, reached by function calls. */
import { Failure, isClockSet, sha256Hex, utf8 } from "../../src/base/mod.ts";
import { spokeText } from "../../src/http/mod.ts";
import { verifyText } from "../../src/wire/mod.ts";
import type { Database } from "../../src/db/mod.ts";
import { spokeHeaders } from "../../src/federation/keys/sign_request.ts";
import { acceptedKeys } from "../../src/federation/peers/trust.ts";
import type { HubAsk, HubEffect, HubReply, HubSteps } from "../../src/federation/push/effects.ts";
import { hubStore } from "../../src/federation/push/hub_store.ts";
import { tellMarks } from "../../src/federation/push/marks.ts";
import { pushAll, type PushDeps, type PushResult } from "../../src/federation/push/push.ts";
import { spokeStore } from "../../src/federation/tables/spoke_store.ts";
import { type HubParts, takeSubmission } from "../../src/federation/push/take.ts";
import { answerAll, collect, type CollectDeps } from "../../src/federation/push/collect.ts";
import { doneStore } from "../../src/federation/relay/done.ts";
import { RelayQueue } from "../../src/federation/relay/queue.ts";
import { relayStore } from "../../src/federation/relay/store.ts";
import { Relayed } from "../../src/federation/relay/words.ts";
import { Node } from "./node.ts";

/** A request as it lies on the line: who keeps a copy can send it again. */
export interface Sent extends HubAsk {
  signed: Record<string, string>;
}

const STATUS: Record<string, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  too_large: 413,
  limited: 429,
  unavailable: 503,
};
const SKEW_S = 120;

const replyOf = (status: number, body: object): HubReply => ({ status, bytes: utf8(JSON.stringify(body)) });

export class HubNode extends Node {
  readonly parts: HubParts;
  readonly relay: RelayQueue;

  /** `watch` comes between the hub and its database: it may break a write before or after it. */
  constructor(id: string, clock: { ms: number }, watch: (db: Database) => Database = (db) => db) {
    super(id, clock);
    const db = watch(this.db);
    const spokes = spokeStore(this.db);
    this.parts = { ...this.deps, db, spokes, listed: [], registryError: () => undefined };
    const rows = relayStore(this.db);
    this.relay = new RelayQueue({ db, world: this.world, rows, spokes, peers: this.store.peers, isOn: true });
  }

  /** What the hub answers to a request of a spoke, or of an asker. */
  async take(sent: Sent): Promise<HubReply> {
    const date = this.world.now();
    try {
      return { ...await this.#take(sent), date };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const status = STATUS[error.kind] ?? 500;
      return { ...replyOf(status, { error: error.message, reason: error.reason }), date };
    }
  }

  async #take(sent: Sent): Promise<HubReply> {
    const { method, path, body = new Uint8Array(), headers = {} } = sent;
    const url = new URL(path, "http://hub");
    const { db } = this.parts;
    if (url.pathname === "/federation/submit") {
      const answer = await takeSubmission(this.parts, {
        bytes: body,
        headers: { since: headers["x-fed-since"], rotations: headers["x-fed-rotations"] },
        isSigned: (instance, keys) => {
          if (this.#signer(sent, keys) !== instance) {
            throw new Failure("unauthenticated", "bad_signature", "no");
          }
          return true;
        },
      });
      return replyOf(200, answer);
    }
    const spoke = this.#signer(sent);
    if (spoke === undefined) throw new Failure("unauthenticated", "bad_signature", "no");
    if (`${method} ${url.pathname}` === "GET /federation/submit/marks") {
      return replyOf(200, {
        ok: true,
        instance: spoke,
        ...await db.write((tx) => tellMarks(tx, this.parts, spoke)),
      });
    }
    if (url.pathname === "/federation/relay/lease") {
      return replyOf(200, { queries: await db.write((tx) => this.relay.lease(tx, spoke)) });
    }
    if (url.pathname === "/federation/relay/answer") {
      const { id, result } = JSON.parse(new TextDecoder().decode(body));
      await db.write((tx) => this.relay.answer(tx, spoke, id, Relayed.parse(result)));
      return replyOf(200, { ok: true });
    }
    return replyOf(404, {});
  }

  /** Who signed the request, as the gate finds it. */
  #signer(
    { method, path, body = new Uint8Array(), signed }: Sent,
    keys?: readonly string[],
  ): string | undefined {
    const [instance, at, sig] = ["x-relay-instance", "x-relay-at", "x-relay-sig"].map((name) =>
      signed[name]!
    );
    const peer = this.store.peers.live(instance!);
    const now = this.world.now();
    const good = keys ?? (peer && isClockSet(now) ? acceptedKeys(peer, now) : []);
    const text = spokeText(method, path, at!, body);
    const isFresh = Math.abs(Number(at) - now) <= SKEW_S;
    return isFresh && good.some((key) => verifyText(key, text, sig!)) ? instance : undefined;
  }
}

/** What a spoke of the simulation says to a question: the same each time, and nobody else's. */
export const answerOf = (spoke: string, question: Uint8Array): Uint8Array<ArrayBuffer> =>
  utf8(`${spoke} answers ${sha256Hex(question)}`);

export class SpokeNode extends Node {
  readonly spokeDeps: PushDeps & CollectDeps;
  /** Questions that were thought about, by digest. */
  readonly thought = new Map<string, number>();

  constructor(id: string, clock: { ms: number }, readonly hub: HubNode) {
    super(id, clock);
    this.spokeDeps = {
      ...this.deps,
      hub: `sim://${hub.id}`,
      hubs: hubStore(this.db),
      done: doneStore(this.db),
      now: () => this.world.now(),
      clock: { offsetS: 0 },
      rotations: () => this.identity.rotations,
      trustsHub: () => true,
    };
  }

  push = (): HubSteps<PushResult> => pushAll(this.spokeDeps);
  collect = (): HubSteps<number> => collect(this.spokeDeps);

  /** The request as it goes out. */
  sent(ask: HubAsk): Sent {
    const { method, path, body, offsetS } = ask;
    return { ...ask, signed: spokeHeaders(this.identity, this.world.now() + offsetS, method, path, body) };
  }

  /** One step: performs the effect and gives what it came to. */
  async perform(effect: HubEffect, send: (sent: Sent) => Promise<HubReply>): Promise<unknown> {
    switch (effect.do) {
      case "ask": {
        const reply = await send(this.sent(effect.ask));
        if (reply.bytes.length > effect.ask.maxBytes) throw new Error("too large");
        return reply;
      }
      case "page": {
        const { at: { cursor: since, nextId }, limit } = effect;
        return await this.serving.feed(effect.kind, {
          since,
          limit,
          ...(nextId === null ? {} : { sinceId: Number(nextId) }),
        });
      }
      case "answer":
        return await answerAll(this.serving, (question) => {
          const name = sha256Hex(question);
          this.thought.set(name, (this.thought.get(name) ?? 0) + 1);
          return Promise.resolve({ status: 200, frame: answerOf(this.id, question) });
        }, effect.asked);
      case "write":
        return this.write(effect.run);
    }
  }
}

/** Runs steps to their end over an undisturbed line. */
export async function runHubSteps<T>(
  node: SpokeNode,
  steps: HubSteps<T>,
  send: (sent: Sent) => Promise<HubReply> = (sent) => node.hub.take(sent),
): Promise<T> {
  let next = steps.next();
  while (!next.done) {
    let value: unknown;
    try {
      value = await node.perform(next.value, send);
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(value);
  }
  return next.value;
}
