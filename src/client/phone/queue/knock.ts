/**
 * Asks the gateway again and again whether it is there. Where a cell ends, packets vanish without a word, so no question
 * waits for the one before: the first that is answered tells that the connection is back.
 */
import type { Gateway } from "../ask.ts";
import type { ClientWorld } from "../world.ts";
import { routeTo } from "../wire/routes.ts";

/** How often it knocks, and how long each answer may take, in milliseconds. */
interface Pace {
  firstMs: number;
  everyMs: number;
  patienceMs: number;
}

/** Three are under way at most, for browsers hold six connections to one host. */
export const PACE: Pace = { firstMs: 2000, everyMs: 2000, patienceMs: 6000 };
/** Beside a photo, which may fill a thin line for minutes: answers come late there although nothing is lost. */
export const FILE_PACE: Pace = { firstMs: 5000, everyMs: 5000, patienceMs: 20_000 };

/** Knocks go unanswered for so many milliseconds: what small thing set out before them is lost. */
const SILENT_MS = 2000, FILE_SILENT_MS = 10_000;
/** The gateway answers all knocks: so many milliseconds after the thing itself, its own answer is taken for lost. */
const LOST_MS = 2000, LOST_MOST_MS = 20_000;

/**
 * Whether something is given up that is on its way for `ageMs`, now that a knock is answered which set out `silentMs` after
 * the oldest one that has no answer. It is sent again then, so after each try (`tries`) more patience is taken: a gateway
 * that is only slow is not asked the same for ever.
 */
export function isLost(
  { ageMs, silentMs, tries, file }: { ageMs: number; silentMs: number; tries: number; file: boolean },
): boolean {
  const more = 2 ** Math.min(tries, 10);
  if (file) return silentMs >= FILE_SILENT_MS * more;
  return silentMs >= SILENT_MS || ageMs >= Math.min(LOST_MOST_MS, LOST_MS * more);
}

/**
 * Knocks until the returned function is called. `answered` is told of each answer how many milliseconds the answered knock
 * set out after the oldest one that has none; 0 where all older ones were answered.
 */
export function knock(
  gateway: Gateway,
  world: ClientWorld,
  { firstMs, everyMs, patienceMs }: Pace,
  answered: (silentMs: number) => void,
): () => void {
  let stopped = false, callOff = () => {};
  /** When those that were not answered set out, milliseconds by the phone's clock. */
  let open: number[] = [];
  const again = async () => {
    callOff = world.later(again, everyMs);
    const begun = world.clock() * 1000;
    open.push(begun);
    const answer = await gateway.get(routeTo("GET /api/start"), patienceMs);
    if (stopped || (!answer.ok && !answer.refused)) return;
    const silentMs = begun - open[0]!;
    // What is older than an answered one and has no answer itself has told what it had to tell.
    open = open.filter((at) => at > begun);
    answered(Math.max(0, silentMs));
  };
  callOff = world.later(again, firstMs);
  return () => {
    stopped = true;
    callOff();
  };
}
