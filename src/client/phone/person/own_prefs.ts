/**
 * The preferences that the gateway keeps for all of a person's devices. A choice is written down on this phone first, and
 * deleted there once the gateway has it. So no choice is lost when the page is closed, when an answer gets lost, or when
 * somebody chooses before the page knows who is signed in.
 */
import type { Gateway } from "../ask.ts";
import { recall, remember } from "../choices.ts";
import type { ClientWorld } from "../world.ts";
import { routeTo } from "../wire/routes.ts";

/** Preferences by name. A value may be a group: an object of preferences. */
export type Prefs = Readonly<Record<string, unknown>>;

/** Choices that the gateway does not have yet, by account. The value `null` removes a preference. */
type Notes = Readonly<Record<string, Prefs>>;
/** In place of the account: chosen before the page knew who is signed in. */
const WHOEVER = "";

/** Where the choices wait: the browser's local storage. Tests put their own there. */
export interface Slip {
  read(): Notes;
  write(notes: Notes): void;
}

const KEY = "prefs:waiting";
const browserSlip: Slip = {
  read: () => recall<Notes>(KEY) ?? {},
  write: (notes) => remember(KEY, notes),
};

/** Milliseconds until the gateway is asked again after it was not reached or had a fault. */
const AGAIN_MS = 2000;

const isGroup = (value: unknown): value is Prefs =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `prefs` with the changes of `some`: `null` removes a preference, and of a group only the named members change. */
export function changed(prefs: Prefs, some: Prefs): Prefs {
  const all: Record<string, unknown> = { ...prefs };
  for (const [name, value] of Object.entries(some)) {
    const before = all[name];
    if (value === null) delete all[name];
    else all[name] = isGroup(value) && isGroup(before) ? { ...before, ...value } : value;
  }
  return all;
}

/** Two waiting choices as one; the later wins. Unlike `changed` it keeps each `null`, which the gateway has yet to be told. */
const joined = (first: Prefs, then: Prefs): Prefs => ({ ...changed(first, then), ...nulls(then) });
const nulls = (some: Prefs): Prefs =>
  Object.fromEntries(Object.entries(some).filter(([, one]) => one === null));

/** Who is signed in (`null`: nobody) and their preferences, as the gateway has just answered. */
export interface Here {
  account: string | null;
  prefs: Prefs;
}

/** Keeps the choices that wait, and sends them. */
export class OwnPrefs {
  readonly #gateway: Gateway;
  readonly #world: ClientWorld;
  readonly #slip: Slip;
  /** Asks the gateway who is signed in; `undefined` where it is not reached. */
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

  /** The gateway's `prefs` with the choices over them that wait for this account (`null`: nobody is signed in). */
  over(prefs: Prefs, account: string | null): Prefs {
    const waits = this.#waits(account);
    return waits ? changed(prefs, waits) : prefs;
  }

  /** Writes down a choice of this account (without one: of whoever turns out to be signed in), and begins to send it. */
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

  /** Sends what waits, and tries again later where the gateway is not reached. Settles after the first try. */
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
      // What waits belongs to other accounts of this phone: it is sent when they sign in.
      if (!waits) return;
      const done = () => {
        const { [account ?? WHOEVER]: _own, [WHOEVER]: _whoever, ...others } = this.#slip.read();
        this.#slip.write(others);
      };
      // Nobody is signed in: the choice holds on this device alone.
      if (account === null) return done();
      const answer = await this.#gateway.ask(
        "PUT",
        routeTo("PUT /api/prefs"),
        { prefs: changed(here.prefs, waits) },
        account,
      );
      if (!answer.ok && (!answer.refused || answer.status === 429 || answer.status >= 500)) {
        return this.#later();
      }
      if (!answer.ok && answer.status === 401) return;
      // The gateway is read once more, so that the phone's copy of its answer has the choice; only then is the note deleted.
      if (answer.ok) await this.#here();
      if (JSON.stringify(this.#waits(account)) === JSON.stringify(waits)) done();
    }
  }

  #later(): void {
    this.#callOff = this.#world.later(() => void this.send(), AGAIN_MS);
  }
}
