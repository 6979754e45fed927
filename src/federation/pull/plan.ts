/** Where to read on, and what a page that was read moves: the machine's decisions, without I/O (FED "Marks"). */
import { GAPS_PER_PAGE } from "../gaps/rules.ts";

export interface Standing {
  /** Whether what the neighbour says moves the mark: it is the origin itself, or the operator trusts it. */
  advances: boolean;
  mark: number;
  read: number;
  replayed: number;
  /** Whether there is no room for another gap: then the mark stays where it is. */
  gapsFull: boolean;
}

/** What the neighbour says of the origin; `undefined` when its summary does not speak of it. */
export interface OriginSummary {
  held: number;
  top: number;
}

/**
 * `on`: what is new is read. `again`: what lies after the mark is read once more, for this value of `held`. `ask`: the
 * summary cannot tell whether that is needed, so a page is asked for its `held`.
 */
type Plan = { how: "on" | "again" | "ask"; cursor: number } | undefined;

/** From where the neighbour's pages are to be read; undefined when there is nothing to read. */
export function planReading(standing: Standing, said: OriginSummary | undefined): Plan {
  const { advances, mark, read, gapsFull } = standing;
  const furthest = Math.max(mark, read);
  if (said === undefined) return { how: "on", cursor: advances ? mark : furthest };
  if (isNewHeld(standing, said.held)) return { how: "again", cursor: mark };
  // A mark moves only over what was read without a break. So a neighbour that may move it is read from the mark on, as
  // long as the mark can move.
  if (said.top > furthest) return { how: "on", cursor: advances && !gapsFull ? mark : furthest };
  // The `held` of a summary stops before a record at the hop limit. It stays there while the neighbour fills in records
  // between our mark and its `top`, so the summary alone never shows them. The `held` of a page does not stop there.
  const mayHideMore = advances && !gapsFull && said.held > 0 && said.held <= mark && said.top > mark;
  return mayHideMore ? { how: "ask", cursor: mark } : undefined;
}

/**
 * Whether the neighbour holds the origin further than our mark, and was not yet read again from the mark on for this
 * `held`.
 */
export const isNewHeld = ({ advances, mark, replayed, gapsFull }: Standing, held: number): boolean =>
  advances && !gapsFull && held > mark && held > replayed;

interface FrameResult {
  v: number;
  settled: boolean;
}

export interface PageResult {
  advances: boolean;
  mark: number;
  /** Where the page began. */
  cursor: number;
  nextCursor: number;
  /** Missing when the server does not hold the origin whole for our region. */
  held: number | undefined;
  gaps: readonly number[];
  hopGaps: readonly number[];
  frames: readonly FrameResult[];
  /** How many gaps may still be opened. */
  room: number;
  hopRoom: number;
  isKept(v: number): boolean;
  isGap(v: number): boolean;
}

interface PageMoves {
  open: { v: number; reason: "unsettled" | "upstream" | "upstream-hops" }[];
  /** The mark as it stands after the page. */
  mark: number;
  /** Gaps in (after, to] other than `named` are closed: superseded, deleted or outside the region. */
  close: { after: number; to: number; named: number[] } | undefined;
  /** Whether there was no room for a gap: the mark then waits before it. */
  full: boolean;
}

/** Where the mark stands after a page, and which gaps it opens and closes. */
export function settlePage(page: PageResult): PageMoves {
  const moves: PageMoves = { open: [], mark: page.mark, close: undefined, full: false };
  if (!page.advances) return moves;
  let { room, hopRoom } = page;
  let lowestLeft = Infinity;
  const opened = new Set<number>();
  const inPage = (v: number) => v > page.cursor && v <= page.nextCursor;
  const open = (v: number, reason: "unsettled" | "upstream") => {
    if (opened.has(v) || page.isGap(v)) return;
    if (room <= 0) {
      lowestLeft = Math.min(lowestLeft, v);
      return;
    }
    room--;
    opened.add(v);
    moves.open.push({ v, reason });
  };
  for (const { v, settled } of page.frames) if (!settled && v > page.mark && inPage(v)) open(v, "unsettled");
  if (page.held === undefined) return { ...moves, full: lowestLeft < Infinity };
  const gaps = page.gaps.filter(inPage).slice(0, GAPS_PER_PAGE);
  const hopGaps = page.hopGaps.filter(inPage);
  for (const v of gaps) if (!page.isKept(v)) open(v, "upstream");
  for (const v of hopGaps) {
    if (opened.has(v) || page.isKept(v) || page.isGap(v) || hopRoom <= 0) continue;
    hopRoom--;
    opened.add(v);
    moves.open.push({ v, reason: "upstream-hops" });
  }
  moves.full = lowestLeft < Infinity;
  const to = Math.min(page.held, page.nextCursor, lowestLeft - 1);
  // A page that begins past the mark leaves a stretch that nobody looked at: it moves nothing.
  if (page.cursor <= page.mark) moves.mark = Math.max(page.mark, to);
  const named = [...page.frames.map((frame) => frame.v), ...gaps, ...hopGaps];
  if (to > page.cursor) moves.close = { after: page.cursor, to, named };
  return moves;
}
