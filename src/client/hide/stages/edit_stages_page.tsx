/** The page to edit the stages of a cache of one's own: in order, on a small map, and with the codes for tags to print. */
import { type NotKept, whyNotKept } from "../../phone/kept/database.ts";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { CacheSeen } from "../../cache/cache_seen.ts";
import { isToldWhose } from "../../cache/mine.ts";
import { codeOf, type Item } from "../../phone/queue/item.ts";
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
import { useStages } from "./use_stages.tsx";
import {
  formOf,
  posted,
  type Stage,
  type StageTold,
  type TypedStages,
  typedStages,
} from "../../phone/drafts/stages.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export default function StagesPage({ code }: { code: string }) {
  const app = useApp();
  const params = { id: code };
  const cache = useRead(routeTo("GET /api/caches/:id", { params }));
  const list = useRead(routeTo("GET /api/caches/:id/stages", { params }));
  const saved = app.drain.items.value.filter((item) =>
    item.kind === "stages" && codeOf(item, app.drain.items.value) === code && item.account === app.call.value
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
  const head = (
    <>
      <Heading>{say("page.edit_stages")}</Heading>
      <p>
        <a href={`/c/${code}/edit`} class="code">{code}</a>
      </p>
    </>
  );
  if (!seen.own) {
    return (
      <>
        {head}
        <Notice>{say("edit.not_yours")}</Notice>
      </>
    );
  }
  return (
    <List
      cache={seen}
      told={told.value.stages}
      open={open ?? last.value}
      typed={typed}
      again={() => list.again()}
    >
      {head}
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
    </List>
  );
}

/** Whether a list was refused because there is a newer one. */
const isBehind = (open: Item | undefined): boolean =>
  open?.answer?.reason === "changed_meanwhile" && open.state === "needs_you";

function List({ cache, told, open, typed, again, children }: {
  cache: CacheSeen;
  told: readonly StageTold[];
  /** The list that was saved and is not accepted yet. */
  open: Item | undefined;
  typed: Typed<TypedStages>;
  /** Reads the list anew. */
  again: () => Promise<unknown>;
  /** What stands above the list. */
  children: ComponentChildren;
}) {
  const app = useApp();
  const fault = useSignal<NotKept | undefined>(undefined);
  const form = formOf(told, open?.body), { stages, was } = typed.value.value ?? form;
  const now = () => typed.value.peek()?.stages ?? form.stages;
  const set = (next: readonly Stage[]) => void typed.keep(typedStages({ ...form, was }, next));
  // The numbers of its stages change once it is accepted: nothing is typed over it meanwhile.
  const onWay = open !== undefined && open.state !== "needs_you", waits = onWay || isBehind(open);
  const found = new Set(cache.own!.move.stagePins.map(({ n }) => n));
  const start = cache.lat === null || cache.lon === null ? undefined : { lat: cache.lat, lon: cache.lon };
  const { sheet, list } = useStages({
    ...{ stages, set, start, disabled: onWay },
    to: (n) => `/c/${cache.code}/edit/stages${n === undefined ? "" : `?stage=${n}`}`,
    found: ({ from }) => from !== undefined && found.has(from),
    sound: ({ from }, n) => (
      <SoundField
        id={`stage-${n}-sound`}
        code={cache.code}
        n={from}
        url={told.find(({ n }) => n === from)?.mediaUrl ?? null}
        waits={waits}
        sent={again}
      />
    ),
  });
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
  if (sheet) return sheet;
  return (
    <>
      {children}
      <form class="hide-form" onSubmit={(event) => void save(event)}>
        {!isSecureContext && <Notice>{say("hide.insecure")}</Notice>}
        {list}
        {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
        {typed.value.value && <NotSaved typed={typed} />}
        <div class="save-bar">
          <p id="stages-why" class="soft" role="status">{onWay ? say("edit.on_way") : ""}</p>
          <Button kind="main" submit disabled={waits} aria-describedby="stages-why">
            {say("edit.save")}
          </Button>
        </div>
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
