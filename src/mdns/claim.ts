/**
 * Getting a name on the local network, and keeping it (RFC 6762 8 and 9): the host asks three times whether anybody
 * has it, and announces it when nobody answers. A name that another host has is left to it and asked for again
 * later. The host's own name may be its system's (avahi, systemd-resolved): then that one answers for it. Pure.
 */
import { isSame, type Own } from "./records.ts";
import { type Heard, type Message, TYPE } from "./read.ts";

type ClaimState =
  /** Asked for, not answered yet. */
  | "asking"
  /** Ours: we answer. */
  | "ours"
  /** Another program of this host answers for it, with this host's addresses. */
  | "shared"
  /** Another host has it. */
  | "taken";

const PROBES = 3, PROBE_MS = 250;
const ANNOUNCEMENTS = 2, ANNOUNCE_MS = 1000;
/** A name that was lost is asked for again, and whoever shares it is looked for again. */
const AGAIN_MS = 300_000;
/** Wait in milliseconds of the host that loses when two ask at the same moment. */
const SECOND_MS = 1000;
/** A name in use is asked for anew at most this often, whatever others claim. */
const DOUBT_MS = 60_000;
/** After a goodbye of whoever has the name it is asked for again, at most this often. */
const FREED_MS = 10_000;
/** How long the other program of this host may take to answer, and how often it is asked. */
const LOOK_MS = 3000, LOOKS = 2;

type Deed = "probe" | "announce" | "look";

export class Claim {
  state: ClaimState = "asking";
  /** When something is to be done next, in milliseconds. */
  at: number;
  #done = 0;
  #begun: number;

  constructor(
    readonly name: string,
    /** What we say of it, on any link. */
    readonly records: () => readonly Own[],
    now: number,
    delay: number,
    /** It is the host's own name, and gives way to the program that answers for the host. */
    readonly yields = false,
  ) {
    this.#begun = now;
    this.at = now + delay;
  }

  /** Asks anew: a network came, or somebody else answers for the name. */
  restart(now: number, delay = 0): void {
    this.state = "asking";
    this.#done = 0;
    this.#begun = now;
    this.at = now + delay;
  }

  /** What is due now. */
  tick(now: number): Deed | undefined {
    if (now < this.at) return undefined;
    if (this.state === "asking") {
      if (this.#done < PROBES) return this.#again("probe", now + PROBE_MS);
      this.state = "ours";
      this.#done = 0;
    }
    if (this.state === "ours") {
      return this.#again("announce", this.#done + 1 < ANNOUNCEMENTS ? now + ANNOUNCE_MS : Infinity);
    }
    if (this.state === "shared" && this.#done < LOOKS) return this.#again("look", now + LOOK_MS);
    this.restart(now);
    return this.tick(now);
  }

  #again(deed: Deed, at: number): Deed {
    this.#done++;
    this.at = at;
    return deed;
  }

  #leave(state: "shared" | "taken", now: number): void {
    this.state = state;
    this.#done = 0;
    this.at = now + AGAIN_MS;
  }

  /** What others say of the name. `isHere`: it came from an address of this host. */
  heard(message: Message, isHere: boolean, now: number): void {
    const about = ({ name, type }: Heard) =>
      name === this.name && (type === TYPE.A || type === TYPE.SRV || type === TYPE.TXT);
    if (!message.isAnswer) {
      const claimed = message.authorities.filter(about);
      if (claimed.length > 0) this.#asked(claimed, isHere, now);
      return;
    }
    const all = [...message.answers, ...message.additionals].filter(about);
    const said = all.filter(({ ttl }) => ttl > 0);
    if (said.length < all.length) this.#freed(now);
    if (said.length === 0) return;
    if (said.some((one) => !this.#agrees(one))) return this.#contested(now);
    // What we say ourselves comes back to us; before we have said anything, it is another program of this host.
    if (!isHere || !this.yields || this.state === "ours") return;
    this.#leave("shared", now);
  }

  /** Whoever had the name leaves. */
  #freed(now: number): void {
    const waits = this.state === "taken" || this.state === "shared";
    if (waits && now - this.#begun >= FREED_MS) this.restart(now, SECOND_MS);
  }

  #agrees(heard: Heard): boolean {
    return this.records().some((own) => isSame(own, heard));
  }

  /** Somebody is about to claim the name. */
  #asked(claimed: readonly Heard[], isHere: boolean, now: number): void {
    const agrees = claimed.every((one) => this.#agrees(one));
    if (this.state === "ours") {
      // The host's own mDNS service starts and claims its name; without this it would choose another one.
      if (this.yields && isHere && agrees) this.#leave("shared", now);
      return; // the question is answered, which tells the other that the name is taken
    }
    if (this.state === "asking" && !agrees && this.#comesSecond(claimed)) this.restart(now, SECOND_MS);
  }

  /** When two hosts ask at the same moment, the one with the lower data asks again later (RFC 6762 8.2). */
  #comesSecond(claimed: readonly Heard[]): boolean {
    const theirs = claimed.map(orderOf).sort().at(-1)!;
    const ours = this.records().filter(({ type }) => type !== "NSEC").map((own) =>
      orderOf({ name: own.name, type: TYPE[own.type], ttl: 0, data: own.data as Heard["data"] })
    ).sort().at(-1);
    return ours === undefined || ours < theirs;
  }

  /** Another host answers for the name. */
  #contested(now: number): void {
    if (this.state === "asking") return this.#leave("taken", now);
    if (this.state === "ours" && now - this.#begun >= DOUBT_MS) this.restart(now);
    if (this.state === "shared") this.restart(now);
  }
}

/** A text by which two records of a name are put in order. */
function orderOf({ type, data }: Heard): string {
  const kind = String(type).padStart(5, "0");
  if (type === TYPE.A) {
    return kind + String(data).split(".").map((part) => part.padStart(3, "0")).join(".");
  }
  if (type === TYPE.SRV) {
    const { port, target } = data as { port: number; target: string };
    return kind + String(port).padStart(5, "0") + target;
  }
  return kind;
}
