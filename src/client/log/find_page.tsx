/** The page of one find: what was written, how well it is proven, and a drawing of why. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { LogCard } from "../cache/log_card.tsx";
import { useApp } from "../phone/app.ts";
import { Loading } from "../ui/parts.tsx";
import { go } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import type { WhatIfProps } from "../admin/what_if.tsx";
import { Evidence, EvidenceHero } from "../evidence/evidence.tsx";
import { asJudged } from "../evidence/evidence.ts";
import { usePlaced } from "../evidence/receiver_places.ts";
import { OpenUntil } from "../evidence/evidence_words.tsx";
import { routeTo } from "../phone/wire/routes.ts";
import { usePart } from "../ui/use_part.ts";
import { newLog } from "./new_log.ts";
import { FindFrame } from "./find_frame.tsx";

export default function FindPage({ id }: { id: string }) {
  const { known, again } = useRead(routeTo("GET /api/finds/:id", { params: { id } }));
  // For operators: a form to try another place and time. Its script is loaded for nobody else.
  const part = useSignal<{ of: ComponentType<WhatIfProps> } | undefined>(undefined), What = part.value?.of;
  const { value: sysop } = useApp().isSysop;
  useEffect(() => {
    if (sysop) import("../admin/what_if.tsx").then((file) => part.value = { of: file.default }, () => {});
  }, [sysop]);
  const found = known.value?.value, placed = usePlaced(found?.log.why?.candidates).value;
  const { call } = useApp(), isOwn = found?.log.open !== undefined && found.log.author.call === call.value;
  const proving = usePart(() => import("../evidence/proving/proving.tsx"), isOwn);
  const candidates = placed && asJudged(placed, found?.log.verified);
  if (!found) return <Loading title="page.find" />;
  const { cache, log } = found;
  const { lat, lon } = cache;
  const { why } = log;
  const at = lat === null || lon === null ? undefined : { lat, lon };
  return (
    <FindFrame
      found={found}
      hero={<EvidenceHero place={at} foundAt={log.foundAt} candidates={candidates ?? []} />}
    >
      <ol class="timeline">
        <LogCard
          log={log}
          code={cache.code}
          changed={() => void again()}
          gone={() => go(`/c/${encodeURIComponent(cache.code)}`, { replace: true })}
        />
      </ol>
      {candidates
        ? (
          <Evidence
            headed
            place={at}
            foundAt={log.foundAt}
            candidates={candidates}
            sentence={why!.sentence}
            said={why!.said}
          />
        )
        : <p class="soft">{say("evidence.hidden")}</p>}
      {isOwn && proving && <proving.ProvingHere found={found} again={again} logAgain={newLog} />}
      <OpenUntil open={log.open} call={log.author.call} />
      {What && <What found={found} Evidence={Evidence} />}
    </FindFrame>
  );
}
