/** Where the phone is, on the big map: asked for after a press alone, and followed from then on. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useCompass } from "../../phone/senses/compass.ts";
import { headingOf, type Walk, walked } from "../../phone/senses/heading.ts";
import { isFollowed, POOR_M } from "../../phone/position/reading.ts";
import { useNow } from "../../phone/position/use_now.ts";
import { useOwnPlace } from "../../phone/position/use_own_place.ts";
import { sayFailure } from "../../phone/position/why.tsx";
import { sayLast } from "../../phone/position/words.ts";
import { PlainHttp } from "../../ui/plain_http.tsx";
import type { Point } from "../../ui/places/arrow.ts";
import { squareAt } from "../../ui/places/squares.ts";
import { Round } from "../../ui/look/round.tsx";
import { say } from "../../ui/say.ts";
import { sayDistance } from "../../ui/times.ts";
import type { BigMap } from "../big_map.ts";
import { readable } from "../../ui/places/locator_grid.ts";

/** The arrow on the map turns in steps of so many degrees: a compass trembles. */
const TURN = 5;

/** The button, and the line that says how exact or how old the place is. `to`: what was pressed on the map. */
export function WhereIAm({ map, to }: { map: BigMap | undefined; to: Point | undefined }) {
  const own = useOwnPlace(true), now = useNow(), { compass, allowCompass } = useCompass();
  const walk = useSignal<Walk | undefined>(undefined);
  /** How often the map was touched when the button was pressed, while the map waits for a reading to go to. */
  const waits = useRef<number | undefined>(undefined);
  const reading = own.latest.value, why = own.failure.value;
  const isNow = reading !== undefined && isFollowed(reading, now);
  const heading = headingOf({ compass: compass.value, walk: walk.value, now })?.degrees;
  const turn = heading === undefined ? undefined : Math.round(heading / TURN) * TURN;
  const centre = () => {
    if (!map || !reading) return;
    map.centre(reading);
    waits.current = undefined;
  };
  useEffect(() => {
    if (!reading) return;
    walk.value = walked(walk.peek(), reading);
    // Whoever has moved the map since the press wants to see something else.
    if (waits.current !== undefined && waits.current === map?.touches) centre();
  }, [reading, map]);
  useEffect(() => {
    map?.own(reading, !isNow, turn, to);
  }, [map, reading, isNow, turn, to?.lat, to?.lon]);
  const press = () => {
    allowCompass?.();
    own.ask();
    waits.current = map?.touches ?? 0;
    if (isNow) centre();
  };
  return (
    <>
      <Round icon="locate" aria-pressed={isNow} onClick={press}>{say("map.own")}</Round>
      {own.asked.value > 0 && !isSecureContext
        ? <PlainHttp />
        : (
          <p class={why ? "map-own wait" : "map-own soft"} role="status">
            {[
              ...(why ? [sayFailure(why)] : own.asked.value > 0 && !reading ? [say("nearby.locating")] : []),
              ...(reading && isNow
                ? [
                  say("map.own.grid", { grid: readable(squareAt(reading, 6)) }),
                  say("fix.have", { far: sayDistance(reading.accuracyM) }),
                  ...(reading.accuracyM >= POOR_M ? [say("fix.poor")] : []),
                ]
                : []),
            ].join(" ")}
          </p>
        )}
      {/* How old it is changes each second, so it is not read out. */}
      {reading && !isNow && <p class="map-own map-own-old wait">{sayLast(reading, now)}</p>}
    </>
  );
}
