/** One cache, with its photos and its log book. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CacheRowLine } from "../marks/cache_row.tsx";
import { frameCode } from "../ui/for_others.tsx";
import { OnAWebsite } from "../phone/passed/on_a_website.tsx";
import { useApp } from "../phone/app.ts";
import { place } from "../pages/router.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Button, Heading, Loading, Notice, Unread, Why } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { FromPacks } from "../phone/packs/from_packs.tsx";
import { useOwnPlace } from "../phone/position/use_own_place.ts";
import { CacheTools, type Opinion } from "./cache_tools.tsx";
import { CacheView } from "./cache_view.tsx";
import type { CacheSeen } from "./cache_seen.ts";
import { Gallery, HeroPhoto } from "./photos/gallery.tsx";
import { isMine } from "./mine.ts";
import { Rate } from "./opinion/rate.tsx";
import { useCache } from "./read_cache.ts";
import { usePhotos } from "./photos/read_photos.ts";
import { ReportForm } from "./report_form.tsx";
import { usePart } from "../ui/use_part.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { sayAgo, sayDistance } from "../ui/times.ts";
import { useHeardHere } from "./heard_here.ts";
import { LogCard } from "./log_card.tsx";
import type { Known } from "../phone/reader.ts";
import { sayUnread } from "../ui/unread.ts";
import type { LogSeen } from "../phone/known/log_seen.ts";
import { routeTo } from "../phone/wire/routes.ts";

// Reads a cache's log book for a page, one page of it after the other; each stays on the phone once it was read.

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
function useLogBook(code: string): LogBookRead {
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

// The log book of a cache.

/** The log book, the newest first, with a button for what is older. `code`: the cache's, or a mirror's global id. */
function LogBook({ code }: { code: string }) {
  const { pages, problem, again, older } = useLogBook(code);
  const busy = useSignal(false);
  const logs = pages.value.flatMap((page) => page.logs), last = pages.value.at(-1);
  const changed = () => void again();
  const more = () => {
    busy.value = true;
    void older().finally(() => busy.value = false);
  };
  return (
    <section class="logs">
      <h2>{say("cache.logs")}</h2>
      {logs.length === 0 ? <p class="soft">{say("cache.nologs")}</p> : (
        <ol class="timeline">
          {logs.map((log, i) => (
            <LogCard key={log.id ?? i} log={log} code={code} changed={changed} gone={changed} />
          ))}
        </ol>
      )}
      {last?.logCount !== undefined && last.logCount > logs.length && (
        <p class="soft">{say("cache.logs.packed", { here: logs.length, n: last.logCount })}</p>
      )}
      {problem.value && <Unread>{problem.value}</Unread>}
      {last?.nextCursor && <Button onClick={more} disabled={busy.value}>{say("activity.more")}</Button>}
    </section>
  );
}

// Says whether one can be heard at a cache; nothing where that is not known.

function HeardLine({ cache }: { cache: CacheSeen }) {
  const { gateway } = useApp();
  const known = useHeardHere(cache).value;
  // A living cache is wherever its station is, and stages lead elsewhere.
  if (!known || cache.type === "living") return null;
  const { from, heard, lastHeard, nearest } = known;
  return (
    <p class={`heard-here heard-here-${from}`}>
      <Icon name="radio" />
      <span>
        <strong>{say(`cache.heard.${from}`)}</strong>{" "}
        {from === "here" && say("cache.heard.n", { n: heard, ago: sayAgo(lastHeard, gateway.now()) })}{" "}
        {nearest && say("cache.heard.near", { site: nearest.site, far: sayDistance(nearest.awayM) })}
      </span>
    </p>
  );
}

export default function CachePage({ code }: { code: string }) {
  const { caches, call } = useApp();
  const { cache, problem, gone } = useCache(code);
  // Nobody is asked: what the phone may read by itself shows how far it is.
  const own = useOwnPlace(true);
  const photos = usePhotos(code), opinion = useSignal<Opinion>({}), reports = useSignal(false);
  if (problem.value) {
    return (
      <>
        <Heading>{say("page.cache")}</Heading>
        <Notice action={<a href="/">{say("cache.others")}</a>}>
          <Why says={problem.value} />
        </Notice>
        {gone.value && <Others code={code} />}
      </>
    );
  }
  if (!cache.value) return <Loading title="page.cache" />;
  const told = cache.value.value, known: CacheSeen = { ...told, ...opinion.value };
  const tell = (said: Opinion) => void (opinion.value = { ...opinion.peek(), ...said });
  const mine = isMine(known, call.value), mark = caches.mark(known);
  return (
    <CacheView
      cache={known}
      mine={mine}
      here={own.from.value}
      mark={mark}
      picture={photos.value[0] && <HeroPhoto of={photos.value[0]} />}
      tools={
        <CacheTools
          cache={known}
          mine={mine}
          tell={tell}
          report={() => reports.value = true}
        />
      }
      heard={
        <Boundary>
          {known.eventFrom !== undefined && <MeetingPart cache={known} tell={tell} />}
          {known.type === "living" && known.stationCall && <LivingPart call={known.stationCall} />}
          <HeardLine cache={known} />
        </Boundary>
      }
    >
      <FromPacks known={[cache.value]} />
      {mark === "pending" && (
        <p class="wait" role="status">
          {say("cache.pending")} <a href="/waiting">{say("page.waiting")}</a>
        </p>
      )}
      {cache.value.listed && <p class="soft" role="status">{say("cache.listed")}</p>}
      <Rate cache={known} tell={tell} />
      {known.yourRecommendation && <Recommending cache={known} tell={tell} />}
      {reports.value && <ReportForm cache={known} photos={photos.value} done={() => reports.value = false} />}
      {call.value && <OwnPart code={known.code} title={known.title} account={call.value} />}
      {known.mirrored && call.value && <OwnVisits origin={known.origin} />}
      <Boundary>
        <Gallery photos={photos.value} />
      </Boundary>
      <Boundary>
        <LogBook code={code} />
      </Boundary>
      <p class="cache-more">
        {!known.mirrored && <a href={`/c/${known.code}/radio`}>{say("print.radio")}</a>}
        <a href={`/c/${encodeURIComponent(known.gid ?? known.code)}/print`}>{say("cache.print")}</a>
        {!call.value && !known.mirrored && (
          <a href={`/found-a-box?c=${encodeURIComponent(known.code)}`} target="_self">
            {say("cache.chance")}
          </a>
        )}
        {mine && !known.mirrored && !known.removed && <a href={`/c/${known.code}/log`}>{say("cache.note")}
        </a>}
      </p>
      {!known.mirrored && !known.unlisted && !known.removed && (
        <OnAWebsite code={(origin) => frameCode(origin, { cache: known.code }, known.title)} />
      )}
    </CacheView>
  );
}

/** See `opinion/meeting.tsx`, which is loaded with a meeting alone. */
function MeetingPart(props: { cache: CacheSeen; tell: (said: Opinion) => void }) {
  const part = usePart(() => import("./opinion/meeting.tsx"));
  return part ? <part.default {...props} /> : null;
}

/** See `opinion/living.tsx`, which is loaded with a cache that moves alone. */
function LivingPart(props: { call: string }) {
  const part = usePart(() => import("./opinion/living.tsx"));
  return part ? <part.default {...props} /> : null;
}

/** See `visit/visits.ts`, which is loaded with a neighbour's cache alone. */
function OwnVisits(props: { origin: string }) {
  const part = usePart(() => import("../visit/visits.ts"));
  return part ? <part.OwnVisits {...props} /> : null;
}

/** See `opinion/recommend.tsx`, which is loaded for finders alone. */
function Recommending(props: { cache: CacheSeen; tell: (said: Opinion) => void }) {
  const part = usePart(() => import("./opinion/recommend.tsx"));
  return part ? <part.default {...props} /> : null;
}

/** What the reader keeps of it. Its script is loaded when somebody opens it. */
function OwnPart(props: { code: string; title: string; account: string }) {
  const part = useSignal<ComponentType<typeof props> | undefined>(undefined);
  const Part = part.value;
  const load = () => void import("./kept/kept.tsx").then((file) => part.value = file.default, () => {});
  return (
    <details open={place.value.query.includes("solved=")} onToggle={load}>
      <summary>{say("kept.open")}</summary>
      {Part && (
        <Boundary>
          <Part {...props} />
        </Boundary>
      )}
    </details>
  );
}

/** How many other caches are offered instead of one that was removed. */
const OTHERS = 5;

/** The nearest caches that the phone knows, from where it is or was. `code`: of the cache that was removed. */
function Others({ code }: { code: string }) {
  const { caches } = useApp();
  useEffect(() => void caches.refresh(), []);
  const others = caches.sorted.value.filter((row) => (row.gid ?? row.code) !== code);
  return (
    <ul class="cache-list">
      {others.slice(0, OTHERS).map((row) => (
        <CacheRowLine
          key={row.gid ?? row.code}
          row={row}
          here={caches.own.from.value}
          mark={caches.mark(row)}
        />
      ))}
    </ul>
  );
}
