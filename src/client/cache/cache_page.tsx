/** One cache, with its photos and its log book. */
import { useApp } from "../shell/app.ts";
import { Boundary } from "../shell/boundary.tsx";
import { Heading, Loading, Notice } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { FromPacks } from "../packs/from_packs.tsx";
import { CacheView } from "./cache_view.tsx";
import { Gallery } from "./gallery.tsx";
import { LogBook } from "./log_book.tsx";
import { useCache } from "./read_cache.ts";

export default function CachePage({ code }: { code: string }) {
  const { caches } = useApp();
  const { cache, problem, gone } = useCache(code);
  if (problem.value) {
    return (
      <>
        <Heading>{say("page.cache")}</Heading>
        <Notice action={gone.value && <a href="/">{say("cache.others")}</a>}>{problem.value}</Notice>
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
      <CacheView cache={known} />
      {!known.mirrored && (
        <Boundary>
          <Gallery code={code} />
        </Boundary>
      )}
      <Boundary>
        <LogBook code={code} />
      </Boundary>
    </>
  );
}
