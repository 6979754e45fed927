/** Corroboration put together: questions of this instance and of others, and what runs by itself. */
import type { World } from "../../base/mod.ts";
import type { Audit } from "../../db/mod.ts";
import type { Limits } from "../../http/mod.ts";
import type { Job } from "../../jobs/mod.ts";
import {
  FED_CORROBORATION_REQUIRE_KNOWN,
  FED_RELAY_POLL_MS,
  FED_REVEAL_IGATE,
  type Settings,
} from "../../settings/mod.ts";
import type { OriginView } from "../admit/outcome.ts";
import type { Identity } from "../keys/identity.ts";
import type { Registry } from "../keys/registry.ts";
import { Answering, type Ears } from "./answering.ts";
import type { Verdict } from "./asking.ts";
import type { Cases, Finds } from "./cases.ts";
import type { Sought } from "./question.ts";
import type { Case, CaseStore, Testimony } from "./store.ts";
import type { QuestionRelay } from "./ways.ts";
import { saidOf, type WordShown } from "./words.ts";

interface CorroborationNeeds {
  world: World;
  settings: Settings;
  audit: Audit;
  limits: Limits;
  identity: Identity;
  registry: Registry;
  originView(instance: string): OriginView | undefined;
  /** The questions of this instance. */
  cases: Cases;
  /** The queue of this instance as a hub. */
  relay: QuestionRelay;
  /** What was heard here, and the finds that peers may lift. */
  ears: Ears;
  finds: Finds;
}

/** How often cases are looked through for those whose time has come, in milliseconds. */
const AGAIN_MS = 60_000;

export class Corroboration {
  readonly answering: Answering;
  readonly cases: Cases;
  readonly store: CaseStore;
  readonly relay: QuestionRelay;

  constructor(readonly parts: CorroborationNeeds) {
    const { settings, limits, registry, cases } = parts;
    this.cases = cases;
    this.store = cases.parts.store;
    this.relay = parts.relay;
    this.answering = new Answering({
      ...parts,
      canJudge: () => registry.error === undefined,
      reveal: () => settings.get(FED_REVEAL_IGATE),
      use: (limit, who) => limits.use(limit, who),
      requireKnown: () => settings.get(FED_CORROBORATION_REQUIRE_KNOWN),
    });
  }

  ask = (sought: Sought) => this.cases.ask(sought);
  /** Asks again about finds whose time has come. */
  again = (): Promise<void> => this.cases.again(this.parts.finds);
  /** Reads answers that have come to hubs. */
  poll = (): Promise<void> => this.cases.poll(this.parts.finds);
  said = (find: number): WordShown[] => saidOf(this.cases, find);
  verdict = (find: number): Verdict | undefined => this.cases.verdict(find);
  /** Everything that is kept of a find, with the signed frames: anybody can be shown later why it counts. */
  kept(find: number): { case: Case; testimonies: Testimony[] } | undefined {
    const one = this.store.byFind(find);
    return one && { case: one, testimonies: this.store.testimonies(find) };
  }

  /**
   * Asks again, and reads answers that came to hubs; the latter as often as FED_RELAY_POLL_MS says, in milliseconds.
   */
  jobs(): Job[] {
    const pollMs = this.parts.settings.get(FED_RELAY_POLL_MS);
    return [
      {
        name: "corroboration-again",
        when: AGAIN_MS,
        run: async () => {
          // With FED_RELAY_POLL_MS=0 there is no job of its own for that: answers at hubs are read here.
          if (pollMs === 0) await this.poll();
          await this.again();
        },
      },
      ...(pollMs > 0
        ? [{ name: "corroboration-poll", when: Math.max(1000, pollMs), run: () => this.poll() }]
        : []),
    ];
  }
}
