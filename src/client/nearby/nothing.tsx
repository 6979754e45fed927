/** Where no cache is near: offers the nearest one, all caches, or to hide the first one. */
import { distanceM, type Point } from "../ui/places/arrow.ts";
import type { CacheRow } from "../phone/known/caches.ts";
import { Button, ButtonLink, Notice } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";

/** A cache is "near" within so many metres. */
const CIRCLE_M = 20_000;

export function Nothing({ rows, from, all, clear }: {
  rows: readonly CacheRow[];
  from: Point | undefined;
  all: number;
  clear: () => void;
}) {
  if (all === 0) return <ButtonLink icon="map-pin-plus" href="/hide">{say("nearby.first")}</ButtonLink>;
  if (rows.length === 0) return <Button onClick={clear}>{say("nearby.all")}</Button>;
  if (!from) return null;
  const nearest = rows.reduce((a, b) => distanceM(from, b) < distanceM(from, a) ? b : a);
  const far = distanceM(from, nearest);
  if (far <= CIRCLE_M) return null;
  const { title } = nearest;
  return (
    <Notice action={<a href="/hide">{say("nearby.first.here")}</a>}>
      {say("nearby.far", { circle: sayDistance(CIRCLE_M), far: sayDistance(far), title })}
    </Notice>
  );
}
