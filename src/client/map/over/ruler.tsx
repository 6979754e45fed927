/** A ruler on the big map: the person sets points with presses or in the map's middle, and reads distances and directions. */
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { bearing, distanceM, type Point } from "../../ui/places/arrow.ts";
import { sayPoint } from "../../ui/places/way_to.ts";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayDistance } from "../../ui/times.ts";
import type { BigMap } from "../big_map.ts";

export function Ruler({ points, map, middle }: {
  points: Signal<readonly Point[]>;
  map: BigMap | undefined;
  middle: Point | undefined;
}) {
  const add = (point: Point) => points.value = [...points.peek(), point];
  useEffect(() => {
    if (!map) return;
    map.measure(add);
    return () => map.measure(undefined);
  }, [map]);
  useEffect(() => () => void (points.value = []), []);
  const [first, ...others] = points.value;
  const legs = others.map((to, i) => ({ from: points.value[i]!, to }));
  const far = legs.reduce((sum, { from, to }) => sum + distanceM(from, to), 0);
  return (
    <section>
      <p>{say("map.ruler.how")}</p>
      <div class="buttons">
        {middle && <Button onClick={() => add(middle)}>{say("map.ruler.middle")}</Button>}
        {first && <Button onClick={() => points.value = []}>{say("map.ruler.again")}</Button>}
      </div>
      <div role="status">
        {first && (
          <p>
            {others.length === 0
              ? say("map.ruler.one")
              : say("map.ruler.total", { n: points.value.length, far: sayDistance(far) })}
          </p>
        )}
      </div>
      <ol>
        {legs.map(({ from, to }, i) => {
          const towards = bearing(from, to);
          return (
            <li key={i}>
              {`${sayDistance(distanceM(from, to))} ${Math.round(towards)}° ${sayPoint(towards)}`}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
