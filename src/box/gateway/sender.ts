/**
 * The one loop between spool and gateway: a turn of the spool each 1.5 s, one batch on its way at a time. Its state
 * is one word. Two refused signatures in a row, each with a new nonce and after reading the gateway's time again,
 * stop the sending; spooling goes on.
 */
import type { IngestRoutes } from "../../ingest/mod.ts";
import type { World } from "../../base/mod.ts";
import { isDiskFull } from "../../base/mod.ts";
import type { Io } from "../io.ts";
import type { Facts } from "../spool/facts.ts";
import { type Limits, MOST_BYTES, MOST_ITEMS } from "../spool/order.ts";
import type { Batch, Spool } from "../spool/spool.ts";
import type { GatewayWord } from "../words.ts";
import { errorOf, type GatewayClient } from "./client.ts";
import { objectOf } from "../json.ts";
import { backoffMs, judge, type Verdict } from "./rules.ts";

const TURN_MS = 1500;
/** How often it is checked whether the gateway lets the box in, in milliseconds. */
const CHECK_MS = 10 * 60_000;

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
   * How the gateway answers now, in a word; why, where it does not; and when it took something last, in unix seconds.
   */
  get state(): { word: GatewayWord; why?: string; lastOkAt: number | null } {
    return {
      word: this.#word,
      lastOkAt: this.#lastOkAt,
      ...(this.#why === undefined ? {} : { why: this.#why }),
    };
  }

  /** Called when the box was enrolled again: everything is asked once more at once. */
  again(): void {
    this.#word = this.#told = "unreachable";
    this.#why = undefined;
    this.#failures = this.#unsigned = this.#notBefore = 0;
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
    const batch = this.#spoolTurn(sending ? this.#limits : undefined);
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

  #spoolTurn(want: Limits | undefined): Batch | undefined {
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
    const { client, facts, spool, world } = this.parts;
    const answer = await client.ask({ path: "/ingest/check", stop });
    if (stop.aborted) return;
    if (answer.kind === "none") return this.#away(answer.why);
    if (spool.clock.offsetMs === undefined) {
      return this.#away("the gateway does not say what time it is", "clock");
    }
    if (answer.status === 401 || answer.status === 403) return this.#unsignedAt(errorOf(answer));
    const said = answer.status === 200
      ? objectOf<IngestRoutes["GET /ingest/check"]["reply"]>(answer.text)
      : undefined;
    if (said?.ok !== true) return this.#away(`the gateway answers ${answer.status} to the check`);
    this.#checkedAt = world.elapsedMs();
    const call = typeof said.serviceCall === "string" ? said.serviceCall : "";
    const sites = Array.isArray(said.sites) ? said.sites.filter((one) => typeof one === "string") : [];
    this.#well();
    spool.also((tx) => {
      facts.set(tx, "sites", JSON.stringify(sites.slice(0, 64)));
      facts.set(tx, "service_call", call);
      facts.set(tx, "gateway_ok_at", String(this.#lastOkAt));
      facts.drop(tx, "gateway_refused");
    });
  }

  async #send(batch: Batch, stop: AbortSignal): Promise<void> {
    const { client, spool } = this.parts;
    const answer = await client.ask({ method: "POST", path: "/ingest", body: batch.json, stop });
    const verdict = judge(answer, batch.items.length);
    if (verdict.is === "taken") spool.settle(batch, { rejected: verdict.rejected });
    else if (verdict.is === "too_much" && batch.items.length === 1) {
      spool.settle(batch, { rejected: new Map([[0, verdict.reason]]) });
    } else spool.giveBack(batch);
    this.#after(verdict, batch);
  }

  #after(verdict: Verdict, batch: Batch): void {
    const { world } = this.parts;
    const { length } = batch.items;
    switch (verdict.is) {
      case "taken":
        this.#limits = { items: Math.min(MOST_ITEMS, this.#limits.items * 2), bytes: MOST_BYTES };
        return this.#well();
      case "too_much":
        this.#limits = { ...this.#limits, items: Math.max(1, Math.floor(length / 2)) };
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
    this.#say("ok");
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
