/**
 * The terminal of this tab: its channels over the radio that the tab holds. What it sends is what hands began: a call, a line, and
 * what AX.25 has to answer while a connection stands. Each frame asks the rig, which asks every lock; when the tab is left, each
 * connection gets one goodbye and nothing more.
 */
import { effect, signal, untracked } from "@preact/signals";
import { type LinkFrame, PID_TEXT, readLinkFrame } from "../../../aprs/connected/link_frame.ts";
import { frameMs, TIMING } from "../../../aprs/connected/timing.ts";
import { isAx25Call, normalCall } from "../../../base/callsigns.ts";
import type { Rig, RigEars } from "../rig.ts";
import { MOST_VIA, type Shut } from "../transmit/locks.ts";
import { Channel, type ChannelEars, type Ending } from "./channel.ts";
import { showSession, toEars } from "../../phone/known/from_terminal.ts";
import { type HeardCall, infoText, monitorText, withFrame } from "./heard_calls.ts";
import { History, type Line, withLines } from "./lines.ts";

/** Connections at once. */
export const MOST_CHANNELS = 9;
/** What is shown: a channel by its number, lines to all, or everything that is heard. */
export type ScreenName = number | "U" | "M";
/** So many seconds of monitoring make the figure per minute. */
const MINUTE_S = 60;
/** A gate that is shut is asked again, in milliseconds. */
const GATE_MS = 10_000;
/** Seconds of the listener's patience are whole: a lock that opens is looked at a moment later. */
const LATER_MS = 200;

export class Terminal implements RigEars, ChannelEars {
  readonly channels = signal<readonly Channel[]>([]);
  readonly shown = signal<ScreenName>("M");
  readonly monitor = signal<readonly Line[]>([]);
  readonly toAll = signal<readonly Line[]>([]);
  readonly heard = signal<readonly HeardCall[]>([]);
  /** Whether stations may call here. */
  readonly answers = signal(false);
  /** What keeps frames that are due from leaving. */
  readonly shut = signal<readonly Shut[]>([]);
  readonly history = new History();
  #callOff = () => {};
  #askedAt = -Infinity;

  constructor(readonly rig: Rig) {
    rig.ears.add(this);
    showSession(() => {
      const channel = this.at(this.shown.peek());
      return channel?.link.word === "connected"
        ? { ...sessionOf(channel), roundMs: channel.link.roundMs }
        : undefined;
    });
    effect(() => {
      const { allowed } = rig.tx.value;
      if (allowed === undefined || rig.word.value === "none") untracked(() => this.#cut("cut"));
    });
    let gate = rig.tx.peek().gate;
    // What stood shut may be open now.
    effect(() => {
      const is = rig.tx.value.gate;
      if (is === gate) return;
      gate = is;
      untracked(() => this.#turn());
    });
  }

  now = (): number => this.rig.now();
  #steady = (): number => performance.now();

  at(screen: ScreenName): Channel | undefined {
    return this.channels.value.find(({ number }) => number === screen);
  }
  /** The number under which the next connection stands; `undefined` where all are taken. */
  nextFree(): number | undefined {
    const isTaken = (n: number) => this.channels.value.some((one) => one.number === n && !one.isFree);
    const numbers = Array.from({ length: MOST_CHANNELS }, (_, n) => n + 1), screen = this.shown.peek();
    return numbers.find((n) => n === screen && !isTaken(n)) ?? numbers.find((n) => !isTaken(n));
  }

  show(screen: ScreenName): void {
    this.shown.value = screen;
    const channel = this.at(screen);
    if (channel) channel.unread.value = 0;
  }

  /** Calls a station: by a hand. What is wrong with it, if something is. */
  connect(event: Event, to: string, via: string): "call" | "via" | "full" | undefined {
    if (!event.isTrusted) return undefined;
    const peer = normalCall(to), own = this.rig.source();
    const path = via.split(/[\s,]+/).map(normalCall).filter((call) => call !== "");
    if (!isAx25Call(peer) || peer === own) return "call";
    if (path.length > MOST_VIA || !path.every(isAx25Call)) return "via";
    const there = this.channels.peek().find(({ ends, isFree }) => !isFree && ends.peer === peer);
    if (there) return void this.show(there.number);
    const number = this.nextFree();
    if (number === undefined) return "full";
    this.#open(number, { own, peer, via: path }).link.connect();
    this.show(number);
    this.#turn();
    return undefined;
  }

  #open(number: number, ends: Channel["ends"]): Channel {
    const channel = new Channel(number, ends, this);
    const others = this.channels.peek().filter((one) => one.number !== number);
    this.channels.value = [...others, channel].sort((a, b) => a.number - b.number);
    return channel;
  }

  /** Hangs up, and takes a channel that is over away. */
  hangUp(event: Event, number: ScreenName): void {
    const channel = this.at(number);
    if (!event.isTrusted || !channel) return;
    if (channel.isFree) this.channels.value = this.channels.peek().filter((one) => one !== channel);
    channel.link.disconnect();
    channel.settle();
    this.#turn();
  }

  /** Sends what somebody typed: on the channel that is shown, or to all. Gives whether it was taken. */
  type(event: Event, text: string, to: { call: string; via: readonly string[] }): boolean | readonly Shut[] {
    if (!event.isTrusted) return false;
    const channel = this.at(this.shown.peek());
    if (channel) {
      const isTaken = channel.type(text);
      if (isTaken) channel.history.add(text);
      this.#turn();
      return isTaken;
    }
    if (this.shown.peek() !== "U") return false;
    const shut = this.rig.give({
      frame: {
        type: "UI",
        from: this.rig.source(),
        to: normalCall(to.call),
        via: to.via.map((call) => ({ call, used: false })),
        command: true,
        poll: false,
        pid: PID_TEXT,
        info: new TextEncoder().encode(text),
      },
    });
    if (shut.length > 0) return shut;
    this.history.add(text);
    this.toAll.value = withLines(this.toAll.peek(), "out", [`${normalCall(to.call)}: ${text}`], this.now());
    return true;
  }

  /** Sends one sign, or lines one after the other: by a hand. */
  sign(event: Event, char: string, name: string): void {
    if (event.isTrusted) this.at(this.shown.peek())?.sign(char, name);
    this.#turn();
  }
  paste(event: Event, lines: readonly string[]): void {
    const channel = this.at(this.shown.peek());
    if (!event.isTrusted || !channel) return;
    channel.pasted.value = lines;
    channel.settle();
    this.#turn();
  }

  // What the radio tells.

  frame(bytes: Uint8Array, at: number): void {
    const frame = readLinkFrame(bytes);
    if (!frame) return;
    this.heard.value = withFrame(this.heard.peek(), frame, at);
    this.monitor.value = withLines(this.monitor.peek(), "in", [monitorText(frame)], at);
    toEars.frame({ from: frame.from, to: frame.to, text: infoText(frame) });
    const ms = frameMs(bytes.length, TIMING), now = this.#steady();
    for (const { link } of this.channels.peek()) link.busy(ms);
    // What a digipeater has not repeated yet is not for us.
    if (frame.via.every(({ used }) => used)) this.#dispatch(frame, now);
    this.#turn();
  }

  #dispatch(frame: LinkFrame, now: number): void {
    if (frame.type === "UI") {
      if (frame.to === "CQ" || frame.to === this.rig.source()) {
        this.toAll.value = withLines(
          this.toAll.peek(),
          "in",
          [`${frame.from}: ${infoText(frame)}`],
          this.now(),
        );
      }
      return;
    }
    const channel = this.channels.peek().find(({ ends }) =>
      ends.peer === frame.from && ends.own === frame.to
    );
    if (channel && !channel.isFree) {
      return channel.hear(channel.link.take(frame, now), this.shown.peek() === channel.number);
    }
    if (frame.type !== "SABM" || !this.answers.peek() || frame.to !== this.rig.source()) return;
    const number = this.nextFree();
    if (number === undefined) return;
    const via = frame.via.map(({ call }) => call).reverse();
    const called = this.#open(number, { own: frame.to, peer: frame.from, via });
    called.hear(called.link.take(frame, now), this.shown.peek() === number);
    called.unread.value++;
  }

  /** The tab is left: a goodbye to each, while the locks are still open, and nothing more. */
  leaves(): void {
    for (const channel of this.channels.peek()) {
      channel.link.disconnect();
      for (let frame; (frame = channel.link.next(this.#steady()));) {
        if (frame.type === "DISC") this.rig.give({ frame, leaving: true });
      }
    }
    this.#cut("tab_left");
  }

  /** Ends everything here without a word on the air. */
  #cut(why: Ending): void {
    this.answers.value = false;
    this.#callOff();
    for (const channel of this.channels.peek()) {
      if (channel.isFree) continue;
      channel.link.drop();
      channel.ended(why);
      channel.settle();
    }
    this.shut.value = [];
  }

  connected(channel: Channel): void {
    toEars.connected(sessionOf(channel));
  }
  ended(channel: Channel): void {
    // A call that nobody took was no connection.
    if (channel.since.peek() !== undefined) toEars.ended(sessionOf(channel));
  }

  /** Does what is due, as far as the locks let it. */
  #turn(): void {
    this.#callOff();
    const now = this.#steady(), channels = this.channels.peek();
    for (const channel of channels) {
      channel.hear(channel.link.tick(now), this.shown.peek() === channel.number);
    }
    let shut: readonly Shut[] = [];
    for (const { link } of channels) {
      while (shut.length === 0) {
        shut = this.#against(link.ends);
        const frame = shut.length === 0 ? link.next(now) : undefined;
        if (!frame) break;
        shut = this.rig.give({ frame });
      }
    }
    const isIdle = channels.every(({ link }) => link.word === "idle");
    this.shut.value = isIdle ? [] : shut;
    if (shut.some(({ rule }) => rule === "gate") && now - this.#askedAt > GATE_MS) {
      this.#askedAt = now;
      void this.rig.askGate();
    }
    for (const channel of channels) channel.settle();
    this.#plan(now, shut);
  }

  /** What would stand against the largest frame of a connection: asked first, since a frame is fetched once. */
  #against({ own, peer, via }: Channel["ends"]): Shut[] {
    const info = new Uint8Array(TIMING.packet);
    return this.rig.shutFor({
      frame: {
        type: "I",
        from: own,
        to: peer,
        via: via.map((call) => ({ call, used: false })),
        command: true,
        poll: false,
        ns: 0,
        nr: 0,
        pid: PID_TEXT,
        info,
      },
    });
  }

  #plan(now: number, shut: readonly Shut[]): void {
    const times = this.channels.peek().flatMap(({ link }) => link.wakeAt() ?? []);
    const opens = Math.min(...shut.map(({ againS }) => againS ?? Infinity)) * 1000 + LATER_MS;
    const isShut = shut.length > 0;
    const wait = isShut ? Math.min(opens, GATE_MS) : Math.min(...times) - now;
    if (Number.isFinite(wait)) {
      this.#callOff = this.rig.app.world.later(() => this.#turn(), Math.max(20, wait));
    }
  }

  /** Frames heard in the last minute. */
  perMinute(now: number): number {
    return this.monitor.value.filter(({ at }) => now - at < MINUTE_S).length;
  }
}

const sessionOf = ({ number, ends: { own, peer }, direction }: Channel) => ({
  channel: number,
  own,
  peer,
  direction,
});

const terminals = new WeakMap<Rig, Terminal>();
/** The terminal of this tab. */
export function terminalOf(rig: Rig): Terminal {
  const terminal = terminals.get(rig) ?? new Terminal(rig);
  terminals.set(rig, terminal);
  return terminal;
}
