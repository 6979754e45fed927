/**
 * Sends what waits in the queue: one item at a time, the oldest first, for the account that is signed in. While something
 * waits and the gateway is not reached, it knocks every two seconds, so that a log is sent soon after the signal is back. It
 * knocks beside what has no answer for long as well, and sends it again where it must be lost.
 */
import { signal } from "@preact/signals";
import type { Gateway } from "../ask.ts";
import type { ClientWorld } from "../world.ts";
import type { Answered } from "../ask.ts";
import type { Refused } from "../../ui/refused.ts";
import type { Files } from "./files.ts";
import { addressOf, isOver, type Item, LEASE_S, saysLater, withDependents } from "./item.ts";
import { FILE_PACE, isLost, knock, PACE } from "./knock.ts";
import { type KeyStore, registerKey } from "./sign.ts";
import type { Outbox } from "../kept/storage.ts";

/** How often a sender renews its lease: after a third of it. */
const HOLD_MS = LEASE_S * 1000 / 3;

/** Who is signed in, and at which instance. */
interface Sender {
  account: string;
  instance: string;
}

/** Drafts of new caches: one that became a cache is deleted. */
export interface Drafts {
  drop(id: string): Promise<void>;
}

/** The queue as pages see and change it. */
export class Drain {
  /** Everything in the queue, oldest first. */
  readonly items = signal<readonly Item[]>([]);
  readonly #outbox: Outbox;
  readonly #files: Files;
  readonly #keys: KeyStore;
  readonly #drafts: Drafts;
  readonly #gateway: Gateway;
  readonly #world: ClientWorld;
  /** Who is signed in, if anybody: only their items are sent. */
  readonly #whose: () => Sender | undefined;
  #running: Promise<void> | undefined;
  #callOff: (() => void) | undefined;
  /** When the first knock is due once the gateway is not reached, milliseconds. */
  #firstMs = PACE.firstMs;

  constructor(
    { outbox, files, keys, drafts }: { outbox: Outbox; files: Files; keys: KeyStore; drafts: Drafts },
    gateway: Gateway,
    world: ClientWorld,
    whose: () => Sender | undefined,
  ) {
    this.#outbox = outbox;
    this.#files = files;
    this.#keys = keys;
    this.#drafts = drafts;
    this.#gateway = gateway;
    this.#world = world;
    this.#whose = whose;
  }

  /** Reads the queue from the phone and begins to send. */
  async start(): Promise<void> {
    await this.refresh();
    if (this.#gateway.reached.peek()) await this.#reached();
    await this.tidy();
    void this.run();
  }

  async refresh(): Promise<void> {
    this.items.value = (await this.#outbox.all()).sort((a, b) => a.at - b.at);
  }

  /** Stores items, all or none, and begins to send. Settles once they are stored; rejects where the phone is full. */
  async add(...items: readonly Item[]): Promise<void> {
    await this.#outbox.add(...items);
    await this.refresh();
    void this.run();
  }

  /** Carries out what a person decided about an item: send it again, or it went by radio (`keyed`). */
  async decide(id: string, decision: { what: "again" } | { what: "keyed" }): Promise<void> {
    await this.#outbox.change(id, decision, this.#gateway.now());
    await this.refresh();
    void this.run();
  }

  /** Replaces the body of an item that waits; gives false where it is being sent by now. */
  async edit(id: string, body: Item["body"]): Promise<boolean> {
    const changed = await this.#outbox.change(id, { what: "edited", body }, this.#gateway.now()).catch(
      () => {},
    );
    await this.refresh();
    void this.run();
    return changed !== undefined;
  }

  /** Discards an item and all that depends on it. For a while `restore` can undo that. */
  drop(id: string): Promise<void> {
    return this.#each(id, "dropped");
  }

  /**
   * Removes an item and all that depends on it for good, because something else takes its place or it is of no use any more.
   * An item that is being sent stays.
   */
  async withdraw(id: string): Promise<void> {
    const all = new Map(this.items.peek().map((item) => [item.id, item]));
    for (const one of withDependents(id, this.items.peek())) {
      const item = all.get(one);
      const isThere = item?.state === "dropped" ||
        await this.#outbox.change(one, { what: "dropped" }, this.#gateway.now()).then(
          (changed) => changed !== undefined,
          () => false,
        );
      if (!isThere) continue;
      await this.#outbox.drop(one);
      if (item?.file !== undefined) await this.#files.drop(item.file);
    }
    await this.refresh();
  }

  /** Brings a discarded item back, with all that depends on it. */
  async restore(id: string): Promise<void> {
    await this.#each(id, "restored");
    void this.run();
  }

  async #each(id: string, what: "dropped" | "restored"): Promise<void> {
    for (const one of withDependents(id, this.items.peek())) {
      // An item that is being sent cannot be discarded.
      await this.#outbox.change(one, { what }, this.#gateway.now()).catch(() => {});
    }
    await this.refresh();
  }

  /** Notes that the person has seen what became of these items. */
  async seen(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#outbox.change(id, { what: "seen" }, this.#gateway.now());
    await this.refresh();
  }

  /** Deletes items that are over for good, with their files. Nothing that was not sent or was refused is among them. */
  async tidy(): Promise<void> {
    const items = await this.#outbox.all();
    const gone = items.filter((item) => isOver(item, items, this.#gateway.now()));
    for (const { id, file, kind } of gone) {
      // A draft whose item is gone would look like one that was never published.
      if (kind === "hide") await this.#drafts.drop(id);
      if (file !== undefined) await this.#files.drop(file);
      await this.#outbox.drop(id);
    }
    if (gone.length > 0) await this.refresh();
  }

  /** Sends all items that are due. There is one run at a time; a second call waits for the first. */
  run(): Promise<void> {
    return this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
      this.#plan();
    });
  }

  async #drain(): Promise<void> {
    for (let whose; (whose = this.#whose());) {
      const item = await this.#outbox.take({ ...whose, now: this.#gateway.now() });
      if (!item) return;
      await this.refresh();
      const letGo = this.#hold(item.id), watch = this.#watch(item);
      const answer = await this.#send(item, watch.signal).finally(() => {
        letGo();
        watch.end();
      });
      const now = this.#gateway.now();
      if (answer.ok) {
        const { status, value } = answer;
        const changed = await this.#outbox.change(item.id, { what: "answered", status, value }, now);
        // Another tab may have begun to send it again and still need the photo.
        if (item.file !== undefined && changed?.state === "settled") await this.#files.drop(item.file);
      } else if (answer.refused) {
        await this.#outbox.change(item.id, { what: "answered", ...answer }, now);
      } else await this.#outbox.change(item.id, { what: "unanswered" }, now);
      await this.refresh();
      if (answer.ok || answer.refused) continue;
      if (!watch.signal.aborted) {
        // Where it waited in vain for long, the next knock is due already; where it failed at once, there is a pause.
        this.#firstMs = watch.ageMs() >= PACE.firstMs ? 0 : PACE.firstMs;
        return;
      }
      // The gateway is there, only this try is lost: it goes once more, now.
      await this.#reached();
    }
  }

  /** Knocks while an item is on its way; the signal says that this try is lost. */
  #watch({ tries, file }: Item): { signal: AbortSignal; ageMs: () => number; end: () => void } {
    const lost = new AbortController(), begun = this.#world.clock(), isFile = file !== undefined;
    const ageMs = () => (this.#world.clock() - begun) * 1000;
    const end = knock(this.#gateway, this.#world, isFile ? FILE_PACE : PACE, (silentMs) => {
      if (isLost({ ageMs: ageMs(), silentMs, tries, file: isFile })) lost.abort();
    });
    return { signal: lost.signal, ageMs, end };
  }

  async #send(item: Item, signal: AbortSignal): Promise<Answered<unknown>> {
    const { method = "POST", file, body, account } = item;
    const path = addressOf(item, this.items.peek());
    if (path === undefined) return lost("nothing_to_join");
    if (file === undefined) {
      const known = (body.signed ?? body.sig) === undefined
        ? undefined
        : await registerKey(this.#keys, this.#gateway, account, signal);
      if (known && isLater(known)) return known;
      // The gateway would refuse a log that is signed with a key that it does not accept, so it is sent unsigned.
      const sent = known ? { ...body, signed: undefined } : body;
      return await this.#gateway.ask(method, path, sent, account, signal);
    }
    const bytes = await this.#files.read(file);
    return bytes ? await this.#gateway.ask(method, path, bytes, account, signal) : lost("file_lost");
  }

  /** Renews the lease of an item until the returned function is called. */
  #hold(id: string): () => void {
    let callOff: () => void;
    const again = () => {
      callOff = this.#world.later(() => {
        void this.#outbox.change(id, { what: "held" }, this.#gateway.now());
        again();
      }, HOLD_MS);
    };
    again();
    return () => callOff();
  }

  /** Plans the next run: when the next item is due, or soon where the gateway was not reached. */
  #plan(): void {
    this.#callOff?.();
    const own = this.#own();
    const waiting = own.filter(({ state }) => state === "waiting" || state === "sending");
    if (waiting.length === 0) return;
    if (this.#gateway.reached.peek() === false) {
      const stop = this.#callOff = knock(
        this.#gateway,
        this.#world,
        { ...PACE, firstMs: this.#firstMs },
        () => {
          stop();
          void this.#reached().then(() => this.run());
        },
      );
      return;
    }
    const due = Math.min(
      ...waiting.map(({ state, notBefore, leasedUntil }) => state === "waiting" ? notBefore : leasedUntil),
    );
    const waitS = Math.max(0.5, Math.min(60, due - this.#gateway.now()));
    this.#callOff = this.#world.later(() => void this.run(), waitS * 1000);
  }

  async #reached(): Promise<void> {
    const now = this.#gateway.now();
    for (const { id } of this.#own()) await this.#outbox.change(id, { what: "reached" }, now);
  }

  #own(): Item[] {
    const whose = this.#whose();
    if (!whose) return [];
    return this.items.peek().filter(({ account, instance }) =>
      account === whose.account && instance === whose.instance
    );
  }
}

/** Whether the gateway may accept the key later, so that the log signed with it waits. */
const isLater = (refused: Refused): boolean => !refused.refused || saysLater(refused.status);

/** A refusal for an item that cannot be sent at all, so that the person has to decide. */
const lost = (reason: string): Answered<unknown> => ({
  ok: false,
  refused: true,
  status: 422,
  reason,
  sentence: "",
});
