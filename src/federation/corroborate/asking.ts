/** Asking peers about a find: every one of them at once, each its own question (FED "Events", Corroboration). */
import type { World } from "../../base/mod.ts";
import type { SigningKey } from "../../wire/mod.ts";
import { judgeAnswer, type Word } from "./answer.ts";
import type { Carrier } from "./carry.ts";
import { BUCKET_S } from "./coarsen.ts";
import { nonceOf, type Question, readQuestion, signQuestion } from "./question.ts";
import { closest, isQuorum, neededOf } from "./quorum.ts";
import type { Testimony, WitnessReply } from "./store.ts";
import type { Brought } from "./ways.ts";
import type { Witness } from "./witnesses.ts";

/** How long a question that lies at a hub may be answered, in seconds (FED "Limits"). */
export const HELD_S = 3600;

export interface AskParts {
  self: string;
  world: World;
  carrier: Carrier;
  /** The setting FED_REVEAL_IGATE. */
  reveal(): boolean;
}

/** What a peer said, before it is kept beside a find. */
export type Spoken = Omit<Testimony, "find">;

/** A peer, and the calls that it has not answered about yet, the likeliest first. */
interface Open {
  witness: Witness;
  calls: readonly string[];
}

/**
 * Asks these peers, all at once: about the first call of each, and unless that is enough those that answered about
 * their other calls.
 */
export async function askRound(
  parts: AskParts,
  question: Question,
  open: readonly Open[],
  key: SigningKey,
  isEnough: (words: readonly Spoken[]) => boolean,
): Promise<Spoken[]> {
  const ask = (some: readonly Open[], from: number, to?: number) =>
    Promise.all(
      some.flatMap(({ witness, calls }) =>
        calls.slice(from, to).map((callsign) => askOne(parts, { ...question, callsign }, witness, key))
      ),
    );
  const first = await ask(open, 0, 1);
  if (isEnough(first)) return first;
  const silent = first.filter(({ said }) => said === "unreached" || said === "refused");
  const left = open.filter(({ witness: { instance } }) => !silent.some((word) => word.instance === instance));
  return [...first, ...await ask(left, 1)];
}

/** The calls that this peer is to be asked about again: it was not reached about one of them, and answered about none of these. */
export function unanswered(words: readonly Spoken[], instance: string, calls: readonly string[]): string[] {
  const its = words.filter((word) => word.instance === instance);
  if (!its.some(({ said }) => said === "unreached")) return [];
  return calls.filter((call) =>
    (its.find((word) => word.call === call)?.said ?? "unreached") === "unreached"
  );
}

async function askOne(
  parts: AskParts,
  question: Question,
  witness: Witness,
  key: SigningKey,
): Promise<Spoken> {
  const { self: asker, world, carrier } = parts;
  const askedAt = world.now();
  const signed = signQuestion(question, {
    asker,
    target: witness.instance,
    nonce: nonceOf((n) => world.random(n)),
    at: askedAt,
  }, key);
  const brought = await carrier.bring(witness, signed.frame);
  return heardOf(parts, question, witness, { askedAt, frame: signed.frame }, brought);
}

/** What came back for a question that was sent, as the peer's word. */
export function heardOf(
  { world, reveal }: AskParts,
  question: Question,
  { instance, keys }: Pick<Witness, "instance" | "keys">,
  sent: { askedAt: number; frame: Uint8Array },
  brought: Brought,
  held = false,
): Spoken {
  const plain: Spoken = {
    instance,
    call: question.callsign,
    said: "unreached",
    why: null,
    askedAt: sent.askedAt,
    question: sent.frame,
    answer: null,
    key: null,
    distanceM: null,
    at: null,
    igate: null,
    wait: null,
  };
  if (brought.got === "nothing") return { ...plain, why: brought.why };
  if (brought.got === "wait") return { ...plain, said: "waiting", wait: brought.wait };
  if (brought.status !== 200) {
    return { ...plain, said: "refused", why: `it refused with status ${brought.status}` };
  }
  const read = readQuestion(sent.frame);
  if (!read.ok) throw new TypeError(`a question of our own cannot be read: ${read.problem}`);
  const word: Word = judgeAnswer(brought.bytes, {
    question,
    nonce: read.body.nonce,
    hash: read.hash,
    instance,
    keys,
    now: world.now(),
    reveal: reveal(),
    // Signed within the hour that the question lay there, and read within the hour after.
    ...(held && { oldest: 2 * HELD_S }),
  });
  if (word.said === "refused") return { ...plain, said: "refused", why: word.why };
  const answered = { ...plain, answer: brought.bytes, key: word.key };
  if (word.said === "no") return { ...answered, said: "no" };
  const { distanceM, at, igate = null } = word.heard;
  return { ...answered, said: "yes", distanceM, at, igate };
}

/** What peers said together. */
export interface Verdict {
  /** The call that they heard. */
  call: string;
  confirmed: boolean;
  instances: readonly string[];
  quorum: number;
  at: number;
  bucketS: number;
  distanceM: number;
}

/** What was said by peers that are trusted now, each with its peer: nothing else counts. */
const counted = (
  words: readonly Spoken[],
  said: readonly WitnessReply[],
  witness: (of: string) => Witness | undefined,
): { word: Spoken; by: Witness }[] =>
  words.flatMap((word) => {
    const by = said.includes(word.said) ? witness(word.instance) : undefined;
    return by?.trusted ? [{ word, by }] : [];
  });

/** Everybody who is trusted now of those who were asked, whatever they said: they tell who is one person with whom. */
const asked = (words: readonly Spoken[], witness: (of: string) => Witness | undefined): Witness[] =>
  [...new Set(words.map(({ instance }) => instance))].flatMap((instance) => {
    const by = witness(instance);
    return by?.trusted ? [by] : [];
  });

/**
 * The verdict from the answers so far, by the call that most peers heard: an answer counts for the call asked alone.
 * Undefined while no trusted peer says yes.
 */
export function verdictOf(
  words: readonly Spoken[],
  quorum: number,
  witness: (instance: string) => Witness | undefined,
): Verdict | undefined {
  return [...new Set(words.map(({ call }) => call))]
    .flatMap((call) => verdictOn(call, words, quorum, witness) ?? [])
    .sort((a, b) =>
      Number(b.confirmed) - Number(a.confirmed) || b.instances.length - a.instances.length ||
      a.distanceM - b.distanceM || (a.call < b.call ? -1 : 1)
    )[0];
}

function verdictOn(
  call: string,
  words: readonly Spoken[],
  quorum: number,
  witness: (instance: string) => Witness | undefined,
): Verdict | undefined {
  const yes = counted(words, ["yes"], witness).filter(({ word }) => word.call === call);
  const kept = closest(yes.map(({ word }) => ({ distanceM: word.distanceM!, at: word.at! })));
  if (!kept) return undefined;
  const voices = yes.map(({ by }) => by);
  return {
    call,
    confirmed: isQuorum(voices, quorum, asked(words, witness)),
    instances: yes.map(({ word }) => word.instance),
    quorum: neededOf(voices, quorum),
    at: kept.at,
    bucketS: BUCKET_S,
    distanceM: kept.distanceM,
  };
}

/**
 * Whether those that were not reached, and those who are trusted and were not asked yet, could still make a quorum with
 * those that say yes, about one of the calls.
 */
export const isWorthRetrying = (
  words: readonly Spoken[],
  calls: readonly string[],
  quorum: number,
  witness: (instance: string) => Witness | undefined,
  unasked: readonly Witness[] = [],
): boolean =>
  calls.some((call) => {
    // Who was not reached about the first call has not been asked about the others at all.
    const open = counted(words, ["unreached", "waiting"], witness).filter((
      { word: { instance, call: of } },
    ) => of === call || !words.some((word) => word.instance === instance && word.call === call));
    const yes = counted(words, ["yes"], witness).filter(({ word }) => word.call === call);
    const voices = [...yes.map(({ by }) => by), ...open.map(({ by }) => by), ...unasked];
    return open.length + unasked.length > 0 &&
      isQuorum(voices, quorum, [...asked(words, witness), ...unasked]);
  });
