/**
 * Whose word counts in White Pages. Pure. The operator's stands above all, then the box's, then what somebody told
 * the network, then guesses from `R:` lines. A guess that differs becomes the home only after 40 days in which
 * nothing else was heard, as F6FBB does it: a message sent from a holiday does not change where somebody lives.
 */
import type { WhitePage, Word } from "../tables/white_page_store.ts";
import { WORDS } from "../tables/white_page_store.ts";

/** How long a differing guess must stand. */
export const PROMOTE_S = 40 * 86_400;

export interface WhitePagesWord {
  call: string;
  home: string;
  source: Word;
  /** Date of the word, unix seconds; a future one counts as now. */
  at: number;
  name?: string;
  town?: string;
  zip?: string;
}

const rank = (word: Word): number => WORDS.length - WORDS.indexOf(word);

/** The entry after a new statement about the call. Returns `before` itself where nothing changes. */
export function decide(before: WhitePage | undefined, said: WhitePagesWord, now: number): WhitePage {
  const at = Math.min(said.at, now);
  const fresh: WhitePage = {
    call: said.call,
    home: said.home,
    source: said.source,
    toldAt: at,
    seenAt: at,
    nextHome: null,
    nextSince: null,
    name: said.name ?? before?.name ?? "",
    town: said.town ?? before?.town ?? "",
    zip: said.zip ?? before?.zip ?? "",
  };
  if (!before) return fresh;
  if (before.source === "operator" && said.source !== "operator") return before;
  const confirmed = { ...before, seenAt: Math.max(before.seenAt, at) };
  if (said.source === "guessed") {
    if (said.home === before.home) return { ...confirmed, nextHome: null, nextSince: null };
    if (before.source === "box") return before;
    if (said.home !== before.nextHome || before.nextSince === null) {
      return { ...before, nextHome: said.home, nextSince: at };
    }
    return at - before.nextSince >= PROMOTE_S ? fresh : before;
  }
  if (rank(said.source) < rank(before.source)) return said.home === before.home ? confirmed : before;
  // Of two statements of equal rank the later one counts, whichever arrives first.
  return rank(said.source) === rank(before.source) && at < before.toldAt ? before : fresh;
}
