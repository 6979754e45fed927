/**
 * Looking for services of a kind on the local network (RFC 6763): asks every five minutes (FED "Local discovery"),
 * and understands what is announced unasked. Anybody may answer anything, so what this returns is only a claim.
 * Pure.
 */
import type { Link } from "./links.ts";
import { labelUnder, LOCAL } from "./names.ts";
import { type Message, type Place, TYPE } from "./read.ts";
import { askFor } from "./records.ts";
import type { Send } from "./responder.ts";

/** A service that was heard of. */
export interface Found {
  label: string;
  port: number;
  /** What it says of itself: names are small letters, the first of a name counts. */
  text: ReadonlyMap<string, string>;
  /** The address that the answer came from. */
  from: string;
}

const EVERY_MS = 300_000;
/** After a network came: soon, and twice more for those who were not listening yet. */
const FIRST_MS = [50, 1000, 4000];
/** Services of one message, and names asked for one by one between two rounds. */
const MOST_FOUND = 8, MOST_ASKED = 32;
const MOST_TEXTS = 16;

export class Browser {
  #links: readonly Link[] = [];
  #at = Infinity;
  #rounds = 0;
  readonly #asked = new Set<string>();

  /** `kind` as in `_svc._tcp`. */
  constructor(readonly kind: string) {}

  get #parent(): string {
    return `${this.kind}.${LOCAL}`;
  }

  /** Looks on these networks from now on, and asks there soon, then more seldom. `now` is in milliseconds. */
  setLinks(links: readonly Link[], now: number): void {
    this.#links = links;
    this.#rounds = 0;
    this.#at = links.length > 0 ? now + FIRST_MS[0]! : Infinity;
  }

  get wakeAt(): number {
    return this.#at;
  }

  /** The questions that are due at `now`, in milliseconds; each is for one network. */
  tick(now: number): Send[] {
    if (now < this.#at) return [];
    this.#rounds++;
    this.#at = now + (FIRST_MS[this.#rounds] ?? EVERY_MS);
    this.#asked.clear();
    const bytes = askFor([{ name: this.#parent, type: "PTR" }]);
    return this.#links.map((link) => ({ link, bytes }));
  }

  /** What an answer tells, and what is asked because it does not tell enough. */
  heard(message: Message, from: string, link: Link): { found: Found[]; sends: Send[] } {
    const found: Found[] = [], sends: Send[] = [];
    if (!message.isAnswer) return { found, sends };
    const said = [...message.answers, ...message.additionals].filter(({ ttl }) => ttl > 0);
    const named = said.flatMap(({ name, type, data }) => {
      if (type === TYPE.SRV || type === TYPE.TXT) return [name];
      return type === TYPE.PTR && name === this.#parent ? [data as string] : [];
    });
    for (const name of new Set(named)) {
      const label = labelUnder(name, this.#parent);
      if (label === undefined || found.length === MOST_FOUND) continue;
      const place = said.find((one) => one.type === TYPE.SRV && one.name === name)?.data as Place | undefined;
      const texts = said.find((one) => one.type === TYPE.TXT && one.name === name)?.data as
        | Uint8Array[]
        | undefined;
      if (place && texts) found.push({ label, port: place.port, text: readTexts(texts), from });
      else if (!this.#asked.has(name) && this.#asked.size < MOST_ASKED) {
        const bytes = this.#askMore(name, label);
        this.#asked.add(name);
        if (bytes) sends.push({ link, bytes });
      }
    }
    return { found, sends };
  }

  /** Asks for what an announcement left out. A label that we could not write back is not asked for. */
  #askMore(name: string, label: string): Uint8Array | undefined {
    if (!/^[a-z0-9 _-]{1,63}$/.test(label)) return undefined;
    return askFor([{ name, type: "SRV" }, { name, type: "TXT" }]);
  }
}

function readTexts(texts: readonly Uint8Array[]): Map<string, string> {
  const read = new Map<string, string>();
  for (const text of texts.slice(0, MOST_TEXTS)) {
    const [name = "", ...rest] = new TextDecoder().decode(text).split("=");
    const key = name.toLowerCase();
    if (key !== "" && !read.has(key)) read.set(key, rest.join("="));
  }
  return read;
}
