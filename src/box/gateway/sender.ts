/**
 * The one loop between spool and gateway: a turn of the spool each 1.5 s, one batch on its way at a time. Its state
 * is one word. Two refused signatures in a row, each with a new nonce and after reading the gateway's time again,
 * stop the sending; spooling goes on. Where the gateway fails at a batch and answers otherwise, the item that it fails at is
 * looked for and set aside, and the rest goes on.
 */
import type { IngestRoutes } from "../../ingest/mod.ts";
import type { World } from "../../base/mod.ts";
import { isDiskFull } from "../../base/mod.ts";
import type { Io } from "../io.ts";
import type { Facts } from "../spool/facts.ts";
import { type Limits, MOST_BYTES, MOST_ITEMS } from "../spool/order.ts";
import type { Batch, Spool, Want } from "../spool/spool.ts";
import type { GatewayWord } from "../words.ts";
import { errorOf, type GatewayAnswer, type GatewayClient, type GatewayOutcome } from "./client.ts";
import { objectOf, type Unsure } from "../json.ts";
import { backoffMs, judge, type Verdict } from "./rules.ts";
import { Sift } from "./sift.ts";

const TURN_MS = 1500;
/** How often it is checked whether the gateway lets the box in, in milliseconds. */
const CHECK_MS = 10 * 60_000;
/** Longest wait, in milliseconds, before the next try to find what the gateway fails at. */
const SIFT_MS = 15_000;
/** Failures without anything taken between, after which it is no packet's fault any more, as far as people are told. */
const MOST_FAILS = 5;
/** An answer's time is believed when a second one agrees: the box asks again at once, so often in all. */
const MOST_CHECKS = 3;

type CheckReply = Unsure<IngestRoutes["GET /ingest/check"]["reply"]>;

interface SenderParts {
  client: GatewayClient;
  spool: Spool;
  facts: Facts;
  io: Pick<Io, "wait">;
  world: Pick<World, "elapsedMs" | "random" | "log">;
  turnMs?: number;
  checkMs?: number;
}

export class Sender {
  #word: GatewayWord = "unreachable";
  #why: string | undefined;
  /** The state as the log said it last. */
  #told: string = "unreachable";
  #failures = 0;
  #notBefore = 0;
  #checkedAt: number | undefined;
  #limits: Limits = { items: MOST_ITEMS, bytes: MOST_BYTES };
  #unsigned = 0;
  readonly #sift = new Sift();
  /** Whether the last batch was of what is suspected: its turns and those of everything else alternate. */
  #sifted = false;
  /** How often the gateway failed at a batch since it took one. */
  #fails = 0;
  #lastOkAt: number | null;
  #diskTold = false;
  #flying: Promise<void> | undefined;
  #turnedMs: number;

  constructor(readonly parts: SenderParts) {
    const { facts } = parts;
    this.#turnedMs = parts.world.elapsedMs();
    const at = facts.get("gateway_ok_at");
    this.#lastOkAt = at === undefined ? null : Number(at);
    const refused = facts.get("gateway_refused");
    if (refused !== undefined) {
      this.#word = this.#told = "refused";
      this.#why = refused;
    }
  }

  /**
   * How the gateway answers now, in a word; why, where it does not; when it took something last, in unix seconds; and whether
   * it answers and fails at what it is given.
   */
  get state(): { word: GatewayWord; why?: string; lastOkAt: number | null; failing: boolean } {
    return {
      word: this.#word,
      lastOkAt: this.#lastOkAt,
      failing: this.#sift.isOn || this.#fails > 0,
      ...(this.#why === undefined ? {} : { why: this.#why }),
    };
  }

  /** Called when the box was enrolled again: everything is asked once more at once. */
  again(): void {
    this.#word = this.#told = "unreachable";
    this.#why = undefined;
    this.#failures =
      this.#unsigned =
      this.#notBefore =
      this.#fails =
        0;
    this.#checkedAt = undefined;
  }

  /** Runs until `stop`; then writes the items in memory to the disk. */
  async run(stop: AbortSignal): Promise<void> {
    const { io, turnMs } = { ...this.parts, turnMs: this.parts.turnMs ?? TURN_MS };
    while (!stop.aborted) {
      this.turn(stop);
      await io.wait(turnMs, stop);
    }
    await this.#flying;
    this.#spoolTurn(undefined);
  }

  /** Whether a request is on the way. */
  get busy(): boolean {
    return this.#flying !== undefined;
  }

  /** When it last had its turn, by the monotonic clock. */
  get turnedMs(): number {
    return this.#turnedMs;
  }

  /** Settles when nothing is on the way. */
  async settled(): Promise<void> {
    await this.#flying;
  }

  /** One turn: starts everything that is due, and does not wait for the network. */
  turn(stop: AbortSignal): void {
    const now = this.parts.world.elapsedMs();
    const due = now >= this.#notBefore && this.#flying === undefined;
    const known = this.#checkedAt !== undefined;
    const sending = due && known && this.#word !== "refused";
    const batch = this.#spoolTurn(sending ? this.#want() : undefined);
    this.#turnedMs = now;
    if (!due) return;
    const checkMs = this.parts.checkMs ?? CHECK_MS;
    const work = batch
      ? this.#send(batch, stop)
      : !known || now - this.#checkedAt! >= checkMs
      ? this.#check(stop)
      : undefined;
    if (!work) return;
    this.#flying = work.finally(() => this.#flying = undefined);
  }

  /** What goes next: what is suspected and everything else take turns. */
  #want(): Want {
    if (!this.#sift.isOn) return this.#limits;
    const alive = (ids: readonly number[]) => this.parts.spool.store.byIds(ids).map(({ id }) => id);
    const only = this.#sifted ? undefined : this.#sift.next(alive);
    this.#sifted = only !== undefined;
    return only ? { ...this.#limits, only } : { ...this.#limits, without: this.#sift.held };
  }

  #spoolTurn(want: Want | undefined): Batch | undefined {
    const { spool, world } = this.parts;
    try {
      const batch = spool.turn(want);
      this.#diskTold = false;
      return batch;
    } catch (error) {
      if (!this.#diskTold) world.log.error("the spool takes nothing: {error}", { error });
      this.#diskTold = true;
      if (!isDiskFull(error)) this.#why = "the spool takes nothing";
      return undefined;
    }
  }

  /** Learns the gateway's time, and asks whether the box's key is still good. */
  async #check(stop: AbortSignal): Promise<void> {
    const { client, spool } = this.parts;
    let answer: GatewayOutcome | undefined;
    for (let asked = 0; !answer || (asked < MOST_CHECKS && spool.clock.isAlone); asked++) {
      answer = await client.ask({ path: "/ingest/check", stop });
      if (stop.aborted) return;
    }
    if (answer.kind === "none") {
      // It may have another key by now: the next check is under that.
      const key = answer.status === undefined ? undefined : await client.follow(stop);
      if (key !== undefined) spool.also((tx) => this.parts.facts.set(tx, "gateway_key", key));
      return this.#away(answer.why);
    }
    if (spool.clock.offsetMs === undefined) {
      const why = spool.clock.isAlone
        ? "the gateway says one time, and then another"
        : "the gateway does not say what time it is";
      return this.#away(why, "clock");
    }
    if (answer.status === 401 || answer.status === 403) return this.#unsignedAt(errorOf(answer));
    const said = answer.status === 200 ? objectOf(answer.text) as CheckReply | undefined : undefined;
    if (said?.ok !== true) return this.#away(`the gateway answers ${answer.status} to the check`);
    this.#checkedAt = this.parts.world.elapsedMs();
    this.#well();
    this.#learn(said, answer);
  }

  /** Keeps what the gateway said to the check. */
  #learn(said: CheckReply, { address, proof }: GatewayAnswer): void {
    const { client, facts, spool } = this.parts;
    const call = typeof said.serviceCall === "string" ? said.serviceCall : "";
    const sites = Array.isArray(said.sites) ? said.sites.filter((one) => typeof one === "string") : [];
    // The name and the first key are believed as the gateway has them that the box joined; another key where the certificate
    // says so. Over http it has to follow the one before.
    const { instance, instanceKey: known } = client.joined;
    const isNews = typeof said.key === "string" && said.key !== known;
    const key = isNews && (known === undefined || address.startsWith("https:"))
      ? said.key as string
      : undefined;
    const name = facts.get("gateway_name") === undefined ? instance || proof.instance : undefined;
    if (key !== undefined) client.pin({ instanceKey: key });
    if (name !== undefined) client.pin({ instance: name });
    spool.also((tx) => {
      facts.set(tx, "sites", JSON.stringify(sites.slice(0, 64)));
      facts.set(tx, "service_call", call);
      facts.set(tx, "gateway_ok_at", String(this.#lastOkAt));
      facts.drop(tx, "gateway_refused");
      if (key !== undefined) facts.set(tx, "gateway_key", key);
      if (name !== undefined) facts.set(tx, "gateway_name", name);
    });
  }

  async #send(batch: Batch, stop: AbortSignal): Promise<void> {
    const { client, spool } = this.parts;
    const answer = await client.ask({ method: "POST", path: "/ingest", body: batch.json, stop });
    const verdict = judge(answer, batch.items.length), ids = batch.items.map(({ id }) => id);
    if (verdict.is === "failed") return await this.#failed(batch, verdict.why, stop);
    const isAlone = batch.items.length === 1;
    if (verdict.is === "taken") {
      spool.settle(batch, { rejected: verdict.rejected });
      this.#sift.taken(ids);
    } else if (verdict.is === "too_much" && verdict.final && isAlone) {
      spool.settle(batch, { rejected: new Map([[0, verdict.reason]]) });
      this.#sift.taken(ids);
    } else {
      spool.giveBack(batch);
      if (verdict.is === "too_much" && this.#sifted && !isAlone) this.#sift.cut(ids);
    }
    this.#after(verdict, batch);
  }

  /** Something broke at this batch. Only a gateway that answers otherwise may have broken at an item of it. */
  async #failed(batch: Batch, why: string, stop: AbortSignal): Promise<void> {
    const { client, spool, world } = this.parts, { items } = batch;
    const check = await client.ask({ path: "/ingest/check", stop });
    const isWell = check.kind === "answer" && check.status === 200;
    if (!isWell || stop.aborted) {
      spool.giveBack(batch);
      return this.#away(why);
    }
    this.#fails++;
    // While something is suspected, what else fails is tried in smaller parts: what comes fresh is to get through.
    const isMore = this.#sift.isOn && !this.#sifted;
    if (isMore) this.#limits = { ...this.#limits, items: Math.max(1, Math.floor(items.length / 2)) };
    if (!isMore && this.#sift.failed(items.map(({ id }) => id))) {
      this.#fails = 0;
      spool.settle(batch, { rejected: new Map([[0, why]]) });
      world.log.warning("a packet was set aside, since the gateway fails at it: {why}; it was {body}", {
        why,
        body: items[0]!.body,
      });
    } else spool.giveBack(batch);
    const waitMs = Math.min(SIFT_MS, backoffMs(this.#failures++, world.random(1)[0]! / 255));
    this.#notBefore = world.elapsedMs() + waitMs;
    if (this.#fails === 0 && !this.#sift.isOn) return this.#say("ok");
    if (this.#fails >= MOST_FAILS) {
      return this.#say("unreachable", `it answers, and fails at all it is given: ${why}`);
    }
    this.#say("ok", `it fails at something that waits (${why}): the box looks for it, and sends the rest`);
  }

  #after(verdict: Exclude<Verdict, { is: "failed" }>, { items: { length } }: Batch): void {
    const { world } = this.parts;
    switch (verdict.is) {
      case "taken":
        this.#limits = { items: Math.min(MOST_ITEMS, this.#limits.items * 2), bytes: MOST_BYTES };
        this.#fails = 0;
        return this.#well();
      case "too_much":
        this.#limits = { ...this.#limits, items: Math.max(1, Math.floor(length / 2)) };
        // Who takes not even one packet is no gateway.
        if (!verdict.final && length === 1) return this.#away(verdict.reason);
        return this.#well();
      case "wait":
        this.#notBefore = world.elapsedMs() + verdict.ms;
        return;
      case "unsigned":
        return this.#unsignedAt(verdict.why);
      case "refused":
        return this.#refuse(verdict.why);
      case "away":
        return this.#away(verdict.why);
    }
  }

  #well(): void {
    this.#failures = this.#unsigned = 0;
    this.#lastOkAt = this.parts.spool.clock.signingNow();
    if (this.#fails === 0) this.#say("ok");
  }

  #away(why: string, word: GatewayWord = "unreachable"): void {
    const { world } = this.parts;
    this.#notBefore = world.elapsedMs() + backoffMs(this.#failures++, world.random(1)[0]! / 255);
    // What a gateway said when it refused stays shown until it says something else.
    if (this.#word !== "refused") this.#say(word, why);
  }

  #unsignedAt(why: string): void {
    // The time of the answer is known by now: the next try is signed with it, and with a new nonce.
    if (++this.#unsigned >= 2) this.#refuse(why);
  }

  #refuse(why: string): void {
    const { world, spool, facts } = this.parts;
    const sentence = `revoked or unknown; join again (${why})`;
    this.#notBefore = world.elapsedMs() + (this.parts.checkMs ?? CHECK_MS);
    this.#checkedAt = undefined;
    spool.also((tx) => facts.set(tx, "gateway_refused", sentence));
    this.#say("refused", sentence);
  }

  #say(word: GatewayWord, why?: string): void {
    const { client, world } = this.parts;
    // Of several addresses the one that is reached is said, also where it changes.
    const told = word === "ok" ? `ok at ${client.address}` : word;
    if (told !== this.#told) {
      world.log.info("gateway: {state}", { state: why === undefined ? told : `${told} (${why})` });
    }
    this.#told = told;
    this.#word = word;
    this.#why = why;
  }
}
