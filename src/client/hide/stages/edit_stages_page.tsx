/** The page to edit the stages of a cache of one's own: in order, on a small map, and with the codes for tags to print. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CacheSeen } from "../../cache/cache_view.tsx";
import { SmallMap } from "../../map/small_map.tsx";
import { WaitingCard } from "../../outbox/waiting_card.tsx";
import { useApp } from "../../shell/app.ts";
import { Button, Foreign, Heading, Loading, Notice } from "../../shell/parts.tsx";
import { Qr } from "../../shell/qr.tsx";
import { say } from "../../shell/say.ts";
import { useRead } from "../../shell/use_read.ts";
import { newItem } from "../publish.ts";
import { SoundField } from "./sound_field.tsx";
import { StageEditor } from "./stage_editor.tsx";
import {
  codeOf,
  newStage,
  posted,
  shifted,
  type Stage,
  stageOf,
  STAGES_MOST,
  type StageTold,
  stood,
} from "./stages.ts";

export default function StagesPage({ code }: { code: string }) {
  const app = useApp();
  const path = `/api/caches/${encodeURIComponent(code)}`;
  const cache = useRead<CacheSeen>(path), list = useRead<{ stages: StageTold[] }>(`${path}/stages`);
  const saved = app.drain.items.value.filter((item) =>
    item.kind === "stages" && item.cache === code && item.account === app.call.value
  );
  // Only one list is on its way at a time; so an unsettled one counts first: two of the same second have no order.
  const sent = saved.find(({ state }) => state !== "settled") ?? saved.at(-1);
  useEffect(() => {
    if (sent?.state === "settled") void list.again();
  }, [sent?.state]);
  const told = list.known.value, seen = cache.known.value?.value;
  if (!told || !seen) return <Loading title="page.edit_stages" />;
  const newer = async () => {
    if (sent) await app.drain.withdraw(sent.id);
    await list.again();
  };
  return (
    <>
      <Heading>{say("page.edit_stages")}</Heading>
      <p>
        <a href={`/c/${code}/edit`} class="code">{code}</a>
      </p>
      {!seen.own ? <Notice>{say("edit.not_yours")}</Notice> : (
        <>
          <p class="soft">{say("stages.what")}</p>
          {sent && (
            <ul class="waiting-list">
              <WaitingCard
                item={sent}
                now={app.gateway.now()}
                own
              />
            </ul>
          )}
          {sent?.answer?.reason === "changed_meanwhile" && sent.state === "needs_you" && (
            <Button onClick={() => void newer()}>{say("stages.newer")}</Button>
          )}
          <List
            key={JSON.stringify(stood(told.value.stages))}
            cache={seen}
            told={told.value.stages}
            waits={sent !== undefined && sent.state !== "settled"}
            again={() => list.again()}
          />
        </>
      )}
    </>
  );
}

function List({ cache, told, waits, again }: {
  cache: CacheSeen;
  told: readonly StageTold[];
  waits: boolean;
  /** Reads the list anew. */
  again: () => Promise<unknown>;
}) {
  const app = useApp();
  const stages = useSignal<readonly Stage[]>(told.map(stageOf)), full = useSignal(false);
  const found = new Set(cache.own!.move.stagePins.map(({ n }) => n));
  const start = cache.lat === null || cache.lon === null ? undefined : { lat: cache.lat, lon: cache.lon };
  const change = (at: number, what: Partial<Stage>) =>
    stages.value = stages.peek().map((one, i) => i === at ? { ...one, ...what } : one);
  const insert = (at: number) => {
    const next = newStage("nfc", codeOf(app.world.newId()), start);
    stages.value = [...stages.peek().slice(0, at), next, ...stages.peek().slice(at)];
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const instance = app.start.peek()?.value.instance, account = app.call.peek();
    if (!instance || !account || waits) return;
    try {
      await app.drain.add(newItem(app, { account, instance }, {
        ...{ id: app.world.newId(), kind: "stages", cache: cache.code, title: cache.title, method: "POST" },
        path: `/api/caches/${encodeURIComponent(cache.code)}/stages`,
        body: { stages: posted(stages.peek()), was: stood(told) },
      }));
    } catch {
      full.value = true;
    }
  };
  const placed = stages.value.flatMap(({ lat, lon }, i) =>
    lat === undefined || lon === undefined
      ? []
      : [{ lat, lon, code: String(i + 1), title: say("stages.one", { n: i + 1 }) }]
  );
  return (
    <>
      <form class="hide-form" onSubmit={(event) => void save(event)}>
        <SmallMap points={placed} here={start} label={say("stages.map")} />
        {stages.value.map((stage, i) => (
          <StageEditor
            key={`${stage.from ?? "new"} ${i}`}
            n={i + 1}
            last={i === stages.value.length - 1}
            stage={stage}
            found={stage.from !== undefined && found.has(stage.from)}
            sound={() => (
              <SoundField
                id={`stage-${i + 1}-sound`}
                code={cache.code}
                n={stage.from}
                url={told.find(({ n }) => n === stage.from)?.mediaUrl ?? null}
                waits={waits}
                sent={again}
              />
            )}
            fresh={() => codeOf(app.world.newId())}
            change={(what) => change(i, what)}
            shift={(by) => stages.value = shifted(stages.peek(), i, by)}
            remove={() => stages.value = stages.peek().filter((_, at) => at !== i)}
            insert={() => insert(i)}
          />
        ))}
        {stages.value.length < STAGES_MOST && (
          <Button onClick={() => insert(stages.peek().length)}>{say("stages.add")}</Button>
        )}
        {full.value && <Notice>{say("write.full")}</Notice>}
        <p id="stages-why" class="soft" role="status">{waits ? say("edit.on_way") : ""}</p>
        <Button kind="main" submit disabled={waits} aria-describedby="stages-why">{say("edit.save")}</Button>
      </form>
      <Tags stages={stages.value} />
    </>
  );
}

/** What to put on tags and stickers: the code as text, for an NFC tag, and as a QR code. */
function Tags({ stages }: { stages: readonly Stage[] }) {
  const tags = stages.flatMap(({ unlock, code }, i) =>
    unlock === "nfc" && code !== "" ? [{ n: i + 1, code }] : []
  );
  if (tags.length === 0) return null;
  return (
    <section>
      <h2>{say("stages.tags")}</h2>
      <p class="soft">{say("stages.tags.what")}</p>
      <ul class="stage-tags">
        {tags.map(({ n, code }) => (
          <li key={n}>
            <p>{say("stages.one", { n })}</p>
            <Qr text={code} label={say("stages.tag", { n })} />
            <p class="code">
              <Foreign>{code}</Foreign>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
