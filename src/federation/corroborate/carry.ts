/** Bringing a question to a peer over the network: its own addresses first, then hubs that may hold it for the peer. */
import { Failure, type FetchGuard, FetchRefused, withoutTrailing, type World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { Identity } from "../keys/identity.ts";
import { spokeHeaders } from "../keys/sign_request.ts";
import { objectOf } from "../peers/bring_visit.ts";
import { pullAddresses } from "../peers/endpoints.ts";
import type { Peer, PeerStore } from "../tables/peer_store.ts";
import type { Brought, QuestionRelay, Wait } from "./ways.ts";
import type { Witness } from "./witnesses.ts";

interface CarryParts {
  db: Database;
  world: World;
  guard: FetchGuard;
  identity: Identity;
  peers: PeerStore;
  isExempt(url: string): boolean;
  /** The setting FED_HUB_URL. */
  hubUrl(): string | undefined;
  /** FED_CORROBORATION_SECRET, shown to trusted https peers alone. */
  secret(): string | undefined;
  /** This instance's own queue as a hub. */
  relay: QuestionRelay;
}

/** How questions get to peers. The real one dials; the simulator's loses, doubles and delays. */
export interface Carrier {
  bring(witness: Witness, question: Uint8Array<ArrayBuffer>): Promise<Brought>;
  /** Looks whether a hub has the answer by now; "nothing" says that there will be no answer any more. */
  collect(wait: Wait): Promise<Brought>;
}

/** Addresses of a peer that are dialled, hubs that are asked, and what each dial and all together may take. */
const MOST_ADDRESSES = 3, MOST_HUBS = 3, DIAL_MS = 3000, ALL_MS = 9000;
const MOST_BYTES = 16 * 1024;
const OWN = "own";
/** An id becomes a part of a path, a ticket a header. */
const ID = /^[\w-]{1,100}$/, TICKET = /^[\w-]{1,200}$/;

/** Whether it says that the peer was not reached, rather than that it refuses (FED "Errors"). */
const isUnreached = (status: number): boolean => status === 429 || status >= 500;

export class NetworkCarrier implements Carrier {
  constructor(readonly parts: CarryParts) {}

  /**
   * Brings a question to a peer within nine seconds: its answer, where it lies until the peer fetches it, or why
   * neither.
   */
  async bring(witness: Witness, question: Uint8Array<ArrayBuffer>): Promise<Brought> {
    const { world } = this.parts;
    const ends = world.elapsedMs() + ALL_MS;
    const { peer } = witness;
    // Addresses that only others named do not count as its own.
    const addresses = peer.addedVia === "transit" ? [] : pullAddresses(peer.url, peer.endpoints);
    let last: Brought = { got: "nothing", why: "it has no address that can be dialled" };
    for (const { base } of addresses.slice(0, MOST_ADDRESSES)) {
      last = await this.#post(base, question, witness.trusted, ends);
      if (last.got !== "nothing") return last;
    }
    const held = await this.#leave(witness, question, ends);
    return held ? { got: "wait", wait: held } : last;
  }

  async #post(
    base: string,
    question: Uint8Array<ArrayBuffer>,
    trusted: boolean,
    ends: number,
  ): Promise<Brought> {
    const left = ends - this.parts.world.elapsedMs();
    if (left <= 0) return { got: "nothing", why: "it did not answer in time" };
    const secret = this.parts.secret();
    try {
      const { status, bytes } = await this.parts.guard.request({
        url: `${base}/federation/corroborate`,
        method: "POST",
        body: question,
        headers: {
          "content-type": "application/cbor",
          ...(secret !== undefined && trusted && base.startsWith("https:") && { "x-fed-secret": secret }),
        },
        maxBytes: MOST_BYTES,
        timeoutMs: Math.min(DIAL_MS, left),
        exempt: this.parts.isExempt(base),
      });
      return isUnreached(status)
        ? { got: "nothing", why: `it answered with status ${status}` }
        : { got: "reply", status, bytes };
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
      return {
        got: "nothing",
        why: error.reason === "timeout" ? "it did not answer in time" : error.message,
      };
    }
  }

  /** Leaves the question with a hub of the peer: this instance itself, our own hub, or another trusted peer. */
  async #leave(
    witness: Witness,
    question: Uint8Array<ArrayBuffer>,
    ends: number,
  ): Promise<Wait | undefined> {
    const { db, relay, identity: { instance: asker } } = this.parts;
    if (relay.isSpoke(witness.instance)) {
      try {
        const frame = question;
        const row = await db.write((tx) => relay.queue(tx, { asker, target: witness.instance, frame }));
        return { hub: OWN, ...row };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return undefined;
      }
    }
    for (const { base, trusted } of this.#hubs(witness.peer)) {
      const reply = await this.#post(base, question, trusted, ends);
      if (reply.got !== "reply" || reply.status !== 202) continue;
      const told = objectOf(reply.bytes);
      const { id, ticket } = told ?? {};
      if (told?.relayed !== true || typeof id !== "string" || typeof ticket !== "string") continue;
      if (ID.test(id) && TICKET.test(ticket)) return { hub: base, id, ticket };
    }
    return undefined;
  }

  /** Our own hub first, then those who named the peer to us, then the other trusted ones. */
  #hubs(target: Peer): { base: string; trusted: boolean }[] {
    const hub = this.parts.hubUrl();
    const named = (peer: Peer) => target.sightings.some(({ via }) => via === peer.instance);
    const trusted = this.parts.peers.all()
      .filter((peer) =>
        peer.trust === "trusted" && peer.enabled && peer.id !== target.id && peer.addedVia !== "transit"
      )
      .sort((a, b) => Number(named(b)) - Number(named(a)) || a.id - b.id);
    const bases = [
      ...(hub === undefined ? [] : [withoutTrailing(hub, "/")]),
      ...trusted.flatMap((peer) =>
        pullAddresses(peer.url, peer.endpoints).slice(0, 1).map(({ base }) => base)
      ),
    ];
    const isTrusted = (base: string) =>
      trusted.some((peer) => pullAddresses(peer.url, peer.endpoints).some((one) => one.base === base));
    const own = pullAddresses(target.url, target.endpoints).map(({ base }) => base);
    return [...new Set(bases)].filter((base) => !own.includes(base)).slice(0, MOST_HUBS).map((base) => ({
      base,
      trusted: isTrusted(base),
    }));
  }

  /** Asks the hub where the question lies. A hub that cannot be reached now is asked again later. */
  async collect(wait: Wait): Promise<Brought> {
    if (wait.hub === OWN) {
      const answer = this.parts.relay.own(wait.id);
      if (answer === null) return { got: "nothing", why: "the hub has dropped the question" };
      return answer === undefined ? { got: "wait", wait } : replied(answer.status, answer.frame);
    }
    const { guard, identity, world, isExempt } = this.parts;
    const target = `/federation/relay/result/${encodeURIComponent(wait.id)}`;
    try {
      const { status, bytes } = await guard.request({
        url: wait.hub + target,
        headers: { "x-relay-ticket": wait.ticket, ...spokeHeaders(identity, world.now(), "GET", target) },
        maxBytes: 2 * MOST_BYTES,
        timeoutMs: DIAL_MS,
        exempt: isExempt(wait.hub),
      });
      // A hub that is restarted or busy has it still.
      if (isUnreached(status) || status === 408) return { got: "wait", wait };
      const told = status === 200 ? objectOf(bytes) : undefined;
      if (!told) return { got: "nothing", why: `the hub answered with status ${status}` };
      if (told.status !== "answered") return { got: "wait", wait };
      const data = field(told.answer, "data");
      const code = field(data, "status"), frame = field(data, "frameB64");
      if (typeof code !== "number") return { got: "nothing", why: "it could not answer what the hub held" };
      return replied(code, typeof frame === "string" ? Buffer.from(frame, "base64") : null);
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
      return { got: "wait", wait };
    }
  }
}

const replied = (status: number, frame: Uint8Array | null): Brought =>
  isUnreached(status)
    ? { got: "nothing", why: `it answered with status ${status}` }
    : { got: "reply", status, bytes: frame ?? new Uint8Array() };

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
