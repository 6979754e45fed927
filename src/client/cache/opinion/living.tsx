/** A cache that moves: which station it follows, when that was heard, how fast it goes, and its way today. Loaded with such a cache. */
import { useEffect } from "preact/hooks";
import { DrawnCache } from "../../marks/cache_mark.tsx";
import { SIZE } from "../../marks/caches.ts";
import { SmallScale } from "../../map/over/scale_bar.tsx";
import { Land, Lines } from "../../map/small_ground.tsx";
import { useApp } from "../../phone/app.ts";
import { useNow } from "../../phone/position/use_now.ts";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { CallPlate, OnAir } from "../../ui/look/radio.tsx";
import { distanceM, type Point } from "../../ui/places/arrow.ts";
import { projectionOf } from "../../ui/places/project.ts";
import { sayPoint } from "../../ui/places/way_to.ts";
import { say } from "../../ui/say.ts";
import { sayAge, sayDistance, saySpeed } from "../../ui/times.ts";

/** Heard within so many seconds, its lamp pulses; longer ago than the second number, it says nothing of how it goes. */
const JUST_NOW_S = 10, GOES_S = 600;
/** So often it is read anew while one looks at it, in milliseconds. */
const AGAIN_MS = 15_000;
/** A way shorter than this is the error of the receivers of its positions. */
const STILL_M = 50;

export default function Living({ call }: { call: string }) {
  const { world } = useApp(), now = useNow();
  const { known, again } = useRead(routeTo("GET /api/stations/:call", { params: { call } }));
  useEffect(() => {
    let stop = () => {};
    const wait = () =>
      stop = world.later(() => {
        if (!document.hidden) void again();
        wait();
      }, AGAIN_MS);
    wait();
    return () => stop();
  }, [call]);
  const station = known.value?.value;
  const { lastSeen = null, speedKmh, course } = station ?? {};
  const today = (station?.track ?? []).filter(({ ts }) => isToday(ts, now));
  const way = today.slice(1).reduce((sum, point, n) => sum + distanceM(today[n]!, point), 0);
  const goes = lastSeen !== null && now - lastSeen < GOES_S && speedKmh != null && speedKmh > 0;
  return (
    <section class="living">
      <p>
        <CallPlate call={call} href={`/s/${encodeURIComponent(call)}`} />{" "}
        {lastSeen === null ? station && say("living.never") : (
          <OnAir now={now - lastSeen < JUST_NOW_S}>
            {say("living.heard", { age: sayAge(Math.max(0, now - lastSeen)) })}
          </OnAir>
        )}
      </p>
      {goes && (
        <p>
          {course == null || course === 0
            ? say("living.goes", { speed: saySpeed(speedKmh) })
            : say("living.goes.to", { speed: saySpeed(speedKmh), point: sayPoint(course) })}
        </p>
      )}
      {way >= STILL_M && (
        <>
          <p class="soft">{say("living.today", { far: sayDistance(way), n: today.length })}</p>
          <WayToday way={today} />
        </>
      )}
    </section>
  );
}

const WIDTH = 360, HEIGHT = 160;
/** Where it began, in the drawing's units. */
const DOT = 5;

/** All of its way, the newest position first: there it is now, whatever way round it came. */
function WayToday({ way }: { way: readonly Point[] }) {
  const projection = projectionOf(way, WIDTH, HEIGHT), spots = way.map((one) => projection.at(one));
  const now = spots[0]!, first = spots.at(-1)!;
  return (
    <svg class="small-map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={say("living.way")}>
      <Land projection={projection} />
      <Lines projection={projection} />
      <path class="living-way" d={`M${spots.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
      <circle class="living-began" cx={first.x} cy={first.y} r={DOT} />
      <g class="small-map-thing" transform={`translate(${now.x - SIZE / 2} ${now.y - SIZE / 2})`}>
        <DrawnCache type="living" />
      </g>
      <SmallScale projection={projection} below={0} />
    </svg>
  );
}

/** Whether that was on the day that it is where the phone is. */
const isToday = (at: number, now: number): boolean =>
  new Date(at * 1000).toDateString() === new Date(now * 1000).toDateString();
