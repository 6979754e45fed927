/** Hosts on one network without a wire: what one sends all hear, itself too, at a clock of the test's own. */
import { Browser, type Found } from "../../src/mdns/browser.ts";
import type { Link } from "../../src/mdns/links.ts";
import { type Message, readMessage } from "../../src/mdns/read.ts";
import { Responder, type ResponderOptions, type Send, type Sender } from "../../src/mdns/responder.ts";

export const GROUP: Sender = { address: "group", port: 5353 };
export const linkAt = (address: string, name = "lan0"): Link => ({
  name,
  addresses: [{ address, prefix: 24 }],
});

export interface Said {
  at: number;
  from: string;
  to: Sender;
  message: Message;
  bytes: Uint8Array;
}

export class Station {
  readonly responder: Responder;
  readonly browser = new Browser("_svc._tcp");
  readonly found: Found[] = [];
  #alive = true;
  readonly #listens: boolean;

  constructor(
    readonly bus: Bus,
    readonly address: string,
    options: Partial<ResponderOptions> & { link?: Link; listens?: boolean } = {},
  ) {
    this.responder = new Responder({ hosts: [], random: () => 0.5, ...options });
    this.responder.setLinks([options.link ?? linkAt(address)], bus.now);
    this.#listens = options.listens ?? false;
    if (this.#listens) this.browser.setLinks([linkAt(address)], bus.now);
    bus.stations.push(this);
  }

  get wakeAt(): number {
    return this.#alive ? Math.min(this.responder.wakeAt, this.browser.wakeAt) : Infinity;
  }

  tick(): void {
    for (const send of [...this.responder.tick(this.bus.now), ...this.browser.tick(this.bus.now)]) {
      this.say(send);
    }
  }

  say({ bytes, to }: Pick<Send, "bytes" | "to">, port = 5353): void {
    this.bus.say(this.address, bytes, to ?? GROUP, port);
  }

  hear(message: Message, from: Sender): void {
    if (!this.#alive) return;
    const { now } = this.bus;
    const isHere = from.address === this.address;
    for (const send of this.responder.heard(message, from, "lan0", isHere, now)) this.say(send);
    if (!this.#listens) return;
    const { found, sends } = this.browser.heard(message, from.address, linkAt(this.address));
    this.found.push(...found);
    for (const send of sends) this.say(send);
  }

  leave(): void {
    for (const send of this.responder.farewell()) this.say(send);
    this.#alive = false;
  }
}

export class Bus {
  now = 1000;
  readonly stations: Station[] = [];
  /** Everything that was said, in order. */
  readonly said: Said[] = [];

  /** Says something as whoever it likes. */
  say(from: string, bytes: Uint8Array, to: Sender = GROUP, port = 5353): void {
    const message = readMessage(bytes);
    if (!message) throw new Error("said what nobody can read");
    this.said.push({ at: this.now, from, to, message, bytes });
    if (to !== GROUP) return;
    for (const station of [...this.stations]) station.hear(message, { address: from, port });
  }

  /** Lets time pass, doing what falls due. */
  pass(ms: number): void {
    const end = this.now + ms;
    for (let steps = 0; steps < 10_000; steps++) {
      const at = Math.min(...this.stations.map((station) => station.wakeAt), Infinity);
      if (at > end) break;
      this.now = Math.max(this.now, at);
      for (const station of this.stations) station.tick();
    }
    this.now = end;
  }

  /** What was said since, as `type name` of each answer. */
  answersSince(since: number): string[] {
    return this.said.slice(since).filter(({ message }) => message.isAnswer)
      .flatMap(({ message }) => message.answers.map(({ type, name, ttl }) => `${type} ${name} ${ttl}`));
  }
}
