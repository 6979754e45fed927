/** The panel to take a pack: which square, what of it, and how large that is, before anything is stored. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { SmallMap } from "../map/small_map.tsx";
import { useApp } from "../phone/app.ts";
import { Explained } from "../ui/explained.tsx";
import type { Refused } from "../ui/refused.ts";
import { Button, Notice } from "../ui/parts.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { Radios, Tick } from "../ui/choices.tsx";
import { say, sayRefusal } from "../ui/say.ts";
import { sayBytes, sayLater } from "../ui/times.ts";
import { IMAGES, type Images, rowOf } from "../phone/packs/pack.ts";
import type { Plan } from "../phone/packs/packs.ts";
import { boxOf, centreOf, larger, smaller } from "../ui/places/squares.ts";
import { type BookToTake, useBookToTake } from "../phone/packs/book.ts";
import { askToKeep } from "../phone/packs/storage_state.ts";

/** How many caches are drawn on the map of the square. */
const ON_MAP = 200;

/** `first`: the locator to begin with. `free`: how many bytes the phone has left, where the browser says so. */
export function TakePanel({ first, free }: { first: string; free: number | undefined }) {
  const { packs, caches, gateway } = useApp();
  const grid = useSignal(first), plan = useSignal<Plan | Refused | undefined>(undefined);
  const images = useSignal<Images>("thumbs"),
    sounds = useSignal(true),
    map = useSignal(true),
    withBook = useSignal(false),
    full = useSignal(false);
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
    full.value = false;
    try {
      // Some browsers ask the person, who may not answer, so the download does not wait for it.
      void askToKeep();
      if (book && withBook.peek()) void book.take().then(() => withBook.value = false);
      await packs.take(shown, { images: images.peek(), sounds: sounds.peek(), map: map.peek() });
    } catch {
      full.value = true;
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
          {(tight || full.value) && <Notice>{say("packs.full")}</Notice>}
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
