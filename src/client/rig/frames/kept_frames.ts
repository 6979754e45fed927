/**
 * What the radio heard of the person's own stations, on its way to the gateway: batches that this phone's key signs
 * (`svc-ing/1`). They attest nothing. Without signal the newest 500 are kept on the phone until it is back.
 */
import { effect, signal } from "@preact/signals";
import type { App } from "../../phone/app.ts";
import { deviceKey, registerKey, signature } from "../../phone/queue/sign.ts";
import type { DeviceKey } from "../../phone/kept/storage.ts";
import { saysLater } from "../../phone/queue/item.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** So many frames are kept, and so many go in one batch. */
export const MOST_KEPT = 500;
const BATCH = 100;
/** Milliseconds after a frame until it is sent, with what came beside it; and after a try that failed. */
const SOON_MS = 2000, LATER_MS = 30_000;
/** The name of the note under which the phone keeps them: no path, so that it is no answer of anybody's. */
const NOTE = "radio frames";

/** A frame that waits. */
export interface Waiting {
  account: string;
  instance: string;
  line: string;
  /** Unix seconds. */
  at: number;
  port: string;
}

/** The list with one more; the oldest give way. */
export const withOne = (list: readonly Waiting[], one: Waiting): readonly Waiting[] =>
  [...list, one].slice(-MOST_KEPT);

/** The first batch of what waits for this person at this instance. */
export const batchOf = (
  list: readonly Waiting[],
  of: Pick<Waiting, "account" | "instance">,
): readonly Waiting[] =>
  list.filter(({ account, instance }) => account === of.account && instance === of.instance).slice(0, BATCH);

/** A batch as the gateway takes it. Members are in alphabetical order: for texts and whole numbers RFC 8785 needs no more. */
async function signedBatch(key: DeviceKey, frames: readonly Waiting[], at: number) {
  const packets = frames.map(({ at, line, port }) => ({ heardAt: at, port, raw: line, via: "rf" }));
  const batch = { at, call: key.account, key: key.publicKey, packets };
  return { ...batch, sig: await signature(key, "svc-ing/1", JSON.stringify(batch)) };
}

export class KeptFrames {
  /** How many wait, and how many the gateway has taken since this tab was opened. */
  readonly waiting = signal(0);
  readonly taken = signal(0);
  /** Whether this browser cannot sign: then nothing is handed on. */
  readonly cannot = signal(false);
  #list: readonly Waiting[] = [];
  #running: Promise<void> | undefined;
  #callOff = () => {};
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Reads what an earlier opening kept, and begins to send. Gives the function that ends it. */
  async start(): Promise<() => void> {
    const note = await this.#app.storage.kept(NOTE).catch(() => undefined);
    this.#list = [...Array.isArray(note?.value) ? note.value as Waiting[] : [], ...this.#list].slice(
      -MOST_KEPT,
    );
    this.#count();
    const end = effect(() => {
      if (this.#app.gateway.reached.value && this.#app.call.value) this.#plan(SOON_MS);
    });
    return () => {
      end();
      this.#callOff();
    };
  }

  /** A frame of one of the person's own stations. */
  async add(frame: Pick<Waiting, "line" | "at" | "port">): Promise<void> {
    const whose = this.#whose();
    if (!whose) return;
    this.#list = withOne(this.#list, { ...frame, ...whose });
    this.#count();
    await this.#keep();
    this.#plan(SOON_MS);
  }

  #whose(): Pick<Waiting, "account" | "instance"> | undefined {
    const account = this.#app.call.peek(), instance = this.#app.start.peek()?.value.instance;
    return account === undefined || instance === undefined ? undefined : { account, instance };
  }

  #count(): void {
    this.waiting.value = this.#list.length;
  }

  async #keep(): Promise<void> {
    const { storage, gateway } = this.#app;
    // A phone without room still has them in this tab.
    await storage.keep({ path: NOTE, value: this.#list, at: gateway.now() }).catch(() => {});
  }

  #plan(ms: number): void {
    this.#callOff();
    this.#callOff = this.#app.world.later(() => {
      this.#running ??= this.#send().finally(() => this.#running = undefined);
    }, ms);
  }

  async #send(): Promise<void> {
    const { gateway, storage } = this.#app;
    for (;;) {
      const whose = this.#whose(), frames = whose && batchOf(this.#list, whose);
      if (!whose || !frames || frames.length === 0) return;
      const key = await deviceKey(storage, whose.account);
      this.cannot.value = key === undefined;
      if (!key) return;
      if (await registerKey(storage, gateway, whose.account)) return this.#plan(LATER_MS);
      const body = await signedBatch(key, frames, gateway.now());
      const answer = await gateway.ask("POST", routeTo("POST /ingest"), body);
      // What is refused for good is of no use to anybody: the next batch may be.
      if (!answer.ok && (!answer.refused || saysLater(answer.status))) return this.#plan(LATER_MS);
      if (answer.ok) this.taken.value += answer.value.accepted + answer.value.duplicates;
      this.#list = this.#list.filter((one) => !frames.includes(one));
      this.#count();
      await this.#keep();
    }
  }
}
