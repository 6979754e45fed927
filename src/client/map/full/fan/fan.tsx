/** Things that lie at one spot of the map, fanned out around it: each can be pressed by itself, by thumb and by keyboard. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Symbol } from "../../../marks/symbol.tsx";
import { useApp } from "../../../phone/app.ts";
import { KindDisc } from "../../../ui/look/radio.tsx";
import { RoundMark } from "../../../ui/look/round.tsx";
import type { Point } from "../../../ui/places/arrow.ts";
import { say } from "../../../ui/say.ts";
import type { BigMap, Picked } from "../../big_map.ts";
import { useThing } from "../thing_of.ts";
import { fanPlaces, type Free, movedFor } from "./places.ts";

/** What was pressed that is more than one thing. */
export interface Fanned {
  things: readonly Picked[];
  at: Point;
  /** By the keyboard: then the focus goes to the first thing. */
  byKey: boolean;
}

/** What floats over the map that fills the screen takes so many pixels above, and this part of it below on a phone. */
const CHIPS = 64, CARD = 0.45;
/** A map that is wider has room for the card at its side. */
const WIDE = 640;

export default function Fan({ of: { things, at, byKey }, map, box, chosen, choose, close }: {
  of: Fanned;
  map: BigMap;
  /** What the map stands in. */
  box: RefObject<HTMLElement | null>;
  /** The one of them that is shown now. */
  chosen: Picked | undefined;
  choose: (thing: Picked) => void;
  /** Called for Escape. */
  close: () => void;
}) {
  const whole = useRef<HTMLUListElement>(null), places = fanPlaces(things.length);
  useEffect(() =>
    map.sight.follow(at, ({ x, y }) => {
      whole.current?.style.setProperty("--x", `${x}px`);
      whole.current?.style.setProperty("--y", `${y}px`);
    }), [map, at]);
  useEffect(() => {
    const { current } = box;
    if (current) map.sight.makeRoom(at, (spot, size) => movedFor(spot, things.length, size, freeOf(current)));
  }, [map, things]);
  useEffect(() => {
    if (byKey) whole.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [things]);
  return (
    <ul
      class="map-fan"
      ref={whole}
      aria-label={say("map.here", { n: things.length })}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // It ends the fan alone, and not what else listens to the key.
        event.stopPropagation();
        close();
      }}
    >
      {things.map((thing, i) => (
        <li
          key={`${thing.kind} ${thing.id}`}
          ref={(one) => {
            one?.style.setProperty("--x", `${places[i]!.x}px`);
            one?.style.setProperty("--y", `${places[i]!.y}px`);
          }}
        >
          <Thing thing={thing} on={chosen?.kind === thing.kind && chosen.id === thing.id} choose={choose} />
        </li>
      ))}
    </ul>
  );
}

function freeOf(box: HTMLElement): Free {
  if (!box.closest(".map-full")) return { top: 0, bottom: 0 };
  return { top: CHIPS, bottom: box.clientWidth < WIDE ? box.clientHeight * CARD : 0 };
}

function Thing({ thing, on, choose }: { thing: Picked; on: boolean; choose: (thing: Picked) => void }) {
  const { caches } = useApp(), { cache, station } = useThing(thing);
  const name = thing.kind === "spot"
    ? say("map.spot", { call: thing.code })
    : cache
    ? say("map.cache", { code: cache.code, title: cache.title })
    : thing.code;
  return (
    <RoundMark name={name} on={on} onClick={() => choose(thing)}>
      {cache
        ? <KindDisc type={cache.type} mark={caches.mark(cache)} off={cache.status === "disabled"} />
        : <Symbol symbol={station?.symbol ?? ""} />}
    </RoundMark>
  );
}
