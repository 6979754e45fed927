/**
 * Phones for random histories of the queue: the app's own queue, sender and signatures, over a memory instead of IndexedDB
 * and a net that loses, delays and repeats, against the gateway's real routes. All by a clock that the test moves.
 */
import { setImmediate } from "node:timers";
import { Drain } from "../../src/client/phone/queue/drain.ts";
import type { Files } from "../../src/client/phone/queue/files.ts";
import { type Happening, type Item, next, pick } from "../../src/client/phone/queue/item.ts";
import type { DeviceKey, Outbox } from "../../src/client/phone/kept/storage.ts";
import { newDraft } from "../../src/client/phone/drafts/draft.ts";
import { publish } from "../../src/client/hide/publish.ts";
import { newLog } from "../../src/client/log/new_log.ts";
import type { LogKind } from "../../src/client/log/new_log.ts";
import { keepPhotos, type Photo, photosOf } from "../../src/client/phone/photo/photo.ts";
import type { App } from "../../src/client/phone/app.ts";
import { Gateway } from "../../src/client/phone/ask.ts";
import type { ClientWorld } from "../../src/client/phone/world.ts";
import { queueUnlock } from "../../src/client/cache/stages/queue_unlock.ts";
import type { TestApp } from "../kit/app.ts";

/** Photos beside the queue, as a second database of the browser keeps them. */
export class MemoryFiles implements Files {
  bytes = new Map<string, Uint8Array>();
  keep = (id: string, bytes: Uint8Array) => Promise.resolve(void this.bytes.set(id, bytes));
  read = (id: string) => Promise.resolve(this.bytes.get(id));
  drop = (id: string) => Promise.resolve(void this.bytes.delete(id));
}

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
  // A step that cannot be fails as a transaction does: by its promise.
  // deno-lint-ignore require-await
  async change(id: string, happening: Happening, now: number): Promise<Item | undefined> {
    const item = this.items.get(id);
    const changed = item && next(item, happening, now);
    if (changed) this.items.set(id, changed);
    return changed;
  }
  drop(id: string): Promise<void> {
    this.items.delete(id);
    return Promise.resolve();
  }
  deviceKey = (account: string) => Promise.resolve(this.keys.get(account));
  addDeviceKey(key: DeviceKey): Promise<DeviceKey> {
    const there = this.keys.get(key.account);
    if (!there) this.keys.set(key.account, key);
    return Promise.resolve(there ?? key);
  }
  noteRegistered(key: DeviceKey): Promise<void> {
    this.keys.set(key.account, { ...key, registered: true });
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

/** Three letters that no other history has, for callsigns. */
export const lettersOf = (seed: number): string =>
  String.fromCharCode(...[676, 26, 1].map((d) => 65 + Math.floor(seed / d) % 26));

/** One phone: a storage, a clock that may be wrong, a session, and pages that come and go. */
export class TestPhone {
  readonly memory = new Memory();
  readonly files = new MemoryFiles();
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
  /** 32 hexadecimal digits, as the app draws them; `name` is some of the same. */
  newId = () => this.name.padStart(8, "0") + String(++this.#ids).padStart(24, "0");

  /** The browser throws away all that it keeps. */
  wipe(): void {
    this.memory.wipe();
    this.files.bytes.clear();
  }

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
  /** As much of the app as what is done here needs. */
  readonly app: App;
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
      {
        outbox: phone.memory,
        files: phone.files,
        keys: phone.memory,
        drafts: { drop: () => Promise.resolve() },
      },
      this.gateway,
      this.#world,
      () => this.call ? { account: this.call, instance: phone.instance } : undefined,
    );
    const { gateway, drain } = this;
    const { memory: storage, files } = phone;
    this.app = { gateway, storage, files, world: this.#world, drain } as unknown as App;
  }

  runDue(): void {
    for (const [id, { at, act }] of [...this.#planned]) {
      if (at > this.phone.nowMs()) continue;
      this.#planned.delete(id);
      if (!this.dead) act();
    }
  }

  /** Somebody writes a log and presses the button. Gives what was kept; settles once the key is made and it is kept. */
  async write(cache: string, kind: LogKind, text: string, photos: readonly Photo[] = []): Promise<Item> {
    const { phone, app } = this;
    const about = { account: this.call!, instance: phone.instance, cache, title: "A cache" };
    const made = await newLog(app, about, { kind, text, position: undefined });
    const item = phone.secure ? made : { ...made, body: { ...made.body, signed: undefined } };
    await keepPhotos(app, photos);
    await this.drain.add(item, ...photosOf(item, photos));
    return item;
  }

  /** Somebody opens a stage with the code of its tag, with no connection needed. */
  unlock(cache: string, n: number, code: string): Promise<void> {
    const about = { account: this.call!, instance: this.phone.instance, cache, title: "A cache" };
    return queueUnlock(this.app, about, { n, code });
  }

  /** Somebody publishes a draft. Gives the name of what is queued. */
  async hide(title: string, photos: Photo[]): Promise<string> {
    const { phone } = this;
    const draft = newDraft(phone.newId(), this.call!, phone.instance, this.gateway.now());
    await publish(this.app, { ...draft, title, lat: 48.2, lon: 16.37, photos });
    return draft.id;
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
      ...(init.body != null && { body: init.body }),
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
    // What is given up may be on its way all the same.
    init.signal?.addEventListener("abort", () => reject(new TypeError("Failed to fetch")));
    return promise;
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve));
}
