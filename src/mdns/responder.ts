/**
 * What this host says on its networks: its names and its service, to those who ask, when it comes and when it goes
 * (RFC 6762 6 to 10). Has no socket and no clock: what it wants sent comes out as values. Pure.
 */
import { Budget } from "./budget.ts";
import { Claim } from "./claim.ts";
import type { Link } from "./links.ts";
import { LOCAL } from "./names.ts";
import type { Message } from "./read.ts";
import {
  announcement,
  answers,
  askFor,
  goodbye,
  hostRecords,
  isSame,
  type Own,
  plainAnswer,
  probeFor,
  type Service,
  serviceName,
  serviceRecords,
} from "./records.ts";

/** Something to send: to everybody on the link, or to one. */
export interface Send {
  link: Link;
  bytes: Uint8Array;
  to?: Sender;
}
export interface Sender {
  address: string;
  port: number;
}

export interface ResponderOptions {
  /** Labels of names that lead here, e.g. `club-example` for `club-example.local`. */
  hosts: readonly string[];
  /** The host's own among them, which the system may answer for itself. */
  own?: string | undefined;
  service?: Service | undefined;
  /** A number from 0 to below 1, drawn anew each time. */
  random(): number;
  /** Another host turned out to have this name: told at once, and again only after it has been ours. */
  lost?(name: string): void;
}

/** Whoever asks from here speaks multicast DNS; from any other port it is an ordinary resolver. */
const PORT = 5353;
/** A record is said to everybody at most this often, and to those who are about to claim its name (RFC 6762 6). */
const REPEAT_MS = 1000, DEFEND_MS = 250;
/** Half of its time a record is known already to whoever names it in the question (RFC 6762 7.1). */
const KNOWN_SHARE = 0.5;

interface Waiting {
  at: number;
  said: Set<Own>;
}

export class Responder {
  #links: readonly Link[] = [];
  #claims: Claim[] = [];
  #waiting = new Map<Link, Waiting>();
  /** Names of which it was told that another host has them. */
  readonly #told = new Set<string>();
  /** When each record was said last, by link. */
  #saidAt = new Map<string, number>();
  readonly #plain = new Budget(20, 10);

  constructor(readonly options: ResponderOptions) {}

  /** The networks are these now: what was claimed on others is claimed anew. */
  setLinks(links: readonly Link[], now: number): void {
    this.#links = links;
    this.#waiting.clear();
    this.#saidAt.clear();
    const { hosts, own, service, random } = this.options;
    const delay = () => random() * 250;
    if (links.length === 0) return void (this.#claims = []);
    const all = links.flatMap((link) => link.addresses.map(({ address }) => address));
    const host = (label: string) => {
      const name = `${label}.${LOCAL}`;
      return new Claim(name, () => hostRecords(name, all), now, delay(), label === own);
    };
    this.#claims = hosts.map(host);
    if (service) {
      this.#claims.push(new Claim(serviceName(service), () => serviceRecords(service), now, delay()));
    }
  }

  /** Names that lead here, or will in a moment, whoever of this host answers for them: none that another host has. */
  names(): string[] {
    const names = this.options.hosts.map((label) => `${label}.${LOCAL}`);
    return names.filter((name) => {
      const state = this.#stateOf(name);
      return state !== undefined && state !== "taken";
    });
  }

  /** Names that another host has. */
  lost(): string[] {
    return this.#claims.filter(({ state }) => state === "taken").map(({ name }) => name);
  }

  #stateOf = (name: string) => this.#claims.find((claim) => claim.name === name)?.state;

  /** When `tick` is to be called next, in milliseconds; Infinity for never. */
  get wakeAt(): number {
    const waiting = [...this.#waiting.values()].map(({ at }) => at);
    return Math.min(...this.#claims.map(({ at }) => at), ...waiting, Infinity);
  }

  /** What is due at `now`, in milliseconds: probes, questions and announcements. */
  tick(now: number): Send[] {
    const sends: Send[] = [];
    for (const claim of this.#claims) {
      const deed = claim.tick(now);
      if (claim.state === "ours" || claim.state === "shared") this.#told.delete(claim.name);
      if (deed === undefined) continue;
      for (const link of this.#links) {
        if (deed === "probe") sends.push({ link, bytes: probeFor(claim.name, this.#recordsOf(claim, link)) });
        else if (deed === "look") sends.push({ link, bytes: askFor([{ name: claim.name, type: "A" }]) });
        else {
          const bytes = this.#say(link, this.#published(link, claim), now, 0);
          if (bytes) sends.push({ link, bytes });
        }
      }
    }
    for (const [link, { at, said }] of this.#waiting) {
      if (now < at) continue;
      this.#waiting.delete(link);
      const bytes = this.#say(link, [...said], now, REPEAT_MS);
      if (bytes) sends.push({ link, bytes });
    }
    return sends;
  }

  /** A message from somebody on the link of this name. `isHere`: from an address of this host. */
  heard(message: Message, from: Sender, linkName: string, isHere: boolean, now: number): Send[] {
    const link = this.#links.find(({ name }) => name === linkName);
    if (!link) return [];
    // An answer from another port is none (RFC 6762 6), and neither is what it would claim.
    if (from.port === PORT) { for (const claim of this.#claims) this.#hear(claim, message, isHere, now); }
    return message.isAnswer ? [] : this.#answer(message, from, link, now);
  }

  #hear(claim: Claim, message: Message, isHere: boolean, now: number): void {
    const { name } = claim;
    claim.heard(message, isHere, now);
    if (claim.state !== "taken" || this.#told.has(name)) return;
    this.#told.add(name);
    this.options.lost?.(name);
  }

  #answer(message: Message, from: Sender, link: Link, now: number): Send[] {
    const published = this.#published(link);
    const known = (own: Own) =>
      message.answers.some((one) => isSame(own, one) && one.ttl >= own.ttl * KNOWN_SHARE);
    const asked = published.filter((own) => message.questions.some((question) => answers(own, question)));
    if (asked.length === 0) return [];
    if (from.port !== PORT) {
      const ours = message.questions.filter((question) => asked.some((own) => answers(own, question)));
      return this.#plain.take(now) ? [{ link, bytes: plainAnswer(message.id, ours, asked), to: from }] : [];
    }
    const wanted = asked.filter((own) => !known(own));
    if (wanted.length === 0) return [];
    // Who is about to claim a name waits for no more than this; and what only we can say, we say at once.
    const isProbe = message.authorities.length > 0;
    if (isProbe || wanted.every(({ unique }) => unique)) {
      const bytes = this.#say(link, wanted, now, isProbe ? DEFEND_MS : REPEAT_MS);
      return bytes ? [{ link, bytes }] : [];
    }
    const waiting = this.#waiting.get(link) ??
      { at: now + 20 + this.options.random() * 100, said: new Set() };
    for (const own of wanted) {
      const there = [...waiting.said].some((one) => keyOf(one) === keyOf(own));
      if (!there) waiting.said.add(own);
    }
    this.#waiting.set(link, waiting);
    return [];
  }

  /** The records as an announcement, without those said a moment ago; what they lead to goes along. */
  #say(link: Link, records: readonly Own[], now: number, least: number): Uint8Array | undefined {
    const fresh = records.filter((own) => now - (this.#saidAt.get(keyOf(own, link)) ?? -Infinity) >= least);
    if (fresh.length === 0) return undefined;
    for (const own of fresh) this.#saidAt.set(keyOf(own, link), now);
    const leadsTo = new Set(
      fresh.flatMap((own) => own.type === "PTR" ? [own.data] : own.type === "SRV" ? [own.data.target] : []),
    );
    const published = this.#published(link);
    const places = published.filter((own) => own.type === "SRV" && leadsTo.has(own.name));
    for (const place of places) if (place.type === "SRV") leadsTo.add(place.data.target);
    const hosts = new Set(fresh.filter(({ type }) => type === "A").map(({ name }) => name));
    const besides = published.filter((own) =>
      (leadsTo.has(own.name) || (own.type === "NSEC" && hosts.has(own.name))) &&
      !fresh.some((one) => keyOf(one) === keyOf(own))
    );
    return announcement(fresh, besides);
  }

  /** What is said on a link of what is ours; of one claim only, where it is given. */
  #published(link: Link, only?: Claim): Own[] {
    return this.#claims.filter((claim) => claim.state === "ours" && (!only || claim === only))
      .flatMap((claim) => this.#recordsOf(claim, link));
  }

  #recordsOf(claim: Claim, link: Link): Own[] {
    const { service } = this.options;
    if (service && claim.name === serviceName(service)) {
      const host = this.#stateOf(`${service.label}.${LOCAL}`);
      // Somebody else's host must not be taken for the place of our service.
      return host === "taken" ? [] : serviceRecords(service);
    }
    return hostRecords(claim.name, link.addresses.map(({ address }) => address));
  }

  /** That all of it holds no longer: to be sent before the host goes. */
  farewell(): Send[] {
    return this.#links.flatMap((link) => {
      const published = this.#published(link);
      return published.length > 0 ? [{ link, bytes: goodbye(published) }] : [];
    });
  }
}

/** What a record is known by. */
function keyOf({ name, type, data }: Own, link?: Link): string {
  const what = typeof data === "string" ? data : "";
  return `${link?.name ?? ""} ${type} ${name} ${what}`;
}
