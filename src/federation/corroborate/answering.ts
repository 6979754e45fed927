/**
 * Answering other instances' questions about who was heard here (FED "Events", Corroboration). Only what a site's own box
 * delivered counts, and what is told follows from cells and ten minutes alone (coarsen.ts).
 */
import { baseCall, Failure, type Place, sha256Hex, type World } from "../../base/mod.ts";
import { type Limit, statusOf } from "../../http/mod.ts";
import { type QuestionBody, verifyFrame } from "../../wire/mod.ts";
import type { OriginView } from "../admit/outcome.ts";
import { fedFailure } from "../errors.ts";
import type { Identity } from "../keys/identity.ts";
import { type Heard, isLoggers, signAnswer } from "./answer.ts";
import { HELD_S } from "./asking.ts";
import {
  BUCKET_S,
  bucketOf,
  coarseDistanceM,
  isInWindow,
  lookRadiusM,
  snapped,
  toE7,
  windowOf,
} from "./coarsen.ts";
import { OLDEST_S } from "./next_ask.ts";
import { FRESH_S, readQuestion } from "./question.ts";
import type { RelayedAnswer } from "./ways.ts";

/** A position that own receiving sites attest, each heard directly on radio and delivered by that site's own box. */
export interface Attested extends Place {
  at: number;
  witnesses: readonly {
    site: string;
    /** Base calls of whoever the box belongs to. */
    keepers: readonly string[];
  }[];
}
/** What own receiving sites heard of exactly this call between two times. */
export type Ears = (call: string, from: number, to: number) => readonly Attested[];

interface AnswerParts {
  identity: Identity;
  world: World;
  ears: Ears;
  use(limit: Limit<never>, who: string): void;
  originView(instance: string): OriginView | undefined;
  /** Whether anything can be judged now: not while a configured registry does not verify. */
  canJudge(): boolean;
  /** FED_CORROBORATION_REQUIRE_KNOWN, FED_REVEAL_IGATE. */
  requireKnown(): boolean;
  reveal(): boolean;
}

/** Questions a minute: of one asker, and of one asker about one call (FED "Limits"; the host's limit is the route's). */
const PER_ASKER: Limit<never> = { name: "corroborate-asker", points: 60, seconds: 60 };
const PER_CALL: Limit<never> = { name: "corroborate-call", points: 60, seconds: 60 };
/** How long it is remembered that nothing was heard, in seconds, and for how many questions. */
const MEMO_S = 30, MOST_MEMOS = 4096;
/** How many answers are remembered, to be given again for the same bytes. */
const MOST_ANSWERS = 4096;

/** A question that is answered here or carried on: read, fresh, signed by whom it says. */
interface Admitted {
  asker: string;
  /** Whether its key is one that was known here. */
  known: boolean;
  /** Whom limits count: the instance, or a stranger's key, since anybody may claim a name. */
  charged: string;
  target: string;
  hash: string;
  body: QuestionBody;
}

/** Answers questions, each at most as often as the limits allow. Throws failures of `../errors.ts`. */
export class Answering {
  /** Questions that were answered with no, and until when that is remembered. */
  readonly #noes = new Map<string, number>();
  /**
   * Answers by their question's hash. Somebody who replays another's question gets the same answer as before, and
   * does not use up the asker's limit.
   */
  readonly #answers = new Map<string, Uint8Array<ArrayBuffer>>();

  constructor(readonly parts: AnswerParts) {}

  /** Reads a question and proves who asks. Throws the refusals; `oldest` is how long ago it may have been signed. */
  admit(bytes: Uint8Array, oldest: number, targets: (target: string) => boolean): Admitted {
    const { identity, world, originView, canJudge, requireKnown } = this.parts;
    if (!world.clock.isKnown()) throw fedFailure.clock_unset();
    if (!canJudge()) throw fedFailure.registry_broken();
    const read = readQuestion(bytes);
    if (!read.ok) {
      throw fedFailure.bad_question({}, `The body is not a corroboration question: ${read.problem}`);
    }
    const { frame, body, hash, target } = read;
    const { origin: asker } = frame;
    if (asker === identity.instance) throw fedFailure.peer_self();
    if (!targets(target)) throw fedFailure.wrong_target({ target });
    const age = world.now() - frame.at;
    if (age > oldest || age < -FRESH_S) throw fedFailure.stale_question({ at: frame.at });
    const view = originView(asker);
    if (view?.blocked) throw fedFailure.asker_blocked();
    const known = view !== undefined && view.keys.length > 0;
    if (!known && requireKnown()) throw fedFailure.asker_unknown();
    if (!verifyFrame(frame, known ? view.keys : [frame.signerKey])) throw fedFailure.bad_question_signature();
    return { asker, known, charged: known ? asker : `key ${frame.signerKey}`, target, hash, body };
  }

  /** The signed answer to a question for this instance. Throws the refusals. */
  answer(bytes: Uint8Array, oldest = FRESH_S): Uint8Array<ArrayBuffer> {
    const { identity: { instance, key }, world, use } = this.parts;
    if (!key) throw fedFailure.cannot_sign();
    const { body, charged, hash } = this.admit(bytes, oldest, (target) => target === instance);
    const now = world.now();
    if (body.since > body.until || body.until < now - OLDEST_S) throw fedFailure.bad_window();
    const before = this.#answers.get(hash);
    if (before) return before;
    use(PER_ASKER, charged);
    use(PER_CALL, `${baseCall(body.callsign)} ${charged}`);
    const heard = this.#look(body, charged, now);
    const answer = signAnswer({ nonce: body.nonce, hash }, heard, { answerer: instance, at: now }, key);
    remember(this.#answers, hash, answer, MOST_ANSWERS);
    return answer;
  }

  /** The same for a question that a hub held: refusals as the status that the route would give. */
  answerRelayed(bytes: Uint8Array): RelayedAnswer {
    try {
      return { status: 200, frame: this.answer(bytes, HELD_S) };
    } catch (error) {
      if (error instanceof Failure) return { status: statusOf(error.kind), frame: null };
      throw error;
    }
  }

  /**
   * What was heard. That nothing was heard is remembered for a while, for this asker and for exactly this question as
   * it is looked at.
   */
  #look(body: QuestionBody, charged: string, now: number): Heard | undefined {
    const { first, last } = windowOf(body.since, body.until, now);
    const { latE7, lonE7 } = snapped(body);
    const excluded = body.excludeIgates.map((call) => baseCall(call.toUpperCase())).sort();
    const memo = sha256Hex(JSON.stringify([
      charged,
      body.callsign,
      latE7,
      lonE7,
      lookRadiusM(body.radiusM),
      first,
      last,
      excluded,
    ]));
    const ends = this.#noes.get(memo);
    if (ends !== undefined && ends > now && ends <= now + MEMO_S) return undefined;
    const heard = nearest(this.parts.ears, { ...body, excludeIgates: excluded }, now);
    if (!heard) remember(this.#noes, memo, now + MEMO_S, MOST_MEMOS);
    return heard && {
      distanceM: heard.distanceM,
      at: heard.at,
      ...(this.parts.reveal() && heard.igate !== undefined && { igate: heard.igate }),
    };
  }
}

/** Puts an entry last, and forgets the first where there are too many. */
function remember<V>(map: Map<string, V>, name: string, value: V, most: number): void {
  map.delete(name);
  map.set(name, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}

/** The nearest that was heard, of equally near ones the latest. Places and times decide by their cells and buckets alone. */
export function nearest(ears: Ears, body: QuestionBody, now: number): Heard | undefined {
  const window = windowOf(body.since, body.until, now);
  const radiusM = lookRadiusM(body.radiusM);
  let best: Heard | undefined;
  for (const fix of ears(body.callsign, window.first, window.last + BUCKET_S - 1)) {
    if (!isInWindow(window, fix.at)) continue;
    const distanceM = coarseDistanceM(body, toE7(fix)), at = bucketOf(fix.at);
    if (distanceM > radiusM) continue;
    // Nobody can be their own witness, neither by a site of their own nor by their own box.
    const witness = fix.witnesses.find(({ site, keepers }) =>
      ![site, ...keepers].some((call) => isLoggers(call, body))
    );
    if (!witness) continue;
    if (!best || distanceM < best.distanceM || (distanceM === best.distanceM && at > best.at)) {
      best = { distanceM, at, igate: witness.site };
    }
  }
  return best;
}
