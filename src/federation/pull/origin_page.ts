/** One page of one origin's records of one kind: how it is asked for, and what a neighbour may answer. */
import type { JudgedFrame, SequenceKind, SyncPage } from "../../wire/mod.ts";
import { MAX_NUMBER } from "../tables/numbers.ts";
import { regionText } from "../serve/region.ts";
import { type Pull, regionFor } from "./context.ts";
import { getPage, type PageAsk, PullFailed, type Steps } from "./effects.ts";

function originPath(pull: Pull, origin: string, kind: SequenceKind, since: number, limit: number): string {
  const query = new URLSearchParams({
    origin,
    kind,
    since: String(since),
    limit: String(limit),
    for: pull.self,
  });
  const region = kind === "cache" ? regionFor(pull) : undefined;
  if (region) query.set("bbox", regionText(region));
  return `/federation/sync/origin?${query}`;
}

export interface JudgedPage extends SyncPage {
  judged: JudgedFrame[];
}

/** `further`: how many pages may be asked for after it. */
export const pageAsk = (
  pull: Pull,
  origin: string,
  kind: SequenceKind,
  since: number,
  limit: number,
  further = 0,
): PageAsk => ({
  path: originPath(pull, origin, kind, since, limit),
  limit,
  keys: pull.receiver.originView(origin)?.keys ?? [],
  next: (page) =>
    further > 0 && !isLast(page, since)
      ? pageAsk(pull, origin, kind, page.nextCursor, limit, further - 1)
      : undefined,
});

/** Whether nothing follows a page that was asked for after `since`. */
export const isLast = (page: SyncPage, since: number): boolean => page.complete || page.nextCursor <= since;

/** A page, or why there is none: `missing` for 404, `limited` for 429. */
export function* readOriginPage(pull: Pull, ask: PageAsk): Steps<JudgedPage | "missing" | "limited"> {
  const { path } = ask;
  const reply = yield* getPage(ask);
  pull.bytes += reply.size;
  if (reply.status === 404) return "missing";
  if (reply.status === 429) return "limited";
  if (!reply.read) throw new PullFailed("status", `${path} answered ${reply.status}`);
  if (!reply.read.ok) throw new PullFailed("bad_page", `${path}: ${reply.read.problem}`);
  const { page } = reply.read;
  if (page.instance !== pull.neighbour) throw new PullFailed("bad_page", `${path}: page of ${page.instance}`);
  if (page.nextCursor > MAX_NUMBER || (page.held ?? 0) > MAX_NUMBER) {
    throw new PullFailed("bad_page", `${path}: numbers are too high`);
  }
  return { ...page, judged: reply.judged ?? [] };
}
