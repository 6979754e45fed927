/**
 * What a person chose and the gateway keeps for all devices. A choice is noted on this phone first and struck out when the
 * gateway has it: neither a page that ends, nor a lost answer, nor a choice made before the page knew who is here loses it.
 */
import type { Gateway } from "../shell/ask.ts";
import { recall, remember } from "../shell/choices.ts";
import type { ClientWorld } from "../shell/world.ts";

export type Prefs = Readonly<Record<string, unknown>>;

/** What the gateway does not have yet, by whose it is. A choice of `null` takes the preference away. */
type Notes = Readonly<Record<string, Prefs>>;
/** Chosen before the page knew who is here. */
const WHOEVER = "";

/** Where the notes lie. */
export interface Slip {
  read(): Notes;
  write(notes: Notes): void;
}

const KEY = "prefs:waiting";
const browserSlip: Slip = {
  read: () => recall<Notes>(KEY) ?? {},
  write: (notes) => remember(KEY, notes),
};

const AGAIN_MS = 2000;

const isGroup = (value: unknown): value is Prefs =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Preferences with some of them changed; of a group only what is named in it. */
export function changed(prefs: Prefs, some: Prefs): Prefs {
  const all: Record<string, unknown> = { ...prefs };
  for (const [name, value] of Object.entries(some)) {
    const before = all[name];
    if (value === null) delete all[name];
    else all[name] = isGroup(value) && isGroup(before) ? { ...before, ...value } : value;
  }
  return all;
}

/** Two choices, the later one above; unlike `changed` it keeps what is to be taken away. */
const joined = (first: Prefs, then: Prefs): Prefs => ({ ...changed(first, then), ...nulls(then) });
const nulls = (some: Prefs): Prefs =>
  Object.fromEntries(Object.entries(some).filter(([, one]) => one === null));

/** Who is here, as the gateway said just now, and what it has. */
export interface Here {
  account: string | null;
  prefs: Prefs;
}

export class OwnPrefs {
  readonly #gateway: Gateway;
  readonly #world: ClientWorld;
  readonly #slip: Slip;
  /** Asks the gateway again who is here; `undefined` where it is not reached. */
  readonly #here: () => Promise<Here | undefined>;
  #sending: Promise<void> | undefined;
  #callOff: (() => void) | undefined;

  constructor(
    gateway: Gateway,
    world: ClientWorld,
    here: () => Promise<Here | undefined>,
    slip: Slip = browserSlip,
  ) {
    this.#gateway = gateway;
    this.#world = world;
    this.#here = here;
    this.#slip = slip;
  }

  /** What holds for this person: the gateway's preferences with what waits to be told it. */
  over(prefs: Prefs, account: string | null): Prefs {
    const waits = this.#waits(account);
    return waits ? changed(prefs, waits) : prefs;
  }

  /** Notes a choice of this person (`undefined`: of whoever is here), and tells the gateway as soon as it can. */
  choose(some: Prefs, account = WHOEVER): void {
    const notes = this.#slip.read();
    this.#slip.write({ ...notes, [account]: joined(notes[account] ?? {}, some) });
    void this.send();
  }

  #waits(account: string | null): Prefs | undefined {
    const notes = this.#slip.read();
    const own = account === null ? undefined : notes[account], whoever = notes[WHOEVER];
    return own && whoever ? joined(own, whoever) : own ?? whoever;
  }

  /** Tells the gateway what waits. */
  send(): Promise<void> {
    return this.#sending ??= this.#send().finally(() => this.#sending = undefined);
  }

  async #send(): Promise<void> {
    this.#callOff?.();
    while (Object.keys(this.#slip.read()).length > 0) {
      const here = await this.#here();
      if (!here) return this.#later();
      const { account } = here;
      const waits = this.#waits(account);
      // What others chose here waits for them.
      if (!waits) return;
      const done = () => {
        const { [account ?? WHOEVER]: _own, [WHOEVER]: _whoever, ...others } = this.#slip.read();
        this.#slip.write(others);
      };
      // Nobody is signed in: the choice holds on this device alone.
      if (account === null) return done();
      const answer = await this.#gateway.ask(
        "PUT",
        "/api/prefs",
        { prefs: changed(here.prefs, waits) },
        account,
      );
      if (!answer.ok && (!answer.refused || answer.status === 429 || answer.status >= 500)) {
        return this.#later();
      }
      if (!answer.ok && answer.status === 401) return;
      // Read once more, so that what this phone keeps of the gateway has the choice too; only then it is struck out.
      if (answer.ok) await this.#here();
      if (JSON.stringify(this.#waits(account)) === JSON.stringify(waits)) done();
    }
  }

  #later(): void {
    this.#callOff = this.#world.later(() => void this.send(), AGAIN_MS);
  }
}
