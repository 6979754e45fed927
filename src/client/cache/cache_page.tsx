/** One cache, with its photos and its log book. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Boundary } from "../shell/boundary.tsx";
import { Heading, Loading, Notice } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { FromPacks } from "../packs/from_packs.tsx";
import { CacheView } from "./cache_view.tsx";
import { Gallery } from "./gallery.tsx";
import { LogBook } from "./log_book.tsx";
import type { LogSeen } from "./log_seen.ts";
import { useCache } from "./read_cache.ts";

export default function CachePage({ code }: { code: string }) {
  const { reader, packs } = useApp();
  const { cache, problem, gone } = useCache(code);
  const logs = useSignal<readonly LogSeen[]>([]);
  const address = `/api/caches/${encodeURIComponent(code)}/logs`;
  const read = () =>
    reader.read<{ logs: LogSeen[] }>(address, ({ value }) => logs.value = value.logs, packs.find(code));
  useEffect(() => void read(), [code]);
  if (problem.value) {
    return (
      <>
        <Heading>{say("page.cache")}</Heading>
        <Notice action={gone.value && <a href="/">{say("cache.others")}</a>}>{problem.value}</Notice>
      </>
    );
  }
  if (!cache.value) return <Loading title="page.cache" />;
  return (
    <>
      <FromPacks known={[cache.value]} />
      <CacheView cache={cache.value.value} />
      {!cache.value.value.mirrored && (
        <Boundary>
          <Gallery code={code} />
        </Boundary>
      )}
      <Boundary>
        <LogBook logs={logs.value} address={address} changed={() => void read()} />
      </Boundary>
    </>
  );
}
