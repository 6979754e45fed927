/**
 * One connection of AX.25 2.2, modulo 8, as a station that calls or is called: frames, time and wishes in, frames and what
 * happened out. Pure: no clock, no I/O. Its frames are fetched, one by one, by whoever may transmit (`next`): as long as nobody
 * fetches, its timers stand, and what it says then is as new as the moment in which it leaves.
 */
import {
  type Ends,
  type EndWhy,
  type LinkFrame,
  type LinkNews,
  type LinkWord,
  PID_TEXT,
  type Says,
} from "./link_frame.ts";
import { ahead, SendWindow } from "./send_window.ts";
import { frameMs, type LinkTiming, RoundTrip, TIMING } from "./timing.ts";

/** What answers SABME: its field with the poll bit, and that it is not known here (AX.25 2.2 section 4.3.3.9). */
const NO_MODULO_128 = Uint8Array.of(0x7f, 0, 1);

/** One end of a connection: what it is told, and what it has to say. */
export class DataLink {
  word: LinkWord = "idle";
  /** Whether the peer takes nothing now. */
  isPeerBusy = false;
  readonly #timing: LinkTiming;
  readonly #round: RoundTrip;
  readonly #out: SendWindow;
  #vr = 0;
  #tries = 0;
  /** What is due: an unnumbered answer, an asking, a rejection, an answer to a poll. */
  #answer: { says: Says; poll: boolean } | undefined;
  #asks = false;
  #rejects = false;
  #final = false;
  /** A rejection was sent, and the frame that it asks for has not come. */
  #rejected = false;
  #recovers = false;
  #holds = false;
  /** Whether the peer has shown that it knows of the connection. */
  #isProven = false;
  #unsaid = 0;
  #ackAt: number | undefined;
  #t1At: number | undefined;
  #t3At: number | undefined;
  /** When what was fetched will have left. */
  #clearAt = 0;

  constructor(readonly ends: Ends, timing: Partial<LinkTiming> = {}) {
    this.#timing = { ...TIMING, ...timing };
    this.#round = new RoundTrip(this.#timing, ends.via.length);
    this.#out = new SendWindow(this.#timing.window, this.#timing.packet);
  }

  /** What it sends: how many frames are on the way, and how many bytes still fit. */
  get out(): Pick<SendWindow, "onTheWay" | "room" | "isEmpty"> {
    return this.#out;
  }

  /** Milliseconds from a frame to its answer, the last time that one was measured. */
  get roundMs(): number | undefined {
    return this.#round.lastMs;
  }

  /** Calls the peer. */
  connect(): void {
    if (this.word !== "idle") return;
    this.#begin("calling");
    this.#asks = true;
  }

  /** Hangs up: what waits is not sent any more. */
  disconnect(): void {
    if (this.word === "idle" || this.word === "leaving") return;
    this.#begin("leaving");
    this.#asks = true;
  }

  /** Ends it here and now: nothing is sent any more. */
  drop(): void {
    this.#answer = undefined;
    this.#begin("idle");
  }

  /** Queues bytes; `false` where there is no room for them, or nobody to send them to. */
  send(bytes: Uint8Array): boolean {
    return this.word === "connected" && this.#out.put(bytes);
  }

  /** Whoever reads has no room, or has it again: the peer waits meanwhile. */
  hold(on: boolean): void {
    if (this.#holds === on) return;
    this.#holds = on;
    if (this.word === "connected") this.#ackAt = 0;
  }

  /** The channel was in use for so long: nobody could have answered meanwhile. */
  busy(ms: number): void {
    if (this.#t1At !== undefined) this.#t1At += ms;
  }

  /** A frame of the peer to this end. */
  take(frame: LinkFrame, now: number): LinkNews[] {
    const { poll } = frame;
    switch (frame.type) {
      case "SABM":
        return this.#called(poll, now);
      case "SABME":
        if (this.word === "idle" || this.word === "calling") {
          this.#owe({ type: "FRMR", info: NO_MODULO_128 }, poll);
        }
        return [];
      case "DISC":
        this.#owe({ type: this.word === "idle" ? "DM" : "UA" }, poll);
        return this.#end(this.word === "leaving" ? "left" : this.word === "calling" ? "refused" : "hung_up");
      case "UA":
        if (this.word === "leaving") return this.#end("left");
        // Without its bit it answers nothing that was asked here.
        if (this.word !== "calling" || !poll) return [];
        this.#begin("connected");
        this.#rests(now);
        return [{ what: "connected", by: "own" }];
      case "DM":
        if (this.word === "calling" && !poll) return [];
        return this.#end(
          this.word === "leaving" ? "left" : this.word === "calling" ? "refused" : "hung_up",
        );
      case "FRMR":
        return this.word === "leaving" ? [] : this.#breaks();
      case "UI":
        return [];
    }
    if (this.word === "connected") return this.#numbered(frame, now);
    if (frame.command !== false && poll && this.word !== "calling") this.#owe({ type: "DM" }, true);
    return [];
  }

  /** The time has come: what was missed is asked for, or given up. */
  tick(now: number): LinkNews[] {
    if (this.#t1At !== undefined && now >= this.#t1At) {
      this.#t1At = undefined;
      this.#round.forget();
      if (++this.#tries >= this.#timing.tries) {
        if (this.word === "connected") this.#owe({ type: "DM" }, false);
        return this.#end(this.word === "leaving" ? "left" : "no_answer");
      }
      this.#asks = true;
    } else if (this.#t3At !== undefined && now >= this.#t3At) {
      this.#t3At = undefined;
      this.#asks = true;
    }
    return [];
  }

  /** When `tick` or `next` have something to do; `undefined`: not before a frame or a wish comes. */
  wakeAt(): number | undefined {
    const times = [this.#t1At, this.#t3At, this.#ackAt].filter((at) => at !== undefined);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** What is to be sent next, if it may leave now; each is asked for once. */
  next(now: number): LinkFrame | undefined {
    const answer = this.#answer;
    if (answer) {
      this.#answer = undefined;
      return this.#made(answer.says, false, answer.poll, now);
    }
    if (this.word === "connected") return this.#nextOfLink(now);
    if (this.word === "idle" || !this.#asks) return undefined;
    this.#asks = false;
    return this.#awaits(this.#made({ type: this.word === "calling" ? "SABM" : "DISC" }, true, true, now));
  }

  #nextOfLink(now: number): LinkFrame | undefined {
    const ready = this.#holds ? "RNR" : "RR";
    if (this.#final || this.#rejects) {
      const type = this.#rejects && !this.#holds ? "REJ" : ready, poll = this.#final;
      this.#rejects = this.#final = false;
      return this.#acks(this.#made({ type, nr: this.#vr }, false, poll, now));
    }
    if (this.#asks) {
      this.#asks = false;
      this.#recovers = true;
      return this.#awaits(this.#acks(this.#made({ type: ready, nr: this.#vr }, true, true, now)));
    }
    const one = this.isPeerBusy || this.#recovers ? undefined : this.#out.next();
    if (one) {
      const says = { type: "I", ns: one.ns, nr: this.#vr, pid: PID_TEXT, info: one.info } as const;
      const frame = this.#awaits(this.#acks(this.#made(says, true, false, now)));
      if (one.isNew && this.#tries === 0) this.#round.left(one.ns, this.#clearAt);
      return frame;
    }
    if (this.#ackAt === undefined || now < this.#ackAt) return undefined;
    return this.#acks(this.#made({ type: ready, nr: this.#vr }, false, false, now));
  }

  /** The frame with its addresses; from now on it is on the way. */
  #made(says: Says, command: boolean, poll: boolean, now: number): LinkFrame {
    const { own, peer, via } = this.ends;
    const bytes = 14 + 7 * via.length + ("info" in says ? says.info.length + 2 : 1);
    const keyUpMs = this.#clearAt <= now ? this.#timing.keyUpMs : 0;
    this.#clearAt = Math.max(now, this.#clearAt) + frameMs(bytes, this.#timing) + keyUpMs;
    const hops = via.map((call) => ({ call, used: false }));
    return { ...says, from: own, to: peer, via: hops, command, poll };
  }

  /** An answer is awaited from when it has left. */
  #awaits(frame: LinkFrame): LinkFrame {
    this.#t1At = this.#clearAt + this.#round.t1(this.#tries);
    this.#t3At = undefined;
    return frame;
  }
  /** Whatever has a number acknowledges. */
  #acks(frame: LinkFrame): LinkFrame {
    this.#ackAt = undefined;
    this.#unsaid = 0;
    return frame;
  }
  /** Nothing is awaited: the peer is asked after a long silence. */
  #rests(now: number): void {
    this.#t1At = undefined;
    this.#t3At = now + this.#timing.t3Ms;
  }
  #owe(says: Says, poll: boolean): void {
    this.#answer = { says, poll };
  }

  #called(poll: boolean, now: number): LinkNews[] {
    if (this.word === "leaving") {
      this.#owe({ type: "DM" }, poll);
      return [];
    }
    this.#owe({ type: "UA" }, poll);
    if (this.word === "connected" && !this.#isProven) {
      // It has not heard the answer to its first asking: what waits for it still waits.
      this.#out.rewind();
      this.#rests(now);
      return [];
    }
    // Both called at once: this is as good as an answer.
    const before = this.word, isLost = !this.#out.isEmpty;
    this.#begin("connected");
    this.#rests(now);
    if (before !== "connected") return [{ what: "connected", by: before === "idle" ? "peer" : "own" }];
    return isLost ? [{ what: "reset" }] : [];
  }

  #numbered(frame: LinkFrame & { nr: number }, now: number): LinkNews[] {
    const done = this.#out.acknowledge(frame.nr);
    if (done === undefined) return this.#breaks();
    this.#isProven = true;
    if (done > 0) {
      this.#round.came((ns) => ahead(frame.nr, ns + 1) < 8 - this.#timing.window, now);
      this.#tries = 0;
    }
    if (!this.#recovers && !this.isPeerBusy) {
      if (!this.#out.isOut) this.#rests(now);
      else if (done > 0) this.#t1At = Math.max(now, this.#clearAt) + this.#round.t1(0);
    }
    if (frame.type === "I") return this.#information(frame, now);
    if (frame.command !== false && frame.poll) this.#final = true;
    this.isPeerBusy = frame.type === "RNR";
    if (this.isPeerBusy) {
      this.#tries = 0;
      this.#t3At = undefined;
      this.#t1At ??= now + this.#round.t1(0);
    }
    const isAnswered = this.#recovers && frame.command !== true && frame.poll;
    if (isAnswered) {
      this.#recovers = false;
      if (this.#out.onTheWay === 0) this.#tries = 0;
    }
    if (isAnswered || (frame.type === "REJ" || frame.type === "SREJ") && !this.#recovers) {
      return this.#again(now);
    }
    return [];
  }

  #information(frame: LinkFrame & { type: "I" }, now: number): LinkNews[] {
    if (frame.poll && frame.command !== false) this.#final = true;
    const soon = now + this.#timing.t2Ms;
    if (this.#holds || frame.ns !== this.#vr) {
      // One rejection for each gap; what came twice only needs its answer again.
      const isGap = ahead(frame.ns, this.#vr) < 8 - this.#timing.window;
      if (!this.#holds && isGap && !this.#rejected) this.#rejected = this.#rejects = true;
      else this.#ackAt ??= soon;
      return [];
    }
    this.#vr = this.#vr + 1 & 7;
    this.#rejected = this.#rejects = false;
    this.#ackAt = ++this.#unsaid >= this.#timing.window ? now : this.#ackAt ?? soon;
    return [{ what: "data", bytes: frame.info, pid: frame.pid }];
  }

  /** Sends what was not acknowledged once more. */
  #again(now: number): LinkNews[] {
    const frames = this.#out.rewind();
    this.#round.forget();
    if (this.isPeerBusy) this.#t1At = now + this.#round.t1(0);
    else this.#rests(now);
    return frames > 0 ? [{ what: "again", frames }] : [];
  }

  #begin(word: LinkWord): void {
    this.word = word;
    this.#out.clear();
    this.#round.forget();
    this.#vr = this.#tries = this.#unsaid = 0;
    this.#asks =
      this.#rejects =
      this.#final =
      this.#rejected =
      this.#recovers =
        false;
    this.isPeerBusy = this.#isProven = false;
    this.#ackAt = this.#t1At = this.#t3At = undefined;
  }

  #breaks(): LinkNews[] {
    if (this.word !== "idle") this.#owe({ type: "DM" }, false);
    return this.#end("broken");
  }
  #end(why: EndWhy): LinkNews[] {
    if (this.word === "idle") return [];
    this.#begin("idle");
    return [{ what: "ended", why }];
  }
}
