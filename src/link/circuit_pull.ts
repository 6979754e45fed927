/**
 * The side that dials: it hands on what its members logged there, where both sides can, and then reads a peer's own feeds page by
 * page and hands each page on before it asks for the next. So a find that was just taken comes back with the same session. Lines
 * may be lost or come twice. An answer carries no number, so what cannot be the answer to the question asked last is
 * passed over: another kind of record, or a page that ends where we already are.
 */
import {
  gidWord,
  readFrame,
  readGid,
  readPage,
  type RecordKind,
  type SyncPage,
  visitDigest,
} from "../wire/mod.ts";
import { agree, type Agreed, type Caps, encodeCaps, feedsOf, readCaps } from "./caps.ts";
import { CircuitInbox, type CircuitSteps, type Cursor } from "./circuit_effects.ts";
import { wordsOf, writeError, writeLine, writeVisitLine } from "./circuit_lines.ts";
import { unpackPage } from "./packing.ts";
import { encodeAsk } from "./page_ask.ts";

const GREETING_S = 60, PAGE_S = 300;
/** Visits of one session: pages wait for them, and a visit takes a dozen seconds at 1200 baud. */
const MAX_VISITS = 20;
/** How often a greeting or a request is sent before the line counts as dead. */
const TRIES = 3;
interface PullOptions {
  caps: Caps;
  /** Where each feed was read to; absent: from its beginning. */
  cursors: Partial<Record<RecordKind, Cursor>>;
  /** Pages of one session, over all feeds. */
  pages: number;
}

export interface Pulled {
  /** "done": every feed was read to its end. "budget": pages ran out first. */
  how: "done" | "budget" | "cut" | "refused";
  /** What went wrong, in the peer's words or ours. */
  words?: string;
  pages: number;
  frames: number;
  /** Visits that were answered. */
  visits: number;
  cursors: Partial<Record<RecordKind, Cursor>>;
}

/** Reads one circuit. The line is to be closed when it returns. */
export function* pullCircuit({ caps, cursors, pages: budget }: PullOptions): CircuitSteps<Pulled> {
  const inbox = new CircuitInbox();
  const pulled: Pulled = { how: "done", pages: 0, frames: 0, visits: 0, cursors: { ...cursors } };
  const greeted = yield* greet(inbox, caps);
  if (greeted === "cut") return { ...pulled, how: "cut" };
  if (typeof greeted === "string") return { ...pulled, how: "refused", words: greeted };
  for (; greeted.can.includes("visits") && pulled.visits < MAX_VISITS; pulled.visits++) {
    const visit = (yield { do: "outgoing" }) as Uint8Array | undefined;
    if (!visit) break;
    const answer = yield* handOn(inbox, visit);
    if (answer === "cut") return { ...pulled, how: "cut" };
    if (answer !== "answered") return { ...pulled, how: "refused", words: answer.words };
  }
  let isProven = false;
  for (const feed of feedsOf(greeted.recordSet)) {
    for (;;) {
      if (pulled.pages === budget) return { ...pulled, how: "budget" };
      const cursor = pulled.cursors[feed] ?? { since: 0 };
      const answer = yield* askPage(inbox, greeted, feed, cursor);
      if (answer === "cut") return { ...pulled, how: "cut" };
      if ("words" in answer) {
        pulled.words = answer.words;
        if (answer.fatal) return { ...pulled, how: "refused" };
        break;
      }
      const { page, bytes } = answer;
      pulled.pages++;
      // An empty page only says that nothing is left now. It moves no cursor, so it does not matter which request
      // it answers.
      if (page.frames.length === 0) break;
      const frames = page.frames.length;
      const next = (yield { do: "deliver", feed, page: bytes, frames }) as Cursor | undefined;
      if (next === undefined || !isBehind(cursor, next)) {
        pulled.words = `nothing of a page of ${feed} could be verified`;
        // No feed can be taken from an instance whose key we do not know.
        if (!isProven) return { ...pulled, how: "refused" };
        break;
      }
      isProven = true;
      pulled.cursors[feed] = next;
      pulled.frames += frames;
      if (page.complete) break;
    }
  }
  return pulled;
}

/** Whether `next` lies behind a cursor. */
const isBehind = ({ since, sinceId }: Cursor, next: Pick<Cursor, "since" | "sinceId">): boolean =>
  next.since > since || (next.since === since && next.sinceId !== sinceId);

/** Both sides' capabilities, or why there are none. */
function* greet(inbox: CircuitInbox, caps: Caps): CircuitSteps<Agreed | string> {
  const hello = writeLine("H", encodeCaps(caps));
  for (let tries = 0; tries < TRIES;) {
    const line = yield* inbox.next(GREETING_S);
    if (line === "closed") return "cut";
    if (line === "silent") {
      // Its greeting was lost: when ours comes a second time, it sends its own again.
      tries++;
      yield { do: "send", bytes: hello };
      continue;
    }
    if (line === "broken") return "greeting not understood";
    if (line.kind === "E") return wordsOf(line.payload);
    if (line.kind !== "H") continue;
    const theirs = readCaps(line.payload);
    const agreed = theirs && agree(caps, theirs);
    if (!agreed) {
      yield { do: "send", bytes: writeError("no compression in common") };
      return theirs ? "no compression in common" : "capabilities not understood";
    }
    yield { do: "send", bytes: hello };
    return agreed;
  }
  return "cut";
}

/** Hands a visit on until it is answered: the other side knows it by its bytes, so that it may come twice. */
function* handOn(
  inbox: CircuitInbox,
  visit: Uint8Array,
): CircuitSteps<"answered" | "cut" | { words: string }> {
  const digest = visitDigest(visit);
  for (let tries = 0; tries < TRIES; tries++) {
    yield { do: "send", bytes: writeVisitLine(visit) };
    for (;;) {
      const line = yield* inbox.next(PAGE_S);
      if (line === "closed") return "cut";
      if (line === "silent") break;
      if (line === "broken") return { words: "line not understood" };
      if (line.kind === "E") return { words: wordsOf(line.payload) };
      // The answer to another visit, or one that came twice, says nothing of this one.
      if (line.kind !== "A" || line.digest !== digest) continue;
      yield { do: "answered", digest, answer: line.answer };
      return "answered";
    }
  }
  return "cut";
}

type PageAnswer = { page: SyncPage; bytes: Uint8Array } | { words: string; fatal: boolean } | "cut";

/** Asks for the page behind the cursor until an answer comes that can be one. */
function* askPage(
  inbox: CircuitInbox,
  agreed: Agreed,
  feed: RecordKind,
  cursor: Cursor,
): CircuitSteps<PageAnswer> {
  const limit = agreed.batchMax;
  const request = writeLine("R", encodeAsk({ type: feed, ...cursor, limit }));
  for (let tries = 0; tries < TRIES; tries++) {
    yield { do: "send", bytes: request };
    for (;;) {
      const line = yield* inbox.next(PAGE_S);
      if (line === "closed") return "cut";
      if (line === "silent") break;
      if (line === "broken") return { words: "line not understood", fatal: true };
      if (line.kind === "E") return { words: wordsOf(line.payload), fatal: false };
      if (line.kind !== "P") continue;
      const unpacked = unpackPage(line.payload, agreed.compress);
      if (!unpacked.ok) return { words: unpacked.problem, fatal: true };
      const read = readPage(unpacked.page, limit);
      if (!read.ok) return { words: `page: ${read.problem}`, fatal: true };
      if (answers(read.page, feed, cursor)) return { page: read.page, bytes: unpacked.page };
    }
  }
  return "cut";
}

/** Whether a page can be the answer: records of this feed alone, and an end behind the cursor. */
function answers(page: SyncPage, feed: RecordKind, cursor: Cursor): boolean {
  if (page.frames.length === 0) return page.complete;
  const { nextCursor: since, nextId: sinceId } = page;
  const isFurther = isBehind(cursor, sinceId === undefined ? { since } : { since, sinceId });
  return isFurther && page.frames.every((bytes) => {
    const read = readFrame(bytes);
    return !read.ok || readGid(read.frame.gid)?.word === gidWord(feed);
  });
}
