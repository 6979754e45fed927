/** One cache, with its photos and its log book. */
import { useEffect } from "preact/hooks";
import { CacheRowLine } from "../marks/cache_row.tsx";
import { frameCode } from "../ui/for_others.tsx";
import { OnAWebsite } from "../phone/passed/on_a_website.tsx";
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Heading, Loading, Notice, Why } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { FromPacks } from "../phone/packs/from_packs.tsx";
import { CacheView } from "./cache_view.tsx";
import { Gallery } from "./gallery.tsx";
import { isMine } from "./mine.ts";
import { LogBook } from "./log_book.tsx";
import { useCache } from "./read_cache.ts";

export default function CachePage({ code }: { code: string }) {
  const { caches, call } = useApp();
  const { cache, problem, gone } = useCache(code);
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
  const known = cache.value.value;
  return (
    <>
      <FromPacks known={[cache.value]} />
      {caches.mark(known) === "pending" && (
        <p class="wait" role="status">
          {say("cache.pending")} <a href="/waiting">{say("page.waiting")}</a>
        </p>
      )}
      <CacheView cache={known} mine={isMine(known, call.value)} />
      {!known.mirrored && (
        <Boundary>
          <Gallery code={code} />
        </Boundary>
      )}
      <Boundary>
        <LogBook code={code} />
      </Boundary>
      {!known.mirrored && !known.unlisted && !known.removed && (
        <OnAWebsite code={(origin) => frameCode(origin, { cache: known.code }, known.title)} />
      )}
    </>
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
