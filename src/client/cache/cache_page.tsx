/** One cache, with its photos and its log book. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { CacheRowLine } from "../marks/cache_row.tsx";
import { frameCode } from "../ui/for_others.tsx";
import { OnAWebsite } from "../phone/passed/on_a_website.tsx";
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Heading, Loading, Notice, Why } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { FromPacks } from "../phone/packs/from_packs.tsx";
import { useOwnPlace } from "../phone/position/use_own_place.ts";
import { CacheTools, type Opinion } from "./cache_tools.tsx";
import { CacheView } from "./cache_view.tsx";
import type { CacheSeen } from "./cache_seen.ts";
import { Gallery, HeroPhoto } from "./photos/gallery.tsx";
import { HeardLine } from "./heard_line.tsx";
import { isMine } from "./mine.ts";
import { LogBook } from "./log_book.tsx";
import { Rate } from "./opinion/rate.tsx";
import { useCache } from "./read_cache.ts";
import { usePhotos } from "./photos/read_photos.ts";
import { ReportForm } from "./report_form.tsx";
import { usePart } from "../ui/use_part.ts";

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
      {known.eventFrom !== undefined && <MeetingPart cache={known} tell={tell} />}
      <Rate cache={known} tell={tell} />
      {known.yourRecommendation && <Recommending cache={known} tell={tell} />}
      {reports.value && <ReportForm cache={known} photos={photos.value} done={() => reports.value = false} />}
      {call.value && <OwnPart code={known.code} title={known.title} account={call.value} />}
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
    <details onToggle={load}>
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
