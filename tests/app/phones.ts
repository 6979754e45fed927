/**
 * Phones for random histories of the queue: the app's own queue, sender and signatures, over a memory instead of IndexedDB
 * and a net that loses, delays and repeats, against the gateway's real routes. All by a clock that the test moves.
 */
import { setImmediate } from "node:timers";
import { Drain } from "../../src/client/outbox/drain.ts";
import type { Files } from "../../src/client/outbox/files.ts";
import { type Happening, type Item, next, pick } from "../../src/client/outbox/item.ts";
import type { DeviceKey, Outbox } from "../../src/client/outbox/storage.ts";
import { newLog } from "../../src/client/log/new_log.ts";
import type { Kind } from "../../src/client/log/new_log.ts";
import type { App } from "../../src/client/shell/app.ts";
import { Gateway } from "../../src/client/shell/ask.ts";
import type { ClientWorld } from "../../src/client/shell/world.ts";
import type { TestApp } from "../kit/app.ts";

const NO_FILES: Files = { read: () => Promise.resolve(undefined), drop: () => Promise.resolve() };

/** What IndexedDB keeps for the app, each step as whole as a transaction. */
export class Memory implements Outbox {
  items = new Map<string, Item>();
  keys = new Map<string, DeviceKey>();
  all = () => Promise.resolve([...this.items.values()]);
  add(...items: readonly Item[]): Promise<void> {
    for (const item of items) this.items.set(item.id, item);
    return Promise.resolve();
  }
  take(whose: { account: string; instance: string; now: number }): Promise<Item | undefined> {
    const found = pick([...this.items.values()], whose);
    const taken = found && next(found, { what: "taken" }, whose.now);
    if (taken) this.items.set(taken.id, taken);
    return Promise.resolve(taken);
  }
  change(id: string, happening: Happening, now: number): Promise<Item | undefined> {
    const item = this.items.get(id);
    const changed = item && next(item, happening, now);
    if (changed) this.items.set(id, changed);
    return Promise.resolve(changed);
  }
  drop(id: string): Promise<void> {
    this.items.delete(id);
    return Promise.resolve();
  }
  deviceKey = (account: string) => Promise.resolve(this.keys.get(account));
  putDeviceKey(key: DeviceKey): Promise<void> {
    this.keys.set(key.account, key);
    return Promise.resolve();
  }
  /** The browser throws it all away. */
  wipe(): void {
    this.items.clear();
    this.keys.clear();
  }
}

/** A request on its way. */
interface Flight {
  /** Carries it to the gateway and gives the answer. */
  carry(): Promise<Response>;
  /** What comes back to the page: an answer, or nothing. */
  back(answer: Response | undefined): void;
}

/** One phone: a storage, a clock that may be wrong, a session, and pages that come and go. */
export class TestPhone {
  readonly memory = new Memory();
  readonly flights: Flight[] = [];
  /** Seconds by which the phone's clock is ahead. */
  skew = 0;
  /** Whether there is signal. */
  signal = true;
  /** Cookie and call of who is signed in: one for all pages of the browser. */
  session: { call: string; cookie: string } | undefined;
  pages: Page[] = [];
  #ids = 0;

  constructor(
    readonly app: TestApp,
    readonly instance: string,
    readonly name: string,
    readonly secure: boolean,
  ) {}

  nowMs = () => this.app.world.nowMs();
  newId = () => `${this.name}-${String(++this.#ids).padStart(20, "0")}`;

  /** Opens the app in one more page. */
  async openPage(): Promise<Page> {
    const page = new Page(this);
    this.pages.push(page);
    await page.drain.start();
    return page;
  }

  /** All pages are gone; what they asked may still arrive. */
  killPages(): void {
    for (const page of this.pages) page.dead = true;
    this.pages = [];
  }

  /** Whether anything of whoever is signed in has still to be sent. */
  get waits(): boolean {
    return [...this.memory.items.values()].some(({ state, account }) =>
      account === this.session?.call && (state === "waiting" || state === "sending")
    );
  }

  /** Runs whatever the pages had planned for until now. */
  async tick(): Promise<void> {
    for (const page of this.pages) page.runDue();
    await settle();
  }
}

export class Page {
  dead = false;
  /** Who the page thinks is signed in: as it was when it was opened. */
  readonly call: string | undefined;
  readonly drain: Drain;
  readonly gateway: Gateway;
  readonly #planned = new Map<number, { at: number; act: () => void }>();
  #plans = 0;
  readonly #world: ClientWorld;

  constructor(readonly phone: TestPhone) {
    this.call = phone.session?.call;
    this.#world = {
      clock: () => phone.nowMs() / 1000 + phone.skew,
      fetch: (input, init) => this.#fetch(String(input), init),
      newId: phone.newId,
      later: (act, ms) => {
        const id = ++this.#plans;
        this.#planned.set(id, { at: phone.nowMs() + ms, act });
        return () => void this.#planned.delete(id);
      },
      socket: () => {
        throw new Error("the queue needs no live channel");
      },
      random: () => 0.5,
    };
    this.gateway = new Gateway(this.#world);
    this.drain = new Drain(
      { outbox: phone.memory, files: NO_FILES },
      this.gateway,
      this.#world,
      () => this.call ? { account: this.call, instance: phone.instance } : undefined,
    );
  }

  runDue(): void {
    for (const [id, { at, act }] of [...this.#planned]) {
      if (at > this.phone.nowMs()) continue;
      this.#planned.delete(id);
      if (!this.dead) act();
    }
  }

  /** Somebody writes a log and presses the button. Gives what was kept; settles once the key is made and it is kept. */
  async write(cache: string, kind: Kind, text: string): Promise<Item> {
    const { phone, gateway } = this;
    const { drain } = this;
    const app = { gateway, storage: phone.memory, world: this.#world, drain } as unknown as App;
    const about = { account: this.call!, instance: phone.instance, cache, title: "A cache" };
    const item = await newLog(app, about, { kind, text, position: undefined });
    await this.drain.add(phone.secure ? item : { ...item, body: { ...item.body, signed: undefined } });
    return item;
  }

  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const { phone } = this;
    if (!phone.signal) return Promise.reject(new TypeError("Failed to fetch"));
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const headers = new Headers(init.headers);
    headers.set("host", "localhost:8787");
    // The cookie is the browser's, whatever the page believes.
    if (phone.session) headers.set("cookie", phone.session.cookie);
    const request = new Request(new URL(path, "http://localhost:8787"), {
      method: init.method ?? "GET",
      headers,
      ...(typeof init.body === "string" && { body: init.body }),
    });
    phone.flights.push({
      carry: async () => {
        const answer = await phone.app.handler(request.clone(), { remoteAddr: { hostname: "192.0.2.7" } });
        const dated = new Response(await answer.bytes(), { status: answer.status, headers: answer.headers });
        dated.headers.set("date", new Date(phone.nowMs()).toUTCString());
        return dated;
      },
      back: (answer) => {
        // A page that is gone hears nothing.
        if (this.dead) return;
        if (answer) resolve(answer);
        else reject(new TypeError("Failed to fetch"));
      },
    });
    return promise;
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve));
}
