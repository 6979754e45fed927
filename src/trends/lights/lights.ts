/** Looks each minute at what works, and tells operators once of what does not, and once when it does again. */
import type { Living, World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { isQuiet, OPERATORS_QUIET, OPERATORS_TOLD, type Settings } from "../../settings/mod.ts";
import { brokenNow, type Line, nextLights, type Step } from "./state.ts";
import { lightStore } from "./store.ts";

/** Somebody who is told: an account that operates. */
interface Operator {
  account: number;
  call: string;
  /** A confirmed address; absent where there is none. */
  email?: string | undefined;
  lang?: string | undefined;
}

export type Telling = Step["tell"][number];

/** How operators are told: each way by itself, since the one that would tell may be what is broken. */
export interface Ways {
  operators(): readonly Operator[];
  /** Into the list of alerts, and from there to their phones. */
  push(tx: Tx, operator: Operator, telling: Telling): void;
  aprs(tx: Tx, operator: Operator, telling: readonly Telling[]): void;
  mail(operator: Operator, telling: readonly Telling[]): Promise<void>;
}

interface LightParts {
  db: Database;
  world: World;
  settings: Settings;
  lines(): readonly Line[];
  lives(): readonly Living[];
  ways: Ways;
  version: string;
}

export class Lights {
  readonly store;
  #began = false;
  /** Mail that its server did not take: it goes with the next look at which it does. */
  #waiting: { operator: Operator; telling: Telling[] }[] = [];

  constructor(private readonly parts: LightParts) {
    this.store = lightStore(parts.db);
  }

  /** One look: writes what changed and tells whoever is to be told. Mail goes after the write, by itself. */
  async look(): Promise<void> {
    const { db, world, settings, lines, lives, ways, version } = this.parts;
    const now = world.now(), began = this.#began;
    const here = new Date(now * 1000);
    const quiet = isQuiet(settings.get(OPERATORS_QUIET), here.getHours() * 60 + here.getMinutes());
    const step = nextLights(this.store.lights(), brokenNow(lines(), lives()), { now, quiet });
    const by = settings.get(OPERATORS_TOLD), operators = step.tell.length === 0 ? [] : ways.operators();
    await db.write((tx) => {
      if (!began) this.store.started(tx, now, version);
      this.store.take(tx, now, step);
      for (const operator of operators) {
        if (by.includes("push")) { for (const one of step.tell) ways.push(tx, operator, one); }
        if (by.includes("aprs")) ways.aprs(tx, operator, step.tell);
      }
    });
    this.#began = true;
    if (by.includes("mail")) {
      this.#waiting.push(...operators.map((operator) => ({ operator, telling: step.tell })));
    }
    await this.#send();
  }

  /** What is still not taken stays for the next look; of a long outage the newest of each operator. */
  async #send(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      try {
        await this.parts.ways.mail(one.operator, one.telling);
      } catch (error) {
        this.parts.world.log.warn("operators are not told by mail: {error}", { error });
        this.#waiting.push(one);
      }
    }
    this.#waiting = this.#waiting.slice(-WAITING_MOST);
  }
}

const WAITING_MOST = 50;
