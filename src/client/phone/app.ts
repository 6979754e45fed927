/** The app as one value: all that pages read from and act on. Made once in `main.tsx`; pages get it from `useApp()`. */
import { computed, effect, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Start } from "../../read/mod.ts";
import { changed, OwnPrefs, type Prefs } from "./person/own_prefs.ts";
import { accountOf, isBySigningIn, Whose } from "./person/whose.ts";
import { Caches } from "./known/caches.ts";
import { centreOf } from "../ui/places/squares.ts";
import { Coast } from "./known/coast.ts";
import { Stations } from "./known/stations.ts";
import { endLeft, forgetEnd, noteEnd, noteLeft, readEnd, type SessionEnd } from "./person/ended.ts";
import { type Drafts, Drain } from "./queue/drain.ts";
import { PACE } from "./queue/knock.ts";
import { FileStore } from "./queue/files.ts";
import { deviceKey, registerKey } from "./queue/sign.ts";
import { waits } from "./queue/item.ts";
import { Packs } from "./packs/packs.ts";
import { Storage } from "./kept/storage.ts";
import { Connection } from "./connection.ts";
import { Gateway } from "./ask.ts";
import { type NotKept, whyNotKept } from "./kept/database.ts";
import { heedLanguage, heedUnits, PUSHED, recall } from "./choices.ts";
import { type Known, Reader, START } from "./reader.ts";
import { Wire } from "./wire/wire.ts";
import type { ClientWorld } from "./world.ts";

/** Connection, memory, outbox, packs and live stations, and who is signed in. */
export class App {
  readonly gateway: Gateway;
  readonly storage: Storage;
  readonly files = new FileStore();
  readonly reader: Reader;
  readonly caches: Caches;
  readonly drain: Drain;
  readonly coast: Coast;
  readonly packs: Packs;
  readonly wire: Wire;
  readonly stations: Stations;
  readonly prefs: OwnPrefs;
  readonly connection: Connection;
  readonly #whose: Whose;
  /** The answer of `/api/start`: who is signed in, and what every page needs. `undefined` until it was read once. */
  readonly start = signal<Known<Start> | undefined>(undefined);
  /** Callsign of the person who is signed in; `undefined` for nobody. */
  readonly call = computed(() => this.start.value?.value.session.call ?? undefined);

  /** The middle of this instance's region; `undefined` where it has none. */
  readonly middle = computed(() => {
    const region = this.start.value?.value.region;
    return region ? centreOf(region) : undefined;
  });

  /** Whether that person is an operator of this instance. It decides only what is offered: the gateway checks each request. */
  readonly isSysop = computed(() => this.start.value?.value.session.sysop ?? false);

  /** How often this opening told the gateway a key of this device. */
  readonly keysTold = signal(0);

  /** Whose session ended without their doing, and why; `undefined` once they have read it or have signed in again. */
  readonly ended = signal<SessionEnd | undefined>(undefined);

  /** Why this browser keeps nothing for the app, which is then to be read alone. */
  readonly keepsNot = signal<NotKept | undefined>(undefined);

  constructor(readonly world: ClientWorld, drafts: Drafts, storage = new Storage()) {
    this.gateway = new Gateway(world);
    this.storage = storage;
    this.#whose = new Whose(storage);
    this.reader = new Reader(this.gateway, storage, this.#first());
    const stores = { outbox: storage, files: this.files, keys: storage, drafts };
    this.drain = new Drain(stores, this.gateway, world, () => {
      const start = this.start.peek()?.value, account = start?.session.call;
      return account ? { account, instance: start.instance } : undefined;
    });
    this.prefs = new OwnPrefs(this.gateway, world, async () => {
      await this.refresh();
      const start = this.start.peek();
      if (!this.gateway.reached.peek() || start?.source !== "live") return undefined;
      return { account: this.call.peek() ?? null, prefs: start.value.prefs };
    });
    this.wire = new Wire(world, () => this.gateway.now());
    this.stations = new Stations(this.reader, this.wire, this.gateway, world);
    this.coast = new Coast(this.gateway);
    this.packs = new Packs(this.gateway);
    this.caches = new Caches(this.reader, this.call, this.drain.items, () => this.packs.rows(), this.middle);
    this.connection = new Connection(this.gateway, this.reader, world, () => this.refresh());
    effect(() => {
      // The gateway cannot be asked who is here: then nothing of anybody's is shown.
      if (this.reader.unread.value.has(START)) this.#whose.say(null);
    });
    effect(() => {
      const why = this.reader.missing.value;
      // A session that ended in the middle: who is here is asked again, and the page says what became of it.
      if (why?.refused && why.reason === "no_session" && this.call.peek()) {
        queueMicrotask(() => void this.open());
      }
    });
  }

  /** Reads what every page needs, sends what waits, and sees that the gateway knows this phone's key. */
  async open(isAnew = isBySigningIn()): Promise<void> {
    await endLeft(this.gateway);
    this.keepsNot.value = await this.drain.refresh().then(() => undefined, whyNotKept);
    if (this.keepsNot.peek()) return await this.refresh();
    await this.packs.open();
    // Where packets vanish no answer comes for long: what waits is then sent by what the phone knows of who is here.
    const callOff = this.world.later(() => void this.drain.start(), PACE.firstMs);
    await this.refresh();
    callOff();
    await this.#forgetOthers();
    if (this.gateway.reached.peek()) {
      this.ended.value = this.call.peek() ? undefined : await readEnd(this.gateway);
    }
    await this.drain.start();
    await this.prefs.send();
    const call = this.call.peek();
    if (!call || !this.gateway.reached.peek()) return;
    if (recall(PUSHED) === call) {
      void import("./push/push.ts").then(({ isPushed }) => isPushed(this.gateway, call));
    }
    const key = await deviceKey(this.storage, call);
    await registerKey(this.storage, this.gateway, call, undefined, isAnew);
    if (isAnew || !key?.registered) this.keysTold.value++;
  }

  /** Whose answers are shown while the gateway has not said who is here. */
  async #first(): Promise<string> {
    if (isBySigningIn()) {
      noteLeft(false);
      await this.#whose.note("somebody", this.gateway.now());
    }
    return await this.#whose.first();
  }

  /** To be called once somebody has signed in: nothing of whoever was here before is shown, and who it is now is read. */
  async arrived(): Promise<void> {
    noteLeft(false);
    this.reader.serve(this.#whose.somebody());
    await this.#whose.note("somebody", this.gateway.now());
    this.start.value = undefined;
    await this.open(true);
  }

  #learn(known: Known<Start>): void {
    if (known.source === "live") {
      const account = accountOf(known.value.session);
      this.#whose.say(account);
      this.reader.serve(Promise.resolve(account?.id ?? ""));
    }
    // Choices that have not reached the gateway yet count already.
    const prefs = this.prefs.over(known.value.prefs, known.value.session.call);
    this.start.value = { ...known, value: { ...known.value, prefs } };
    heedLanguage(prefs.lang);
    heedUnits((prefs.locale as { units?: unknown } | undefined)?.units);
  }

  /** Deletes what the phone keeps of the person before, so that it is not shown to whoever is signed in now. */
  async #forgetOthers(): Promise<void> {
    if (this.start.peek()?.source !== "live") return;
    const now = accountOf(this.start.peek()!.value.session), before = await this.#whose.noted();
    if (now) forgetEnd();
    else if (before !== null && before !== "somebody") noteEnd(before.call);
    if (before !== "somebody" && before?.id === now?.id && before?.call === now?.call) return;
    if (before !== null) {
      await this.storage.forgetOthers(now?.id ?? "");
      this.caches.own.forget();
    }
    // Signing out everywhere ends keys as well: after a sign-in the gateway is told this phone's key anew.
    if (now) await this.storage.forgetRegistered(now.call).catch(() => {});
    await this.#whose.note(now, this.gateway.now());
  }

  /** Reads again who is here and what waits for them. */
  async refresh(): Promise<void> {
    await this.reader.read(START, (known) => this.#learn(known));
  }

  /** Reads anew what the page shows, because somebody asked for it, and who is here. */
  async readAnew(): Promise<void> {
    this.reader.round.value++;
    await Promise.all([this.open(), this.caches.refresh()]);
  }

  /** To be called after signing out: forgets what was kept of the person, and loads the first page anew. */
  async left(): Promise<void> {
    await this.storage.forgetOthers("");
    this.caches.own.forget();
    // They signed out themselves, so no page has to say that a session ended.
    await this.#whose.note(null, this.gateway.now());
    forgetEnd();
    location.assign("/");
  }

  /** Changes some of the preferences that the gateway keeps; without a session they hold on this device alone. */
  setPrefs(some: Prefs): void {
    const start = this.start.peek();
    const call = this.call.peek();
    if (start?.source === "live" && !call) return;
    if (start) {
      const prefs = changed(start.value.prefs, some);
      this.start.value = { ...start, value: { ...start.value, prefs } };
    }
    this.prefs.choose(some, call);
  }
}

/** Where `useApp()` finds the app. */
export const AppContext = createContext<App | undefined>(undefined);

/** The app, for any component below `AppContext`. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("a page is drawn outside the app");
  return app;
}

/**
 * How many unread things a page shows: "messages" counts messages and packet mail, "bbs" counts packet mail and bulletins.
 * Bulletins go to everybody and are many; counted with the messages, they would hide that somebody wrote to this person.
 */
export function unreadFor({ start }: App, page: string): number {
  const { messages = 0, packetMail = 0, bulletins = 0 } = start.value?.value.counts ?? {};
  return page === "messages" ? messages + packetMail : page === "bbs" ? packetMail + bulletins : 0;
}

/** How many things wait: to be sent by this phone, or for the person to confirm (commands that came by radio). */
export const waitsFor = ({ drain, start }: App): number =>
  drain.items.value.filter((item) => waits(item) && item.kind !== "thumb").length +
  (start.value?.value.counts.radioCommands ?? 0);
