/** One channel of the terminal: a connection, what it said, and what is still to be said on it. */
import { signal } from "@preact/signals";
import { DataLink } from "../../../aprs/connected/data_link.ts";
import type { Ends, EndWhy, LinkNews, LinkWord } from "../../../aprs/connected/link_frame.ts";
import { History, type Line, LineReader, MOST_TYPED, withLines } from "./lines.ts";
import { say } from "../../ui/say.ts";

/** Why a connection ended, with what only the terminal knows: the radio was taken away, or the tab left. */
export type Ending = EndWhy | "cut" | "tab_left";
/** What others may want to hear of a connection. */
export interface ChannelEars {
  now(): number;
  connected(channel: Channel): void;
  /** Told before what is seen of it changes. */
  ended(channel: Channel): void;
}

export class Channel {
  readonly link: DataLink;
  readonly word = signal<LinkWord>("idle");
  readonly lines = signal<readonly Line[]>([]);
  /** The line that has no end yet. */
  readonly rest = signal("");
  /** Lines that came while another channel was shown. */
  readonly unread = signal(0);
  readonly bytes = signal({ in: 0, out: 0 });
  readonly onTheWay = signal(0);
  readonly repeated = signal(0);
  /** Lines of a paste that wait for their turn. */
  readonly pasted = signal<readonly string[]>([]);
  /** When the peer answered, unix seconds. */
  readonly since = signal<number | undefined>(undefined);
  readonly history = new History();
  /** Who called whom. */
  direction: "in" | "out" = "out";
  readonly #reader = new LineReader();

  constructor(readonly number: number, readonly ends: Ends, readonly ears: ChannelEars) {
    this.link = new DataLink(ends);
    this.say("me", say("terminal.calling", { call: ends.peer }));
  }

  /** Whether it can be given to another connection. */
  get isFree(): boolean {
    return this.word.value === "idle";
  }

  say(kind: Line["kind"], ...texts: string[]): void {
    this.lines.value = withLines(this.lines.peek(), kind, texts, this.ears.now());
  }

  /** What happened on the connection. `isShown`: whether somebody reads it now. */
  hear(news: readonly LinkNews[], isShown: boolean): void {
    for (const one of news) this.#one(one, isShown);
    this.settle();
  }

  /** What is seen of it is as it is. */
  settle(): void {
    this.word.value = this.link.word;
    this.onTheWay.value = this.link.out.onTheWay;
    this.rest.value = this.#reader.rest;
    // One line at a time: who reads is slower than who pastes, and an error stops the rest.
    const [line, ...rest] = this.pasted.peek();
    if (line === undefined || !this.link.out.isEmpty || this.link.word !== "connected") return;
    this.pasted.value = rest;
    this.type(line);
  }

  #one(news: LinkNews, isShown: boolean): void {
    switch (news.what) {
      case "connected":
        this.since.value = this.ears.now();
        this.say("me", say("terminal.connected", { call: this.ends.peer }));
        this.direction = news.by === "own" ? "out" : "in";
        return this.ears.connected(this);
      case "data": {
        const lines = this.#reader.push(news.bytes), { in: before, out } = this.bytes.peek();
        this.bytes.value = { in: before + news.bytes.length, out };
        this.say("in", ...lines);
        if (!isShown) this.unread.value += Math.max(1, lines.length);
        return;
      }
      case "again":
        this.repeated.value += news.frames;
        return this.say("me", say("terminal.again", { n: news.frames }));
      case "reset":
        return this.say("me", say("terminal.reset", { call: this.ends.peer }));
      case "ended":
        return this.ended(news.why);
    }
  }

  ended(why: Ending): void {
    const rest = this.#reader.end();
    if (rest !== "") this.say("in", rest);
    this.pasted.value = [];
    this.say("me", say(`terminal.ended.${why}`, { call: this.ends.peer }));
    this.ears.ended(this);
    this.since.value = undefined;
  }

  /** Sends a line; `false` where it does not fit now. */
  type(line: string): boolean {
    return this.#put(`${line.slice(0, MOST_TYPED)}\r`, line);
  }
  /** Sends one sign by which programs at the other end are told something, such as the end of a letter. */
  sign(char: string, name: string): boolean {
    return this.#put(`${char}\r`, name);
  }

  #put(text: string, line: string): boolean {
    const bytes = new TextEncoder().encode(text);
    if (!this.link.send(bytes)) return false;
    const prompt = this.#reader.end();
    if (prompt !== "") this.say("in", prompt);
    this.rest.value = "";
    this.bytes.value = { in: this.bytes.peek().in, out: this.bytes.peek().out + bytes.length };
    this.say("out", line);
    return true;
  }
}
