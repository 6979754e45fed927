/** Where a station is and was: a line through its places, and the same as a table. */
import type { TrackPoint } from "../../stations/mod.ts";
import type { z } from "zod";
import { projectionOf } from "../ui/places/project.ts";
import type { Point } from "../ui/places/arrow.ts";
import { Land, Lines } from "../map/small_ground.tsx";
import { useApp } from "../phone/app.ts";
import { say } from "../ui/say.ts";
import { sayMoment } from "../ui/times.ts";
import { HeadedTable, TableRoom } from "../ui/table_room.tsx";

const WIDTH = 600, HEIGHT = 260;

/** `points`: newest first. `place`: where it is, for a station that was never heard there (its owner placed it). */
export function Track({ points, place }: {
  points: readonly z.output<typeof TrackPoint>[];
  place: Point | undefined;
}) {
  const { gateway } = useApp();
  const drawn: readonly Point[] = points.length > 0 || !place ? points : [place];
  if (drawn.length === 0) return null;
  const map = projectionOf(drawn, WIDTH, HEIGHT);
  const line = drawn.map((point) => map.at(point)).map(({ x, y }) => `${x},${y}`).join(" ");
  const newest = map.at(drawn[0]!);
  return (
    <section>
      <h2>{say("station.track")}</h2>
      <svg
        class="small-map"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={say("station.track.label", { n: drawn.length })}
      >
        <Land projection={map} />
        <Lines projection={map} />
        <polyline class="track" points={line} />
        <circle class="small-map-cache" cx={newest.x} cy={newest.y} r="6" />
      </svg>
      {points.length > 0 && (
        <details>
          <summary>{say("station.table")}</summary>
          <TableRoom label={say("station.track")}>
            <HeadedTable heads={[say("station.time"), say("station.place"), say("station.via")]}>
              {points.map(({ ts, lat, lon, heardVia }) => (
                <tr key={`${ts} ${lat} ${lon}`}>
                  <td>{sayMoment(ts, gateway.now())}</td>
                  <td>{lat.toFixed(4)}, {lon.toFixed(4)}</td>
                  <td class="code">{heardVia}</td>
                </tr>
              ))}
            </HeadedTable>
          </TableRoom>
        </details>
      )}
    </section>
  );
}
