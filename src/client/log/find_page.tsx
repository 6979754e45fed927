/** One find by itself: what was written, what it is worth, and a drawing of why. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { z } from "zod";
import type { OneFind } from "../../caches/mod.ts";
import { LogCard } from "../cache/log_book.tsx";
import { useApp } from "../shell/app.ts";
import { Foreign, Heading, Loading, Notice } from "../shell/parts.tsx";
import { go } from "../shell/router.ts";
import { say, sayRefusal } from "../shell/say.ts";
import type { Candidate } from "./evidence.ts";
import { Evidence } from "./evidence.tsx";

type Found = z.infer<typeof OneFind>;
interface Why {
  sentence?: string;
  candidates?: Candidate[];
}

export default function FindPage({ id }: { id: string }) {
  const { reader } = useApp();
  const found = useSignal<Found | undefined>(undefined);
  const problem = useSignal("");
  const read = async () => {
    const address = `/api/finds/${encodeURIComponent(id)}`;
    const failed = await reader.read<Found>(address, ({ value }) => found.value = value);
    if (failed && !failed.ok && failed.refused) problem.value = sayRefusal(failed);
  };
  useEffect(() => void read(), [id]);
  if (problem.value) return <Notice>{problem.value}</Notice>;
  if (!found.value) return <Loading />;
  const { cache, log } = found.value;
  const { lat, lon } = cache;
  const why = log.why as Why | null;
  return (
    <>
      <Heading>{say("page.find")}</Heading>
      <p>
        <a href={`/c/${encodeURIComponent(cache.gid ?? cache.code)}`}>
          <Foreign>{cache.title}</Foreign>
        </a>
      </p>
      <ul class="log-book">
        <LogCard
          log={log as Parameters<typeof LogCard>[0]["log"]}
          address={`/api/caches/${encodeURIComponent(cache.code)}/logs`}
          changed={() => void read()}
          gone={() => go(`/c/${encodeURIComponent(cache.code)}`, { replace: true })}
        />
      </ul>
      {why?.candidates
        ? (
          <Evidence
            place={lat === null || lon === null ? undefined : { lat, lon }}
            foundAt={log.foundAt as number}
            candidates={why.candidates}
            sentence={why.sentence}
          />
        )
        : <p class="soft">{say("evidence.hidden")}</p>}
    </>
  );
}
