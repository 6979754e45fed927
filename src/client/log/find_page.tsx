/** The page of one find: what was written, how well it is proven, and a drawing of why. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { z } from "zod";
import type { OneFind } from "../../caches/mod.ts";
import { LogCard } from "../cache/log_card.tsx";
import { useApp } from "../phone/app.ts";
import { Foreign, Heading, Loading } from "../ui/parts.tsx";
import { go } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import type { WhatIfProps } from "../admin/what_if.tsx";
import { Evidence } from "../evidence/evidence.tsx";
import { routeTo } from "../phone/wire/routes.ts";

/** What the gateway answers about a find. */
export type Found = z.infer<typeof OneFind>;

export default function FindPage({ id }: { id: string }) {
  const { known, again } = useRead(routeTo("GET /api/finds/:id", { params: { id } }));
  // For operators: a form to try another place and time. Its script is loaded for nobody else.
  const part = useSignal<{ of: ComponentType<WhatIfProps> } | undefined>(undefined), What = part.value?.of;
  const { value: sysop } = useApp().isSysop;
  useEffect(() => {
    if (sysop) import("../admin/what_if.tsx").then((file) => part.value = { of: file.default }, () => {});
  }, [sysop]);
  const found = known.value?.value;
  if (!found) return <Loading title="page.find" />;
  const { cache, log } = found;
  const { lat, lon } = cache;
  const { why } = log;
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
          log={log}
          code={cache.code}
          changed={() => void again()}
          gone={() => go(`/c/${encodeURIComponent(cache.code)}`, { replace: true })}
        />
      </ul>
      {why?.candidates
        ? (
          <Evidence
            place={lat === null || lon === null ? undefined : { lat, lon }}
            foundAt={log.foundAt}
            candidates={why.candidates}
            sentence={why.sentence}
            said={why.said}
          />
        )
        : <p class="soft">{say("evidence.hidden")}</p>}
      {What && <What found={found} Evidence={Evidence} />}
    </>
  );
}
