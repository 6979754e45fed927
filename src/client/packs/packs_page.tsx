/** The page Packs: the packs on this phone, and a panel to take another one. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { AskOnce, Button, Heading, Notice } from "../ui/parts.tsx";
import { Radios, Tick } from "../ui/choices.tsx";
import { place } from "../pages/router.ts";
import { say, sayRefusal } from "../ui/say.ts";
import { sayAgo, sayBytes, sayLater } from "../ui/times.ts";
import { homeSquare } from "../phone/packs/home_square.ts";
import { askToKeep, type Room, room } from "../phone/packs/storage_state.ts";
import { boxOf, centreOf, larger, lengthFor, smaller, squareAt } from "../ui/places/squares.ts";
import { setWifiOnly, wifi, wifiOnly } from "../phone/packs/wifi.ts";
import { Explained } from "../ui/explained.tsx";
import { useReachedAt } from "../phone/passed/reached_at.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Qr } from "../ui/qr/qr.tsx";
import { IMAGES, type Images, type Pack, rowOf } from "../phone/packs/pack.ts";
import { type NotKept, whyNotKept } from "../phone/kept/database.ts";
import { SmallMap } from "../map/small_map.tsx";
import type { Refused } from "../ui/refused.ts";
import type { Plan } from "../phone/packs/packs.ts";
import { type BookToTake, useBookToTake } from "../phone/packs/book.ts";

// The panel to take a pack: which square, what of it, and how large that is, before anything is stored.

/** How many caches are drawn on the map of the square. */
const ON_MAP = 200;

/** `first`: the locator to begin with. `free`: how many bytes the phone has left, where the browser says so. */
function TakePanel({ first, free }: { first: string; free: number | undefined }) {
  const { packs, caches, gateway } = useApp();
  const grid = useSignal(first), plan = useSignal<Plan | Refused | undefined>(undefined);
  const images = useSignal<Images>("thumbs"),
    sounds = useSignal(true),
    map = useSignal(true),
    withBook = useSignal(false),
    fault = useSignal<NotKept | undefined>(undefined);
  const book = useBookToTake();
  useEffect(() => {
    let left = false;
    plan.value = undefined;
    void packs.plan(grid.value).then((found) => {
      if (!left) plan.value = found;
    });
    return () => void (left = true);
  }, [grid.value]);

  const shown = plan.value && "grid" in plan.value ? plan.value : undefined;
  const refused = plan.value && !("grid" in plan.value) ? plan.value : undefined;
  const here = packs.chosen.value.some((pack) => pack.grid === grid.value && pack.whole);
  const box = boxOf(grid.value)!;
  const up = larger(grid.value), down = smaller(grid.value, caches.here.value ?? centreOf(boxOf(first)!));
  const total = shown && shown.bytes + shown.images[images.value] + (sounds.value ? shown.sounds : 0) +
      (map.value ? shown.map?.bytes ?? 0 : 0) + (book && withBook.value ? book.bytes : 0);
  const tight = total !== undefined && free !== undefined && total > free;
  const take = async () => {
    if (!shown) return;
    fault.value = undefined;
    try {
      // Some browsers ask the person, who may not answer, so the download does not wait for it.
      void askToKeep();
      if (book && withBook.peek()) void book.take().then(() => withBook.value = false);
      await packs.take(shown, { images: images.peek(), sounds: sounds.peek(), map: map.peek() });
    } catch (error) {
      fault.value = whyNotKept(error);
    }
  };
  return (
    <section class="take">
      <h2>{say("packs.take.title")}</h2>
      <SmallMap
        points={(shown?.answer.caches ?? []).flatMap((cache) => rowOf(cache) ?? []).slice(0, ON_MAP)}
        here={caches.here.value}
        square={box}
        label={say("packs.map", { pack: grid.value })}
      />
      <p>
        {say("packs.square")} <strong class="code">{grid.value}</strong>
      </p>
      <div class="buttons">
        <Button disabled={!up} onClick={() => up && (grid.value = up)}>{say("packs.larger")}</Button>
        <Button disabled={!down} onClick={() => down && (grid.value = down)}>{say("packs.smaller")}</Button>
      </div>
      {here && (
        <p class="go" role="status">
          <Icon name="check" /> {say("packs.ready")}
        </p>
      )}
      {!plan.value && <p role="status">{say("packs.counting")}</p>}
      {refused && (
        <Notice>
          {!refused.refused
            ? say("packs.unreachable")
            : sayLater(refused, gateway.now()) ?? sayRefusal(refused)}{" "}
          <Explained reason={refused.refused ? refused.reason : ""} />
        </Notice>
      )}
      {shown && total !== undefined && (
        <>
          <p role="status">
            {say("packs.caches", { n: shown.answer.caches.length })}, {sayBytes(shown.bytes)}
          </p>
          <Radios
            name="images"
            label={say("packs.images")}
            choices={IMAGES}
            words={(one) => `${say(`packs.images.${one}`)} (${sayBytes(shown.images[one])})`}
            value={images}
          />
          {shown.sounds > 0 && (
            <p class="choices">
              <Tick label={say("packs.withsounds", { size: sayBytes(shown.sounds) })} value={sounds} />
            </p>
          )}
          {shown.map
            ? (
              <p class="choices">
                <Tick label={say("packs.withmap", { size: sayBytes(shown.map.bytes) })} value={map} />
              </p>
            )
            : <p class="soft">{say("packs.nomap")}</p>}
          {book && <WithBook book={book} wanted={withBook} />}
          <p>
            <strong>{say("packs.total", { size: sayBytes(total) })}</strong>{" "}
            {free !== undefined && <span class="soft">{say("packs.free", { size: sayBytes(free) })}</span>}
          </p>
          {(tight || fault.value === "full") && <Notice>{say("packs.full")}</Notice>}
          {fault.value && fault.value !== "full" && <Notice>{say(`write.${fault.value}`)}</Notice>}
          <Button
            icon="download"
            kind={here ? "quiet" : "main"}
            disabled={tight}
            onClick={() => void take()}
          >
            {say(here ? "packs.download.again" : "packs.download")}
          </Button>
        </>
      )}
    </section>
  );
}

/** The handbook, to read where there is nobody to ask; once it is here it says so. */
function WithBook({ book: { bytes, state }, wanted }: { book: BookToTake; wanted: Signal<boolean> }) {
  return (
    <>
      {state.value !== "here" && (
        <p class="choices">
          <Tick label={say("packs.book", { size: sayBytes(bytes) })} value={wanted} />
        </p>
      )}
      <p class="soft" role="status">
        {state.value === "here" && say("packs.book.here")}
        {state.value === "lost" && say("packs.book.lost")}
      </p>
    </>
  );
}

// A pack: what it has, how old it is, and what can be done with it.

function PackCard({ pack }: { pack: Pack }) {
  const { packs, gateway } = useApp();
  const shared = useSignal(false),
    busy = useSignal(false),
    unreached = useSignal(false);
  const { grid, count, bytes, total, whole, checkedAt } = pack;
  const coming = packs.bringing.value?.grid === grid ? packs.bringing.value.bytes : undefined;
  const trouble = packs.trouble.value?.grid === grid ? packs.trouble.value.refused : undefined;
  const here = coming ?? bytes.caches + bytes.images + (bytes.sounds ?? 0) + bytes.map;
  const refresh = async () => {
    busy.value = true;
    unreached.value = !await packs.refreshNow(grid);
    busy.value = false;
  };
  return (
    <li class="pack-card" data-state={whole ? "whole" : "partly"}>
      <p>
        <strong class="code">{grid}</strong> {say("packs.caches", { n: count })} ·{" "}
        {sayBytes(whole ? here : total)}
      </p>
      {whole && (
        <p class="go">
          <Icon name="check" /> {say("packs.ready")}
        </p>
      )}
      <p class="soft">{say("packs.age", { ago: sayAgo(checkedAt, gateway.now()) })}</p>
      <p>
        <a href="/print/radio">{say("print.card")}</a>
      </p>
      {!whole && (
        <p role="status">
          <progress max={total} value={here} aria-label={say("packs.progress", { pack: grid })} /> {say(
            coming !== undefined ? "packs.coming" : packs.awaitsWifi(grid) ? "packs.later" : "packs.paused",
            {
              here: sayBytes(here),
              total: sayBytes(total),
            },
          )}
        </p>
      )}
      {unreached.value && <Notice>{say("packs.unreachable")}</Notice>}
      {trouble === "full" && <Notice>{say("packs.full")}</Notice>}
      {typeof trouble === "string" && trouble !== "full" && <Notice>{say(`write.${trouble}`)}</Notice>}
      {typeof trouble === "object" && trouble.refused && (
        <Notice>
          {sayLater(trouble, gateway.now()) ?? sayRefusal(trouble)} <Explained reason={trouble.reason} />
        </Notice>
      )}
      <div class="buttons">
        <Button onClick={() => void refresh()} disabled={busy.value || coming !== undefined}>
          {say("packs.refresh")}
        </Button>
        <Button aria-expanded={shared.value} onClick={() => shared.value = !shared.value}>
          {say("packs.share")}
        </Button>
        <AskOnce
          words={say("packs.remove")}
          what={say("packs.remove.what", { pack: grid })}
          sure={say("packs.remove.do")}
          act={() => void packs.remove(grid)}
        />
      </div>
      {shared.value && <Shared grid={grid} />}
    </li>
  );
}

/** The code that another device scans to take the same square. */
function Shared({ grid }: { grid: string }) {
  const address = `${useReachedAt()}/packs?take=${grid}`;
  return (
    <>
      <p>{say("packs.share.how")}</p>
      <Qr text={address} label={say("packs.share.code", { pack: grid })} />
      <p class="code">{address}</p>
    </>
  );
}

export default function PacksPage() {
  const { packs, caches, start } = useApp();
  const state = useSignal<Room | undefined>(undefined);
  const list = packs.chosen.value;
  useEffect(() => void room().then((now) => state.value = now), [list]);
  const asked = new URLSearchParams(place.value.query).get("take") ?? "";
  const region = start.value?.value.region;
  const rows = caches.rows.value;
  // Opened by itself the page knows no cache yet, and without one no square to offer.
  const isRead = useSignal(rows.length > 0);
  useEffect(() => {
    if (rows.length === 0) void caches.refresh().finally(() => isRead.value = true);
  }, []);
  // As large as the region that the operator chose, but not a whole field: that has too many caches to begin with.
  const length = region && lengthFor(region) > 4 ? lengthFor(region) : 4;
  const grid = boxOf(asked)
    ? asked.toUpperCase()
    : homeSquare(rows, caches.own.from.value, length) ?? (region && squareAt(centreOf(region), length));
  return (
    <>
      <Heading>{say("page.packs")}</Heading>
      <p class="soft">{say("packs.what")}</p>
      {!isSecureContext && (
        <Notice action={<a href="/trust">{say("packs.trust")}</a>}>{say("packs.insecure")}</Notice>
      )}
      {list.length === 0 ? <p role="status">{say("packs.none")}</p> : (
        <Boundary>
          <ul class="pack-list">
            {list.map((pack) => <PackCard key={pack.grid} pack={pack} />)}
          </ul>
        </Boundary>
      )}
      {/* By its key it stays itself when the list's boundary comes with the first pack: choices and focus would go. */}
      {grid && (
        <Boundary key="take">
          <TakePanel key={grid} first={grid} free={state.value?.free} />
        </Boundary>
      )}
      {/* Below the square, which pushes nothing down when it comes. */}
      {(grid || isRead.value) && (
        <>
          <Keeping state={state.value} />
          {wifi() === undefined ? <p class="soft">{say("packs.wifi.hidden")}</p> : <OnWifi />}
        </>
      )}
    </>
  );
}

/** How much room the phone has, and whether the browser promises to keep what is stored. */
function Keeping({ state }: { state: Room | undefined }) {
  if (!state) return null;
  const { free, safe } = state;
  return (
    <section>
      {free !== undefined && <p class="soft">{say("packs.free", { size: sayBytes(free) })}</p>}
      {safe === true && <p class="soft">{say("packs.safe")}</p>}
      {safe === false && <p class="soft">{say("packs.unsafe")}</p>}
    </section>
  );
}

function OnWifi() {
  const { packs } = useApp();
  const on = useSignal(wifiOnly());
  return (
    <p class="choices">
      <Tick
        label={say("packs.wifi")}
        value={on}
        set={(wanted) => {
          setWifiOnly(wanted);
          void packs.tend();
        }}
      />
    </p>
  );
}
