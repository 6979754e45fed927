/** A spoke fetches the questions that wait for it at its hub, and answers them (FED "Push, relay, packet"). */
import { fromBase64Url, utf8 } from "../../base/mod.ts";
import { encodePage } from "../../wire/mod.ts";
import { answerTo, type HubSteps, jsonOf, write } from "./effects.ts";
import { askHub, type HubLink, refusedBy } from "./hub_link.ts";
import type { Serving } from "../serve/serve.ts";
import { type DoneStore, questionName } from "../relay/done.ts";
import {
  type Asked,
  type FeedParams,
  LEASED_AT_ONCE,
  QUESTION_LIFE_S,
  readAsked,
  RELAY_FEEDS,
  type Relayed,
} from "../relay/words.ts";

/** Largest answer to a lease, in bytes: room for as many questions of the largest size. */
const LEASE_BYTES = 1024 * 1024;
/** Clocks of asker, hub and spoke differ by this much each. */
const SKEW_S = 300;

export interface CollectDeps extends HubLink {
  self: string;
  done: DoneStore;
  log(message: string, facts: Record<string, unknown>): void;
}

/** Answers a question that came through the hub. A wrong question gets an error status; nothing is thrown for it. */
export type Answerer = (question: Uint8Array) => Promise<{ status: number; frame: Uint8Array | null }>;

interface Leased {
  id: string;
  asked: Asked | undefined;
}

/** Leases once, and answers everything that came. Gives how many answers the hub took. */
export function* collect(deps: CollectDeps): HubSteps<number> {
  const path = `/federation/relay/lease?instance=${deps.self}`;
  const reply = yield* askHub(deps, { method: "GET", path, maxBytes: LEASE_BYTES });
  // A hub that does not know us yet has no questions for us.
  if (reply.status === 401 || reply.status === 404) return 0;
  const told = reply.status === 200 ? jsonOf(reply) : undefined;
  if (!told) throw refusedBy(reply, "for questions");
  let taken = 0;
  for (const { id, asked } of readLeased(told.queries)) {
    const result = asked
      ? yield* answerOnce(deps, asked)
      : refused("unknown", "This instance answers no such question");
    if (!result) continue;
    const body = utf8(JSON.stringify({ id, instance: deps.self, result }));
    const headers = { "content-type": "application/json" };
    const answered = yield* askHub(deps, { method: "POST", path: "/federation/relay/answer", headers, body });
    if (answered.status === 200) taken++;
    // The hub has an answer already, or nobody waits any more: either way the question is done. Everything else is
    // tried again at the next lease.
    else if (answered.status !== 404 && answered.status !== 409) throw refusedBy(answered, "an answer");
  }
  return taken;
}

function readLeased(queries: unknown): Leased[] {
  if (!Array.isArray(queries)) return [];
  return queries.slice(0, LEASED_AT_ONCE).flatMap((one) => {
    if (typeof one !== "object" || one === null) return [];
    const { id, kind, params } = one as Record<string, unknown>;
    return typeof id === "string" && id.length > 0 && id.length <= 100
      ? [{ id, asked: readAsked(kind, params) }]
      : [];
  });
}

/**
 * The answer to a question. The same question gets the answer that was given before, so that a hub which asks twice
 * learns nothing more. `undefined` where nothing more is answered now.
 */
function* answerOnce(deps: CollectDeps, asked: Asked): HubSteps<Relayed | undefined> {
  if (asked.kind === "feed") return yield* answerTo(asked);
  const frame = fromBase64Url(asked.params.question);
  if (!frame) return refused("corroborate", "The question is not base64url");
  const name = questionName(frame);
  const before = deps.done.get({ name });
  if (before?.answer) return JSON.parse(before.answer) as Relayed;
  if (deps.done.isFull()) {
    deps.log("a relayed question is left: {n} were answered in the last hour", { n: "too many" });
    return undefined;
  }
  const result = yield* answerTo(asked);
  const until = deps.now() + QUESTION_LIFE_S + 2 * SKEW_S;
  yield* write((tx) => void deps.done.put(tx, { name, until, answer: JSON.stringify(result) }));
  return result;
}

const refused = (kind: string, error: string): Relayed => ({ ok: false, kind, error });

/** This instance's answer: a page of its own feeds, or the answer to a corroboration question. */
export async function answerAll(serving: Serving, answer: Answerer, asked: Asked): Promise<Relayed> {
  if (asked.kind === "feed") return await answerFeed(serving, asked.params);
  const frame = fromBase64Url(asked.params.question);
  if (!frame) return refused("corroborate", "The question is not base64url");
  const { status, frame: answered } = await answer(frame);
  const frameB64 = answered && answered.toBase64();
  return { ok: true, kind: "corroborate", data: { status, frameB64 } };
}

async function answerFeed(serving: Serving, { feed, since, limit }: FeedParams): Promise<Relayed> {
  const page = await serving.feed(RELAY_FEEDS[feed], { since, limit });
  if (!page) return refused("feed", "This instance has no signing key");
  const { nextCursor, complete } = page;
  const pageB64 = encodePage(page).toBase64();
  return { ok: true, kind: "feed", data: { feed, since, encoding: "cbor", nextCursor, complete, pageB64 } };
}
