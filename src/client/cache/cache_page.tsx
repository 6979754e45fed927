/** One cache, with its log book. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Boundary } from "../shell/boundary.tsx";
import type { Known } from "../shell/reader.ts";
import { Loading, Notice } from "../shell/parts.tsx";
import { sayRefusal } from "../shell/say.ts";
import { FromPacks } from "../packs/from_packs.tsx";
import { type CacheSeen, CacheView } from "./cache_view.tsx";
import { Gallery } from "./gallery.tsx";
import { LogBook, type LogSeen } from "./log_book.tsx";

export default function CachePage({ code }: { code: string }) {
  const app = useApp();
  const cache = useSignal<Known<CacheSeen> | undefined>(undefined);
  const logs = useSignal<readonly LogSeen[]>([]);
  const problem = useSignal("");
  const address = `/api/caches/${encodeURIComponent(code)}`;
  useEffect(() => {
    const read = async () => {
      const packed = app.packs.find(code);
      const failed = await app.reader.read<CacheSeen>(address, (known) => cache.value = known, packed);
      if (failed && !failed.ok && !cache.value) problem.value = failed.refused ? sayRefusal(failed) : "";
      await app.reader.read<{ logs: LogSeen[] }>(
        `${address}/logs`,
        ({ value }) => logs.value = value.logs,
        packed,
      );
    };
    void read();
  }, [code]);
  if (problem.value) return <Notice>{problem.value}</Notice>;
  if (!cache.value) return <Loading />;
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
        <LogBook logs={logs.value} />
      </Boundary>
    </>
  );
}
