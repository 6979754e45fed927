/** The page to edit the stages of a cache of one's own: in order, on a small map, and with the codes for tags to print. */
import { type NotKept, whyNotKept } from "../../phone/kept/database.ts";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CacheSeen } from "../../cache/cache_seen.ts";
import { isToldWhose } from "../../cache/mine.ts";
import type { Item } from "../../phone/queue/item.ts";
import { WaitingCard } from "../../waiting/waiting_card.tsx";
import { useApp } from "../../phone/app.ts";
import { Button, Foreign, Heading, Loading, Notice } from "../../ui/parts.tsx";
import { Qr } from "../../ui/qr/qr.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { newItem } from "../../phone/queue/new_item.ts";
import { NotSaved } from "../fields/not_saved.tsx";
import { type Typed, useTyped } from "../../phone/drafts/typed.ts";
import { SoundField } from "./sound_field.tsx";
import { StageEditor } from "./stage_editor.tsx";
import {
  codeOf,
  formOf,
  newStage,
  posted,
  shifted,
  type Stage,
  STAGES_MOST,
  type StageTold,
  type TypedStages,
  typedStages,
} from "./stages.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Land, Lines } from "../../map/small_ground.tsx";
import { Here } from "../../map/small_map.tsx";
import { placeOn, type Projection, projectionOf } from "../../ui/places/project.ts";
import type { Point } from "../../ui/places/arrow.ts";
import { finger, type Spot } from "../../ui/places/finger.ts";

// The stages on a small map: a number is touched and then the place for it, or dragged. The fields below do it by
// keyboard.

const WIDTH = 600, HEIGHT = 360;
/** A finger that moves no further than this only touches. In units of the drawing. */
const SLACK = 8;

/** Degrees to a tenth of a metre: finer digits would claim what no finger can. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function StageMap({ stages, start, chosen, change }: {
  stages: readonly Stage[];
  /** Where the cache is. */
  start: Point | undefined;
  /** The stage that a touch of the map places, by its index. */
  chosen: Signal<number>;
  /** Changes the stage of this index. */
  change: (at: number, what: Point) => void;
}) {
  /** Where a finger came down, until it drags; whether it did on a stage; and the drawing, which must not move under it. */
  const held = useSignal<{ from: Spot | undefined; on: boolean; projection: Projection } | undefined>(
    undefined,
  );
  const points = [start, ...stages].filter((one): one is Point =>
    one?.lat !== undefined && one.lon !== undefined
  );
  if (points.length === 0 || stages.length === 0) return null;
  const projection = held.value?.projection ?? projectionOf(points, WIDTH, HEIGHT);
  const at = Math.min(chosen.value, stages.length - 1);
  const put = ({ x, y }: Spot) => {
    const { lat, lon } = placeOn(projection, x, y);
    change(at, { lat: rounded(lat), lon: rounded(lon) });
  };
  const touches = ({ x, y }: Spot) => {
    const from = held.peek()?.from;
    return from && Math.hypot(x - from.x, y - from.y) <= SLACK;
  };
  const end = () => held.value = undefined;
  const hand = finger(
    WIDTH,
    (from, on) => {
      const { i } = on.closest("g")?.dataset ?? {};
      if (i) chosen.value = Number(i);
      held.value = { from, on: i !== undefined, projection };
    },
    (spot) => {
      const now = held.peek();
      if (!now?.on || touches(spot)) return;
      now.from = undefined;
      put(spot);
    },
    (spot) => {
      if (!held.peek()?.on && touches(spot)) put(spot);
      end();
    },
    end,
  );
  return (
    <>
      <svg
        class="small-map small-map-whole"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={say("stages.map")}
        {...hand}
      >
        <Land projection={projection} />
        <Lines projection={projection} />
        {start && <Here projection={projection} here={start} />}
        {stages.map(({ lat, lon }, i) => {
          if (lat === undefined || lon === undefined) return null;
          const { x, y } = projection.at({ lat, lon });
          return (
            <g key={i} data-i={i} class="stage-spot" data-chosen={i === at}>
              <circle class="stage-reach" cx={x} cy={y} r="34" />
              <circle cx={x} cy={y} r="16" />
              <text x={x} y={y + 6} text-anchor="middle">{i + 1}</text>
            </g>
          );
        })}
      </svg>
      <p class="soft">{say("stages.place")}</p>
    </>
  );
}

export default function StagesPage({ code }: { code: string }) {
  const app = useApp();
  const params = { id: code };
  const cache = useRead(routeTo("GET /api/caches/:id", { params }));
  const list = useRead(routeTo("GET /api/caches/:id/stages", { params }));
  const saved = app.drain.items.value.filter((item) =>
    item.kind === "stages" && item.cache === code && item.account === app.call.value
  );
  // Only one list is on its way at a time; so an unsettled one counts first: two of the same second have no order.
  const open = saved.find(({ state }) => state !== "settled" && state !== "dropped"),
    sent = open ?? saved.at(-1);
  /** What was open last: it stays in the form until the gateway's own list was read once more. */
  const last = useSignal<Item | undefined>(undefined);
  useEffect(() => {
    if (open) last.value = open;
    else if (last.peek()) void list.again().finally(() => last.value = undefined);
  }, [open]);
  const typed = useTyped<TypedStages>(`stages:${code}`);
  const told = list.known.value, known = cache.known.value, seen = known?.value;
  if (!told || !seen || !isToldWhose(known) || (seen.own && !typed.ready)) {
    return <Loading title="page.edit_stages" unread="edit.unread" />;
  }
  const newer = async () => {
    await typed.keep(undefined);
    if (open) await app.drain.withdraw(open.id);
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
          {isBehind(open) && <Button onClick={() => void newer()}>{say("stages.newer")}</Button>}
          <List
            cache={seen}
            told={told.value.stages}
            open={open ?? last.value}
            typed={typed}
            again={() => list.again()}
          />
        </>
      )}
    </>
  );
}

/** Whether a list was refused because there is a newer one. */
const isBehind = (open: Item | undefined): boolean =>
  open?.answer?.reason === "changed_meanwhile" && open.state === "needs_you";

function List({ cache, told, open, typed, again }: {
  cache: CacheSeen;
  told: readonly StageTold[];
  /** The list that was saved and is not accepted yet. */
  open: Item | undefined;
  typed: Typed<TypedStages>;
  /** Reads the list anew. */
  again: () => Promise<unknown>;
}) {
  const app = useApp();
  const fault = useSignal<NotKept | undefined>(undefined), chosen = useSignal(0);
  const form = formOf(told, open?.body), { stages, was } = typed.value.value ?? form;
  const now = () => typed.value.peek()?.stages ?? form.stages;
  const set = (next: readonly Stage[]) => void typed.keep(typedStages({ ...form, was }, next));
  // The numbers of its stages change once it is accepted: nothing is typed over it meanwhile.
  const onWay = open !== undefined && open.state !== "needs_you", waits = onWay || isBehind(open);
  const found = new Set(cache.own!.move.stagePins.map(({ n }) => n));
  const start = cache.lat === null || cache.lon === null ? undefined : { lat: cache.lat, lon: cache.lon };
  const change = (at: number, what: Partial<Stage>) =>
    set(now().map((one, i) => i === at ? { ...one, ...what } : one));
  const insert = (at: number) => {
    const next = newStage("nfc", codeOf(app.world.newId()), start);
    set([...now().slice(0, at), next, ...now().slice(at)]);
    chosen.value = at;
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const instance = app.start.peek()?.value.instance, account = app.call.peek();
    if (!instance || !account || waits) return;
    try {
      if (open) await app.drain.withdraw(open.id);
      await app.drain.add(newItem(app.gateway.now(), { account, instance }, {
        ...{ id: app.world.newId(), kind: "stages", cache: cache.code, title: cache.title, method: "POST" },
        path: routeTo("POST /api/caches/:id/stages", { params: { id: cache.code } }),
        body: { stages: posted(now()), was },
      }));
      await typed.keep(undefined);
    } catch (error) {
      fault.value = whyNotKept(error);
    }
  };
  return (
    <>
      <form class="hide-form" onSubmit={(event) => void save(event)}>
        {!isSecureContext && <Notice>{say("hide.insecure")}</Notice>}
        <fieldset class="stage-list" disabled={onWay}>
          <StageMap stages={stages} start={start} chosen={chosen} change={change} />
          {stages.map((stage, i) => (
            <StageEditor
              key={`${stage.from ?? "new"} ${i}`}
              n={i + 1}
              last={i === stages.length - 1}
              stage={stage}
              reached={stage.lat !== undefined && stages[i + 1]?.unlock === "geo"}
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
              shift={(by) => set(shifted(now(), i, by))}
              remove={() => set(now().filter((_, at) => at !== i))}
              insert={() => insert(i)}
            />
          ))}
          {stages.length < STAGES_MOST && (
            <Button onClick={() => insert(now().length)}>{say("stages.add")}</Button>
          )}
        </fieldset>
        {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
        {typed.value.value && <NotSaved typed={typed} />}
        <p id="stages-why" class="soft" role="status">{onWay ? say("edit.on_way") : ""}</p>
        <Button kind="main" submit disabled={waits} aria-describedby="stages-why">{say("edit.save")}</Button>
      </form>
      <Tags stages={stages} />
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
