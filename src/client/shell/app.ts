/** The app as one value: what pages ask, and what they may do. Made once, handed to pages by `useApp()`. */
import { computed, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Start } from "../../read/mod.ts";
import { changed, OwnPrefs, type Prefs } from "../account/own_prefs.ts";
import { Caches } from "../nearby/caches.ts";
import type { Archive } from "../map/archive.ts";
import { Coast } from "../map/coast.ts";
import { regionalArchive } from "../map/regional.ts";
import { Stations } from "../live/stations.ts";
import { forgetEnd, noteEnd, readEnd, type SessionEnd } from "../sign_in/ended.ts";
import { Drain } from "../outbox/drain.ts";
import { FileStore } from "../outbox/files.ts";
import { deviceKey, registerKey } from "../outbox/sign.ts";
import { waits } from "../outbox/item.ts";
import { Packs } from "../packs/packs.ts";
import { Storage } from "../outbox/storage.ts";
import { Gateway } from "./ask.ts";
import { heedLanguage, heedUnits } from "./choices.ts";
import { type Known, Reader } from "./reader.ts";
import { Wire } from "./wire.ts";
import type { ClientWorld } from "./world.ts";

/** Where the phone notes whose answers it keeps. */
const WHO = "account:who";

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
  readonly start = signal<Known<Start> | undefined>(undefined);
  /** Call of who is signed in. */
  readonly call = computed(() => this.start.value?.value.session.call ?? undefined);

  /** Whether who is signed in is an operator of this instance. The gateway decides; this says what to offer. */
  readonly isSysop = computed(() => this.start.value?.value.session.sysop ?? false);

  /** Whose session on this device ended without their doing, and why; until they have read it or signed in again. */
  readonly ended = signal<SessionEnd | undefined>(undefined);

  constructor(readonly world: ClientWorld, storage = new Storage()) {
    this.gateway = new Gateway(world);
    this.storage = storage;
    this.reader = new Reader(this.gateway, storage);
    this.drain = new Drain({ outbox: storage, files: this.files, keys: storage }, this.gateway, world, () => {
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
    this.caches = new Caches(this.reader, this.call, this.drain.items, () => this.packs.rows());
  }

  /** The ground of big maps where this instance has an archive of its region; opened once. */
  #archive: Promise<Archive | undefined> | undefined;
  archive(): Promise<Archive | undefined> {
    return this.#archive ??= regionalArchive(this.reader, this.gateway, this.packs);
  }

  /** Reads what every page needs, sends what waits, and sees that the gateway knows this phone's key. */
  async open(): Promise<void> {
    await this.drain.refresh();
    await this.packs.open();
    await this.refresh();
    await this.#forgetOthers();
    if (this.gateway.reached.peek()) {
      this.ended.value = this.call.peek() ? undefined : await readEnd(this.gateway);
    }
    await this.drain.start();
    await this.prefs.send();
    const call = this.call.peek();
    if (!call || !this.gateway.reached.peek()) return;
    await deviceKey(this.storage, call);
    await registerKey(this.storage, this.gateway, call);
  }

  #learn(known: Known<Start>): void {
    // What was chosen here and has not reached the gateway yet holds all the same.
    const prefs = this.prefs.over(known.value.prefs, known.value.session.call);
    this.start.value = { ...known, value: { ...known.value, prefs } };
    heedLanguage(prefs.lang);
    heedUnits((prefs.locale as { units?: unknown } | undefined)?.units);
  }

  /** What was kept for somebody who is signed in no longer is not shown to whoever comes next. */
  async #forgetOthers(): Promise<void> {
    if (this.start.peek()?.source !== "live") return;
    const call = this.call.peek() ?? null;
    const before = (await this.storage.kept(WHO).catch(() => undefined))?.value ?? null;
    if (call) forgetEnd();
    else if (typeof before === "string") noteEnd(before);
    if (before === call) return;
    if (before !== null) await this.storage.forgetKept();
    await this.storage.keep({ path: WHO, value: call, at: this.gateway.now() }).catch(() => {});
  }

  /** Reads again who is here and what waits for them. */
  async refresh(): Promise<void> {
    await this.reader.read<Start>("/api/start", (known) => this.#learn(known));
  }

  /** Signed out: nothing of the person is left on the pages. */
  async left(): Promise<void> {
    await this.storage.forgetKept();
    // It was their own doing: nothing has to be said of it.
    await this.storage.keep({ path: WHO, value: null, at: this.gateway.now() }).catch(() => {});
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

export const AppContext = createContext<App | undefined>(undefined);

/** The app, in a page or a panel of it. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("a page is drawn outside the app");
  return app;
}

/**
 * Of what is unread, how much is behind a page: talk is everything that others wrote to this person, mail a part of it.
 * Bulletins are for everybody and many: they are counted at their own page, so that no message drowns in them.
 */
export function unreadFor({ start }: App, page: string): number {
  const { messages = 0, packetMail = 0, bulletins = 0 } = start.value?.value.counts ?? {};
  return page === "messages" ? messages + packetMail : page === "bbs" ? packetMail + bulletins : 0;
}

/** How many things wait: to be sent by this phone, or for their person's word. */
export const waitsFor = ({ drain, start }: App): number =>
  drain.items.value.filter((item) => waits(item) && item.kind !== "thumb").length +
  (start.value?.value.counts.radioCommands ?? 0);
