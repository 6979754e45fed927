/**
 * What befalls a phone in a random history: the signal goes, answers are lost after the gateway has done what was asked,
 * requests are doubled and overtake each other, pages die, accounts are switched, storage is wiped, clocks are wrong.
 */
import { settle, type TestPhone } from "./phones.ts";

/** What histories have met: a test of nothing is green too. */
export const nothingMet = () => ({ lost: 0, doubled: 0, dead: 0, switched: 0, wiped: 0, stale: 0, late: 0 });

/** Something that may happen, and how often beside the others. */
export type Chance = [weight: number, act: () => Promise<void> | void];

export class Weather {
  readonly #sessions: ReadonlyMap<string, string>;
  readonly #met: ReturnType<typeof nothingMet>;

  /** `draw`: numbers from 0 to 1; `sessions`: a cookie for each call that signs in on this phone, the first one does so now. */
  constructor(
    readonly phone: TestPhone,
    readonly draw: () => number,
    { sessions, met }: { sessions: ReadonlyMap<string, string>; met: ReturnType<typeof nothingMet> },
  ) {
    this.#sessions = sessions;
    this.#met = met;
    phone.skew = this.chance(0.3) ? Math.round((draw() - 0.5) * 86_400 * 60) : 0;
    this.signIn([...sessions.keys()][0]!);
  }

  chance = (share: number): boolean => this.draw() < share;
  oneOf = <T>(list: readonly T[]): T => list[Math.floor(this.draw() * list.length)]!;
  signIn(call: string): void {
    this.phone.session = { call, cookie: this.#sessions.get(call)! };
  }

  /** All that may happen without anybody's doing. `wiped` is told when the phone has lost its memory. */
  chances(wiped: () => void): Chance[] {
    const { phone, draw } = this, met = this.#met, { world } = phone.app;
    return [
      [10, async () => {
        world.pass(1 + Math.floor(draw() * 6));
        await phone.tick();
      }],
      [2, async () => {
        world.pass(Math.floor(draw() * 7200));
        met.late++;
        await phone.tick();
      }],
      [14, () => this.#carry()],
      [2, () => {
        phone.signal = !phone.signal;
      }],
      [1, () => {
        phone.killPages();
        met.dead++;
      }],
      [2, async () => {
        if (phone.pages.length < 3) await phone.openPage();
      }],
      [1, async () => {
        const before = phone.session!.call;
        this.signIn(this.oneOf([...this.#sessions.keys()]));
        if (phone.session!.call === before) return;
        met.switched++;
        // The page that signed in is loaded anew; others stay open as they were.
        if (phone.pages.length > 1) met.stale++;
        phone.pages.shift()?.drain && (await phone.openPage());
      }],
      [0.4, async () => {
        // What is on its way arrives or does not; the rest is gone, and its people know.
        for (const flight of phone.flights.splice(0)) if (this.chance(0.5)) await flight.carry();
        phone.killPages();
        phone.wipe();
        wiped();
        met.wiped++;
        await phone.openPage();
      }],
      [1, () => {
        phone.skew = this.chance(0.5) ? 0 : Math.round((draw() - 0.5) * 86_400 * 400);
      }],
    ];
  }

  /** So many steps, each one of the chances. */
  async live(steps: number, chances: readonly Chance[]): Promise<void> {
    const sum = chances.reduce((all, [weight]) => all + weight, 0);
    for (let step = 0; step < steps; step++) {
      let at = this.draw() * sum;
      await chances.find(([weight]) => (at -= weight) < 0)![1]();
      await settle();
    }
  }

  /** One request on its way, not always the one that set out first. */
  async #carry(): Promise<void> {
    const { phone } = this, { flights } = phone, met = this.#met;
    if (flights.length === 0) return;
    const [flight] = flights.splice(Math.floor(this.draw() * flights.length), 1);
    if (!phone.signal || this.chance(0.1)) return flight!.back(undefined);
    const answer = await flight!.carry();
    if (this.chance(0.1)) {
      met.doubled++;
      await flight!.carry();
    }
    const lost = this.chance(0.25);
    if (lost) met.lost++;
    flight!.back(lost ? undefined : answer);
    await settle();
  }

  /** Everything that is on its way arrives, and whatever follows from it. */
  async carryAll(rounds = 60): Promise<void> {
    const { phone } = this;
    do {
      while (phone.flights.length > 0) {
        const flight = phone.flights.shift()!;
        if (!phone.signal) flight.back(undefined);
        else flight.back(await flight.carry());
        await settle();
      }
      if (rounds > 0) {
        phone.app.world.pass(20);
        await phone.tick();
      }
    } while (rounds-- > 0 && phone.waits);
  }

  /** Gives what somebody's doing comes to once it is kept; requests that were on their way arrive meanwhile. */
  kept = async <T>(doing: Promise<T>): Promise<T> => {
    let isKept = false;
    const keeping = doing.then(() => isKept = true);
    // A key is made on a thread of its own: nobody knows how many turns that takes.
    while (!isKept) {
      await Promise.race([keeping, new Promise((go) => setTimeout(go, 1))]);
      await this.carryAll(0);
    }
    return await doing;
  };

  /** Then all is well: signal, the right time, and each signs in once more. Everything arrives. */
  async clears(): Promise<void> {
    const { phone } = this, calls = [...this.#sessions.keys()];
    phone.signal = true;
    phone.skew = 0;
    for (const call of [...calls, calls[0]!]) {
      this.signIn(call);
      phone.killPages();
      await phone.openPage();
      await this.carryAll();
    }
  }

  /** What has still not been sent after that though nobody has discarded it, for the message of a failure. */
  stuck(): unknown[] {
    return [...this.phone.memory.items.values()]
      .filter(({ state }) => state !== "settled" && state !== "dropped")
      .map(({ kind, state, answer, body }) => [kind, state, answer, body]);
  }
}
