/** Corroboration put together: questions of this instance and of others, and what runs by itself. */
import type { FetchGuard, World } from "../../base/mod.ts";
import type { Audit, Database, Tx } from "../../db/mod.ts";
import type { Limits } from "../../http/mod.ts";
import type { Job } from "../../jobs/mod.ts";
import {
  FED_AUTO_PROMOTE,
  FED_CORROBORATION_QUORUM,
  FED_CORROBORATION_REQUIRE_KNOWN,
  FED_CORROBORATION_SECRET,
  FED_HUB_URL,
  FED_RELAY_POLL_MS,
  FED_REVEAL_IGATE,
  type Settings,
} from "../../settings/mod.ts";
import type { OriginView } from "../admit/outcome.ts";
import type { Identity } from "../keys/identity.ts";
import type { Registry } from "../keys/registry.ts";
import type { PeerStore } from "../peers/store.ts";
import { Answering, type Ears } from "./answering.ts";
import { NetworkCarrier } from "./carry.ts";
import { type Verdict, verdictOf } from "./asking.ts";
import { Cases, type Finds, type Round } from "./cases.ts";
import type { Sought } from "./question.ts";
import { type Case, type CaseStore, caseStore, type Testimony } from "./store.ts";
import { noRelay, type QuestionRelay } from "./ways.ts";
import { type WordShown, wordsOf } from "./words.ts";

export interface CorroborationParts {
  db: Database;
  world: World;
  settings: Settings;
  audit: Audit;
  limits: Limits;
  guard: FetchGuard;
  identity: Identity;
  registry: Registry;
  peers: PeerStore;
  originView(instance: string): OriginView | undefined;
  isExempt(url: string): boolean;
}

/** How often cases are looked through for those whose time has come, in milliseconds. */
const AGAIN_MS = 60_000;

export class Corroboration {
  readonly answering: Answering;
  readonly cases: Cases;
  readonly store: CaseStore;
  /** This instance's queue as a hub; until there is one it relays nothing. */
  relay: QuestionRelay = noRelay;
  #ears: Ears = () => [];
  #finds: Finds = { lift: () => false, isOpen: () => false };

  constructor(readonly parts: CorroborationParts) {
    const { settings, limits, registry } = parts;
    this.store = caseStore(parts.db);
    const common = {
      canJudge: () => registry.error === undefined,
      reveal: () => settings.get(FED_REVEAL_IGATE),
    };
    this.answering = new Answering({
      ...parts,
      ...common,
      ears: () => this.#ears,
      use: (limit, who) => limits.use(limit, who),
      requireKnown: () => settings.get(FED_CORROBORATION_REQUIRE_KNOWN),
    });
    this.cases = new Cases({
      ...parts,
      ...common,
      self: parts.identity.instance,
      store: this.store,
      carrier: new NetworkCarrier({
        ...parts,
        hubUrl: () => settings.get(FED_HUB_URL),
        secret: () => settings.get(FED_CORROBORATION_SECRET),
        relay: () => this.relay,
      }),
      binding: (instance) => registry.binding(instance),
      autoPromote: () => settings.get(FED_AUTO_PROMOTE),
      quorum: () => settings.get(FED_CORROBORATION_QUORUM),
      finds: () => this.#finds,
    });
  }

  /** Joins it to what was heard here, and to the finds that it may lift. */
  join(ears: Ears, finds: Finds): void {
    this.#ears = ears;
    this.#finds = finds;
  }

  ask = (sought: Sought) => this.cases.ask(sought);
  keep = (tx: Tx, find: number, round: Round, lifted: boolean): void =>
    this.cases.keep(tx, find, round, lifted);
  forget = (tx: Tx, find: number): void => this.cases.forget(tx, find);
  /** What each peer has said of a find by now. */
  said = (find: number): WordShown[] => {
    const one = this.store.byFind(find);
    return one ? wordsOf(one, this.store.testimonies(find), this.cases, this.verdict(find)?.call) : [];
  };
  /** The verdict from the answers so far: only those of peers that are trusted now count. */
  verdict(find: number): Verdict | undefined {
    const { settings } = this.parts, { witness } = this.cases;
    return verdictOf(this.store.testimonies(find), settings.get(FED_CORROBORATION_QUORUM), witness);
  }
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
          if (pollMs === 0) await this.cases.poll();
          await this.cases.again();
        },
      },
      ...(pollMs > 0
        ? [{ name: "corroboration-poll", when: Math.max(1000, pollMs), run: () => this.cases.poll() }]
        : []),
    ];
  }
}
