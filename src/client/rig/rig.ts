/**
 * The radio of this tab: which one it is, what it hears, and the one way by which something leaves with it. It begins when
 * somebody picks a radio, and lives on while other pages are shown. It sends in nobody's place: `press` takes the press of a
 * button by a hand, and asks every lock.
 */
import { effect, signal } from "@preact/signals";
import { KissReader } from "../../aprs/kiss.ts";
import { positionInfo } from "../../aprs/compose.ts";
import type { App } from "../phone/app.ts";
import { recall, remember } from "../phone/choices.ts";
import type { Reading } from "../phone/position/reading.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { heardBy, type HeardHere, isOwn, isText, newsOf, readFrame, withHeard } from "./frames/read_frame.ts";
import { KeptFrames } from "./frames/kept_frames.ts";
import { type Picked, PORT_NAMES, type PortKind, type RadioPort } from "./ports/port.ts";
import {
  after,
  type Asked,
  type AskedFrame,
  decide,
  decideFrame,
  type Facts,
  type GateState,
  type Happening,
  isGateDue,
  NOTHING_YET,
  type PathName,
  PATHS,
  type Sent,
  type Shut,
  shutForFrame,
  shutLocks,
  type TxState,
} from "./transmit/locks.ts";

/** How it is with the radio. `elsewhere`: another tab holds one. `text`: it speaks, and no KISS. */
export type RigWord = "none" | "opening" | "connected" | "lost" | "failed" | "elsewhere" | "text";

/** What came back after a position was sent. */
export type SignOfHearing =
  /** A digipeater was heard with it. */
  | { what: "repeated"; by: string; at: number }
  /** Somebody wrote to the call over the air. */
  | { what: "wrote"; by: string; text: string; at: number }
  /** A receiver of the gateway heard it. */
  | { what: "heard"; by: string; at: number };

/** Milliseconds before a radio that was lost is opened again, by how often that failed. */
const AGAIN_MS = [1000, 2000, 5000, 10_000, 30_000];
/** How long the gateway may take to say whether the call may send, in milliseconds. */
const GATE_MS = 5000;
/** Of what a modem of 1200 bit/s needs on the air; a slower one says so by its kind. */
const MODEM = { bitsPerSecond: 1200, keyUpMs: 500 };
/** What this device remembers of what was sent and what the gateway said, and under which SSID its owner sends. */
const SENT = "radio:sent", SSID = "radio:ssid", USUAL_SSID = 7;
/** On foot. */
const SYMBOL = "/[";
/** After so many seconds an answer to a position is no answer to it any more. */
const ANSWER_S = 120;
/** How often the gateway is asked who heard it, in milliseconds. */
const ASK_MS = 3000;

/** Whoever hears every frame of the radio, and is told in the moment in which the tab is left. */
export interface RigEars {
  frame(bytes: Uint8Array, at: number): void;
  leaves(): void;
}

export class Rig {
  readonly ears = new Set<RigEars>();
  readonly word = signal<RigWord>("none");
  readonly port = signal<RadioPort | undefined>(undefined);
  /** What the radio is called, and how it is reached; while it is lost, too. */
  readonly name = signal("");
  readonly kind = signal<PortKind>("ble");
  /** When it was connected, unix seconds. */
  readonly since = signal(0);
  readonly tx = signal<TxState>(NOTHING_YET);
  readonly heard = signal<readonly HeardHere[]>([]);
  /** Frames of no use: no APRS, or cut. */
  readonly unread = signal(0);
  /** When something was sent last in this tab, and what came back. */
  readonly sentAt = signal<number | undefined>(undefined);
  readonly answer = signal<SignOfHearing | undefined>(undefined);
  readonly ssid = signal(recall<number>(SSID) ?? USUAL_SSID);
  readonly path = signal<PathName>("wide");
  readonly frames: KeptFrames;
  #picked: Picked | undefined;
  #kiss = new KissReader();
  #first: Uint8Array | undefined = new Uint8Array();
  #callOff = () => {};
  #letGo: (() => void) | undefined;
  #asking = false;

  constructor(readonly app: App) {
    this.frames = new KeptFrames(app);
    const before = recall<{ gate: GateState; sent: Sent[] }>(SENT);
    if (before) this.#happen({ what: "recalled", ...before, now: this.now() });
    const left = () => {
      for (const ear of this.ears) ear.leaves();
      this.#happen({ what: "left" });
    };
    document.addEventListener("visibilitychange", () => document.hidden && left());
    addEventListener("pagehide", () => {
      left();
      this.port.peek()?.close();
    });
    // Whoever signs in now has allowed nothing.
    let whose = app.call.peek();
    effect(() => {
      const call = app.call.value;
      if (call !== whose) left();
      whose = call;
    });
    void this.frames.start();
  }

  now = (): number => this.app.gateway.now();

  /** The call under which this person sends: their own, with the SSID that they chose. */
  source(): string {
    const call = this.app.call.peek() ?? "", ssid = this.ssid.value;
    return ssid === 0 ? call : `${call}-${ssid}`;
  }

  choose(ssid: number): void {
    this.ssid.value = ssid;
    remember(SSID, ssid);
  }

  /** Takes the radio that somebody picked, in the place of the one before. One tab holds a radio at a time. */
  async take(picked: Picked): Promise<void> {
    this.drop();
    this.word.value = "opening";
    if (!await this.#hold()) return void (this.word.value = "elsewhere");
    this.#picked = picked;
    this.name.value = picked.name;
    this.kind.value = picked.kind;
    await this.#open(0);
  }

  /** Lets the radio go. */
  drop(): void {
    this.#callOff();
    this.#picked = undefined;
    this.port.peek()?.close();
    this.#gone("none");
    this.#letGo?.();
    this.#letGo = undefined;
  }

  allow(on: boolean): void {
    this.#happen(on ? { what: "allowed", at: this.now() } : { what: "forbidden" });
  }

  /** What would be sent from here. */
  asked(at: { lat: number; lon: number }): Asked {
    return {
      source: this.source(),
      path: PATHS[this.path.value],
      info: positionInfo(at.lat, at.lon, SYMBOL),
    };
  }

  facts(): Facts {
    const start = this.app.start.value?.value.session, call = this.app.call.value;
    return {
      now: this.now(),
      seen: !document.hidden,
      proven: start?.verified === true ? call?.split("-", 1)[0] : undefined,
      ...MODEM,
    };
  }

  shut = (at: { lat: number; lon: number }): Shut[] => shutLocks(this.asked(at), this.tx.value, this.facts());

  /** Sends one position, if every lock is open: the press of a button by a hand, and nothing else. Gives what stands against it. */
  async press(event: Event, reading: Reading): Promise<Shut[]> {
    if (!event.isTrusted || this.#asking) return [];
    this.#asking = true;
    try {
      await this.askGate();
      // What was so before the gateway answered may not be so any more.
      const port = this.port.peek(), verdict = decide(this.asked(reading), this.tx.peek(), this.facts());
      if (!verdict.may) return verdict.shut;
      if (!port) return [{ rule: "consent" }];
      this.#set(verdict.state);
      this.answer.value = undefined;
      this.sentAt.value = this.now();
      await port.send(verdict.clearance);
      this.#askWho();
      return [];
    } finally {
      this.#asking = false;
    }
  }

  /** What stands against a frame of a connection, or a line to all. */
  shutFor = (frame: AskedFrame): Shut[] => shutForFrame(frame, this.tx.peek(), this.facts());

  /** Sends one such frame of what a hand began, if every lock is open; gives what stands against it. */
  give(frame: AskedFrame): Shut[] {
    const port = this.port.peek(), verdict = decideFrame(frame, this.tx.peek(), this.facts());
    if (!verdict.may) return verdict.shut;
    if (!port) return [{ rule: "consent" }];
    this.#set(verdict.state);
    port.send(verdict.clearance).catch(() => this.word.value = "lost");
    return [];
  }

  /** Asks the gateway whether the call may send, where its last answer is too old. */
  async askGate(): Promise<void> {
    const call = this.source();
    if (call === "" || !isGateDue(this.tx.peek(), call, this.now())) return;
    const answer = await this.app.gateway.get(routeTo("GET /api/my/txgate", { query: { call } }), GATE_MS);
    const at = this.now();
    if (answer.ok) this.#happen({ what: "gate", call, ok: answer.value.ok, at });
    else if (answer.refused && answer.status < 500) this.#happen({ what: "gate", call, ok: false, at });
    else this.#happen({ what: "unanswered", at });
  }

  #happen(happening: Happening): void {
    this.#set(after(this.tx.peek(), happening));
  }

  /** Written down before anything leaves: a tab that is opened anew keeps the distances. */
  #set(state: TxState): void {
    this.tx.value = state;
    const { gate, sent } = state;
    remember(SENT, { gate, sent });
  }

  /** Holds the right to a radio for as long as one is picked: another tab has to wait. */
  async #hold(): Promise<boolean> {
    const { locks } = navigator;
    if (!locks || this.#letGo) return true;
    return await new Promise<boolean>((answer) => {
      void locks.request("radio", { ifAvailable: true }, (lock) => {
        answer(lock !== null);
        if (lock) return new Promise<void>((done) => this.#letGo = done);
      });
    });
  }

  async #open(tries: number): Promise<void> {
    const picked = this.#picked;
    if (!picked) return;
    this.word.value = tries === 0 ? "opening" : "lost";
    this.#kiss = new KissReader();
    this.#first = new Uint8Array();
    try {
      const port = await picked.open({
        bytes: (chunk) => this.#hear(chunk),
        lost: () => {
          this.#gone("lost");
          this.#again(0);
        },
      });
      // Somebody let it go meanwhile.
      if (this.#picked !== picked) return port.close();
      this.port.value = port;
      this.since.value = this.now();
      this.word.value = "connected";
      this.#happen({ what: "radio", radio: port.id });
      void this.askGate();
    } catch {
      if (this.#picked !== picked) return;
      this.#gone(tries === 0 ? "failed" : "lost");
      if (tries > 0) this.#again(tries);
    }
  }

  #again(tries: number): void {
    this.#callOff();
    const wait = AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)]!;
    this.#callOff = this.app.world.later(() => void this.#open(tries + 1), wait);
  }

  #gone(word: RigWord): void {
    this.port.value = undefined;
    this.word.value = word;
    this.#happen({ what: "radio", radio: undefined });
  }

  #hear(chunk: Uint8Array): void {
    if (this.#first) {
      const first = Uint8Array.from([...this.#first, ...chunk]);
      this.#first = first.includes(0xc0) || first.length > 200 ? undefined : first;
      if (isText(first)) this.word.value = "text";
      else if (this.word.peek() === "text") this.word.value = "connected";
    }
    for (const { command, data } of this.#kiss.push(chunk)) {
      if (command === 0) this.#frame(data);
    }
  }

  #frame(bytes: Uint8Array): void {
    const at = this.now(), read = readFrame(bytes, at), port = this.port.peek();
    for (const ear of this.ears) ear.frame(bytes, at);
    if (!read) return void this.unread.value++;
    this.heard.value = withHeard(this.heard.peek(), read.heard);
    const { stations } = this.app, news = newsOf(read, stations.of(read.heard.call)?.peek());
    if (news) stations.learn([news]);
    this.#answered(read.packet.content, read.heard, at);
    if (port && isOwn(read, this.app.call.peek())) {
      void this.frames.add({ line: read.line, at, port: PORT_NAMES[port.kind] });
    }
  }

  #answered(
    content: { kind: string; addressee?: string; text?: string },
    heard: HeardHere,
    at: number,
  ): void {
    const sentAt = this.sentAt.peek(), own = this.source();
    if (sentAt === undefined || at - sentAt > ANSWER_S) return;
    if (heard.call === own && heard.via !== undefined) {
      if (!this.answer.peek()) this.answer.value = { what: "repeated", by: heard.via, at };
    } else if (content.kind === "message" && content.addressee === own) {
      this.answer.value = { what: "wrote", by: heard.call, text: content.text ?? "", at };
    }
  }

  /** Asks the gateway for a while who heard what was sent. */
  #askWho(): void {
    const sentAt = this.sentAt.peek()!, call = this.source(), { gateway, world } = this.app;
    const ask = async () => {
      if (this.sentAt.peek() !== sentAt || this.now() - sentAt > ANSWER_S) return;
      const path = routeTo("GET /api/stations/:call/packets", { params: { call }, query: { limit: 5 } });
      const answer = await gateway.get(path, GATE_MS);
      const by = answer.ok ? heardBy(answer.value.packets, sentAt) : undefined;
      if (this.sentAt.peek() !== sentAt) return;
      if (by) this.answer.value = { what: "heard", ...by };
      else world.later(() => void ask(), ASK_MS);
    };
    void ask();
  }
}

const rigs = new WeakMap<App, Rig>();
/** The rig of this tab. */
export function rigOf(app: App): Rig {
  const rig = rigs.get(app) ?? new Rig(app);
  rigs.set(app, rig);
  return rig;
}
