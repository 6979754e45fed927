/** The page to change a cache of one's own: texts, place, status, photos. A change is stored on the phone and then sent. */
import { type NotKept, whyNotKept } from "../phone/kept/database.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { CacheSeen } from "../cache/cache_seen.ts";
import { isToldWhose } from "../cache/mine.ts";
import { entering, type Item } from "../phone/queue/item.ts";
import { WaitingCard } from "../waiting/waiting_card.tsx";
import { useApp } from "../phone/app.ts";
import { AskOnce, Button, Heading, Loading, Notice } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { type Change, changeOf, isWaiting, put, versionOver, withStatus } from "./change.ts";
import { Conflict } from "./conflict.tsx";
import { CACHE_PHOTOS, type CacheForm, changesOf, formOfCache, typedOver } from "../phone/drafts/draft.ts";
import { PlaceMap } from "../map/place_map.tsx";
import { beyond } from "../ui/places/move_limit.ts";
import { NameFields } from "./fields/name_fields.tsx";
import { PlaceField } from "../ui/places/place_field.tsx";
import { StatusButtons } from "./status_buttons.tsx";
import { FindStep } from "./step_find.tsx";
import { WhoStep } from "./step_who.tsx";
import { NotSaved } from "./fields/not_saved.tsx";
import { type Typed, useTyped } from "../phone/drafts/typed.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { keepPhotos, type Photo, photosOfOwn } from "../phone/photo/photo.ts";
import { PhotoField } from "../phone/photo/photo_field.tsx";
import { Problem, useDoing } from "../phone/doing.tsx";

// The photos of a cache of one's own: the present ones, and a field for new ones, which are sent through the queue.

interface Gallery {
  media: { id: string; kind: string; title: string; url: string; thumbUrl?: string }[];
}

function OwnPhotos({ code, title }: { code: string; title: string }) {
  const app = useApp();
  const path = routeTo("GET /api/caches/:id/media", { params: { id: code } });
  const gallery = useRead(path);
  const fault = useSignal<NotKept | undefined>(undefined), typed = useTyped<Photo[]>(`own-photos:${code}`);
  const doing = useDoing(), photos = typed.value.value ?? [];
  const there = gallery.known.value?.value.media.filter(({ kind }) => kind === "image") ?? [];
  const send = async () => {
    const start = app.start.peek()?.value, account = start?.session.call;
    if (!start || !account) return;
    const whose = { account, instance: start.instance };
    const base: Item = {
      ...{ id: app.world.newId(), kind: "photo", cache: code, title, path, body: {} },
      ...{ ...whose, ...entering(app.gateway.now()) },
    };
    try {
      await keepPhotos(app, photos);
      await app.drain.add(...photosOfOwn(base, photos));
      await typed.keep(undefined);
    } catch (error) {
      fault.value = whyNotKept(error);
    }
  };
  const remove = async (id: string) => {
    const one = routeTo("DELETE /api/caches/:id/media/:mid", { params: { id: code, mid: id } });
    if (await doing.run(() => app.gateway.ask("DELETE", one, {}))) await gallery.again();
  };
  return (
    <section>
      <h2>{say("edit.photos")}</h2>
      {there.length > 0 && (
        <ul class="photos">
          {there.map(({ id, url, thumbUrl = url }, i) => (
            <li key={id}>
              <img src={thumbUrl} alt={say("photo.one", { n: i + 1 })} loading="lazy" />
              <AskOnce
                words={say("photo.remove")}
                label={say("photo.remove.one", { n: i + 1 })}
                what={say("photo.remove.what", { n: i + 1 })}
                sure={say("photo.remove.do")}
                disabled={doing.busy.value}
                act={() => void remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <Problem of={doing} />
      {typed.ready && (
        <PhotoField
          id="own-photo"
          most={Math.max(0, CACHE_PHOTOS - there.length)}
          photos={photos}
          set={(now) => void typed.keep(now.length > 0 ? now : undefined)}
        />
      )}
      {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
      {photos.length > 0 && <Button onClick={() => void send()}>{say("edit.photos.send")}</Button>}
    </section>
  );
}

/** What was typed into the fields, and the version of the cache that it was typed over. */
interface Changed {
  fields: Partial<CacheForm>;
  over: number;
}

export default function EditPage({ code }: { code: string }) {
  const app = useApp();
  const read = useRead(routeTo("GET /api/caches/:id", { params: { id: code } }));
  const items = app.drain.items.value.filter((item) =>
    item.cache === code && item.account === app.call.value
  );
  const change = changeOf(items, code);
  const settled = (what: string) =>
    items.filter(({ state, kind }) => state === "settled" && kind === what).length;
  const stands = `${settled("change")} ${change?.state}`, stood = useRef(stands);
  useEffect(() => {
    // After a change was accepted, or was refused because there is a newer version, the page shows what the gateway has.
    if (stood.current !== stands) void read.again();
    stood.current = stands;
  }, [stands]);
  const typed = useTyped<Changed>(`edit:${code}`);
  const known = read.known.value;
  if (!known || !isToldWhose(known) || (known.value.own && !typed.ready)) {
    return <Loading title="page.edit" unread="edit.unread" />;
  }
  const cache = known.value;
  if (!cache.own) {
    return (
      <>
        <Heading>{say("page.edit")}</Heading>
        <Notice action={<a href={`/c/${code}`}>{code}</a>}>{say("edit.not_yours")}</Notice>
      </>
    );
  }
  return (
    <>
      <Heading>{say("page.edit")}</Heading>
      <p>
        <a href={`/c/${code}`} class="code">{code}</a> ·{" "}
        <a href={`/c/${code}/edit/stages`}>{say("page.edit_stages")}</a> ·{" "}
        <a href={`/c/${code}/print`}>{say("cache.print")}</a>
      </p>
      {change?.answer?.reason === "changed_meanwhile" && change.state === "needs_you"
        ? (
          <Conflict
            cache={cache}
            item={change}
            live={known.source === "live" && cache.updatedAt !== change.body.ifUpdatedAt}
          />
        )
        : <Fields cache={cache} items={items} typed={typed} />}
      <Waiting items={items} />
      {/* Drawn anew with each photo that has arrived: it is among those of the cache then. */}
      <OwnPhotos key={settled("photo")} code={code} title={cache.title} />
    </>
  );
}

function Fields({ cache, items, typed }: {
  cache: CacheSeen;
  items: readonly Item[];
  typed: Typed<Changed>;
}) {
  const app = useApp();
  const waits = changeOf(items, cache.code);
  // A change that waits on the phone is shown in the fields.
  const base = formOfCache(cache), shown = waits ? formOfCache({ ...cache, ...waits.body }) : base;
  const mine = (more: Partial<CacheForm> = {}) =>
    typedOver(shown, { ...shown, ...typed.value.peek()?.fields, ...more });
  const told = { ...shown, ...typed.value.value?.fields };
  const isTyped = Object.keys(mine()).length > 0;
  const over = isTyped ? typed.value.value!.over : waits ? Number(waits.body.ifUpdatedAt) : cache.updatedAt;
  const fault = useSignal<NotKept | undefined>(undefined);
  const change = (what: Partial<CacheForm>) => {
    const fields = mine(what);
    void typed.keep(Object.keys(fields).length > 0 ? { fields, over } : undefined);
  };
  const { lat, lon } = told, place = lat === undefined || lon === undefined ? undefined : { lat, lon };
  const move = cache.own!.move;
  const far = place ? beyond(move, place) : 0;
  const wanted = changesOf(base, told);
  const none = Object.keys(wanted).length === 0;
  const onWay = waits !== undefined && !isWaiting(waits);
  const why = far > 0
    ? say("edit.move.far", { far: sayDistance(far) })
    : told.title.trim() === ""
    ? say("hide.missing.title")
    : onWay
    ? say("edit.on_way")
    : none
    ? say("edit.same")
    : "";
  const save = async (body: Change) => {
    try {
      await put(app, { ...cache, updatedAt: versionOver(over, items) }, withStatus(waits, body));
      await typed.keep(undefined);
      fault.value = undefined;
    } catch (error) {
      fault.value = whyNotKept(error);
    }
  };
  return (
    <form
      class="hide-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (why === "") void save(wanted);
      }}
    >
      <NameFields told={told} change={change} folded />
      {cache.type !== "living" && place && (
        <section>
          <h2>{say("cache.place")}</h2>
          <PlaceMap move={move} place={place} set={change} />
          <PlaceField place={place} set={change} />
        </section>
      )}
      <FindStep told={told} change={change} />
      <WhoStep told={told} change={change} />
      {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
      {isTyped && <NotSaved typed={typed} />}
      <div class="save-bar">
        <p id="edit-why" class={far > 0 ? "bad" : "soft"} role="status">{why}</p>
        <Button kind="main" submit disabled={why !== ""} aria-describedby="edit-why">
          {say("edit.save")}
        </Button>
      </div>
      <StatusButtons
        status={cache.status}
        disabled={onWay}
        set={(status) => void save({ ...wanted, status })}
      />
    </form>
  );
}

/** What waits to be sent about this cache, and what became of it. */
function Waiting({ items }: { items: readonly Item[] }) {
  const { gateway } = useApp();
  const shown = items.filter(({ kind }) => kind === "change" || kind === "photo" || kind === "stages");
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>{say("edit.waiting")}</h2>
      <ul class="waiting-list">
        {shown.toReversed().map((item) => (
          <WaitingCard
            key={item.id}
            item={item}
            now={gateway.now()}
            own
          />
        ))}
      </ul>
    </section>
  );
}
