/** Where a station is and was: a line through its places, and the same as a table. */
import type { TrackPoint } from "../../stations/mod.ts";
import type { z } from "zod";
import { projectionOf } from "../ui/places/project.ts";
import type { Point } from "../ui/places/arrow.ts";
import { Land, Lines, TownNames } from "../map/small_ground.tsx";
import { SIZE } from "../marks/caches.ts";
import { stationPath, stationShape } from "../marks/stations.ts";
import { SmallScale } from "../map/over/scale_bar.tsx";
import { useApp } from "../phone/app.ts";
import { say } from "../ui/say.ts";
import { WithUtc } from "../ui/look/with_utc.tsx";
import { sayMoment } from "../ui/times.ts";
import { HeadedTable, TableRoom } from "../ui/table_room.tsx";

const WIDTH = 600, HEIGHT = 260;

/** So many degrees are in view at least: a station that stands still has towns around it. */
const LEAST = 0.08;
/** Units of the drawing to a pixel of a phone. */
const PIXEL = 1.6;

/** `points`: newest first. `place`: where it is, for a station that was never heard there (its owner placed it). */
export function Track({ points, place, symbol }: {
  points: readonly z.output<typeof TrackPoint>[];
  place: Point | undefined;
  symbol: string;
}) {
  const { gateway } = useApp();
  const drawn: readonly Point[] = points.length > 0 || !place ? points : [place];
  if (drawn.length === 0) return null;
  const map = projectionOf(drawn, WIDTH, HEIGHT, LEAST);
  const line = drawn.map((point) => map.at(point)).map(({ x, y }) => `${x},${y}`).join(" ");
  const newest = map.at(drawn[0]!);
  return (
    <section>
      <h2 class="unseen">{say("station.track")}</h2>
      <svg
        class="small-map track-map"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={say("station.track.label", { n: drawn.length })}
      >
        <Land projection={map} />
        <Lines projection={map} />
        <TownNames projection={map} marks={drawn} pixel={PIXEL} mark={24 * PIXEL} />
        <SmallScale projection={map} />
        <polyline class="track" points={line} />
        <g class="sketch-mark sketch-now" transform={`translate(${newest.x} ${newest.y}) scale(${PIXEL})`}>
          <rect x="-12" y="-12" width="24" height="24" rx="6" />
          <path
            d={stationPath(stationShape(symbol))}
            transform={`translate(-8 -8) scale(${16 / SIZE})`}
            fill-rule="evenodd"
          />
        </g>
      </svg>
      {points.length > 0 && (
        <details>
          <summary>{say("station.table")}</summary>
          <TableRoom label={say("station.track")}>
            <HeadedTable heads={[say("station.time"), say("station.place"), say("station.via")]}>
              {points.map(({ ts, lat, lon, heardVia }) => (
                <tr key={`${ts} ${lat} ${lon}`}>
                  <td>
                    <WithUtc at={ts} said={sayMoment(ts, gateway.now())} />
                  </td>
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
