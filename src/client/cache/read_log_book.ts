/** Reads a cache's log book for a page, one page of it after the other; each stays on the phone once it was read. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import type { Known } from "../phone/reader.ts";
import { sayUnread } from "../ui/unread.ts";
import type { LogSeen } from "../phone/known/log_seen.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** A page of a log book as the gateway gives it, or the newest logs as a pack has them. */
interface Page {
  logs: readonly LogSeen[];
  /** In a pack there is none: it has no more than these. */
  nextCursor?: string | null;
  /** In a pack: how many logs the log book has. */
  logCount?: number;
}

interface LogBookRead {
  /** What was read, the newest first. */
  pages: ReadonlySignal<readonly Page[]>;
  /** Why older ones could not be read; empty where they could. */
  problem: ReadonlySignal<string>;
  /** Reads all pages once more that are shown. */
  again(): Promise<void>;
  /** Reads the next page. */
  older(): Promise<void>;
}

/** The log book of a cache. */
export function useLogBook(code: string): LogBookRead {
  const { reader, packs } = useApp();
  const pages = useSignal<readonly Page[]>([]), problem = useSignal("");
  const shown = useRef(code), again = useRef(false);
  /** Reads the page after the first `n`. When it has changed, the pages after it may belong to another place: they are read anew. */
  const read = async (n: number): Promise<void> => {
    const cursor = n === 0 ? undefined : pages.peek()[n - 1]?.nextCursor;
    if (n > 0 && !cursor) return;
    const path = routeTo("GET /api/caches/:id/logs", {
      params: { id: code },
      query: { cursor: cursor || undefined },
    });
    const show = ({ value }: Known<Page>) => {
      const known = pages.peek();
      // The reader went on to another cache, or the page before now ends elsewhere.
      if (shown.current !== code || (n > 0 && known[n - 1]?.nextCursor !== cursor)) return;
      const isSame = known[n]?.nextCursor === value.nextCursor, after = known.slice(n + 1);
      pages.value = [...known.slice(0, n), value, ...isSame ? after : []];
      problem.value = "";
      // As many as were shown, so that they are on this phone under their new addresses too.
      if (!isSame && after.length > 0 && !again.current) void reread(n + 1, n + after.length);
    };
    const failed = await reader.read(path, show, n === 0 ? packs.find(code) : undefined);
    if (failed && !failed.ok && n > 0 && !pages.peek()[n]) problem.value = sayUnread(failed);
  };
  /** Reads pages once more, each after the one before. */
  const reread = async (from: number, to: number): Promise<void> => {
    again.current = true;
    for (let n = from; n <= to; n++) await read(n);
    again.current = false;
  };
  useEffect(() => {
    shown.current = code;
    pages.value = [];
    problem.value = "";
    void read(0);
  }, [code]);
  return {
    pages,
    problem,
    again: () => reread(0, Math.max(0, pages.peek().length - 1)),
    older: () => read(pages.peek().length),
  };
}
