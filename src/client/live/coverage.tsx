/** What a receiver covers: the squares that it has heard, how far it hears in each direction, and both as a table. */
import { sayPoint } from "../ui/places/way_to.ts";
import type { Covered } from "../map/overlays.ts";
import { projectionOf } from "../ui/places/project.ts";
import { Land, Lines } from "../map/small_ground.tsx";
import { boxOf } from "../ui/places/squares.ts";
import { useApp } from "../phone/app.ts";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { usePart } from "../ui/use_part.ts";
import { say } from "../ui/say.ts";
import { sayDate, sayDistance } from "../ui/times.ts";
import { roseOf, wedge } from "./rose.ts";
import { HeadedTable, TableRoom } from "../ui/table_room.tsx";

const WIDTH = 600, HEIGHT = 360, ROSE = 100;
/** How many rows the table has at most. */
const MOST = 50;

export function Coverage({ call }: { call: string }) {
  const { gateway } = useApp();
  const covered = useRead(routeTo("GET /api/coverage", { query: { site: call } })).known.value?.value;
  const site = covered?.sites.find((one) => one.site === call);
  if (!covered || !site || covered.squares.length === 0) return null;
  const place = site.lat === null || site.lon === null ? undefined : { lat: site.lat, lon: site.lon };
  const rose = place && roseOf(place, covered.squares);
  const most = Math.max(1, ...(rose ?? []).map(({ farthestM }) => farthestM));
  return (
    <section>
      <h2>{say("coverage.title")}</h2>
      <p>
        {say("coverage.sum", { n: site.squares, heard: site.heard })}{" "}
        {site.farthestM !== null && say("coverage.farthest", { far: sayDistance(site.farthestM) })}
      </p>
      <Squares covered={covered} now={gateway.now()} />
      <p class="soft">{say("map.legend.coverage")}</p>
      {rose && (
        <svg
          class="rose"
          viewBox={`${-ROSE - 20} ${-ROSE - 20} ${2 * ROSE + 40} ${2 * ROSE + 40}`}
          role="img"
          aria-label={say("coverage.rose", { far: sayDistance(most) })}
        >
          <circle class="rose-ring" r={ROSE} />
          <circle class="rose-ring" r={ROSE / 2} />
          {rose.map((sector) => (
            <path
              key={sector.bearing}
              class="rose-sector"
              d={wedge(sector.bearing, sector.farthestM / most, ROSE)}
            />
          ))}
          <text y={-ROSE - 6} text-anchor="middle">N</text>
          <text y={ROSE + 16} text-anchor="middle">S</text>
        </svg>
      )}
      <details>
        <summary>{say("coverage.table")}</summary>
        <TableRoom label={say("coverage.title")}>
          <HeadedTable
            heads={[say("coverage.square"), say("coverage.heard"), say("coverage.far"), say("coverage.last")]}
          >
            {covered.squares.slice(0, MOST).map((square) => (
              <tr key={square.grid}>
                <td class="code">{square.grid}</td>
                <td>{square.heard}</td>
                <td>{square.farthestM !== null && sayDistance(square.farthestM)}</td>
                <td>{sayDate(square.lastHeard)}</td>
              </tr>
            ))}
          </HeadedTable>
          {rose && (
            <HeadedTable heads={[say("coverage.direction"), say("coverage.heard"), say("coverage.far")]}>
              {rose.filter(({ heard }) =>
                heard > 0
              ).map(({ bearing, heard, farthestM }) => (
                <tr key={bearing}>
                  <td>{`${bearing}° ${sayPoint(bearing)}`}</td>
                  <td>{heard}</td>
                  <td>{sayDistance(farthestM)}</td>
                </tr>
              ))}
            </HeadedTable>
          )}
        </TableRoom>
      </details>
    </section>
  );
}

/** The squares on a map: coloured by how long ago something was heard there, and the denser the more often. */
function Squares({ covered, now }: { covered: Covered; now: number }) {
  const drawn = usePart(() => import("../map/covered.ts"));
  if (!drawn) return null;
  const boxes = covered.squares.flatMap((square) => {
    const box = boxOf(square.grid);
    return box ? [{ ...square, box }] : [];
  });
  const corners = boxes.flatMap(({ box }) => [
    { lat: box.south, lon: box.west },
    { lat: box.north, lon: box.east },
  ]);
  const map = projectionOf(corners, WIDTH, HEIGHT);
  return (
    <svg
      class="small-map small-map-whole"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={say("coverage.map", { n: boxes.length })}
    >
      <Land projection={map} />
      <Lines projection={map} />
      {boxes.map(({ grid, box, heard, lastHeard }) => {
        const low = map.at({ lat: box.south, lon: box.west }),
          high = map.at({ lat: box.north, lon: box.east });
        return (
          <rect
            key={grid}
            class={`covered covered-${drawn.ageWord(now - lastHeard)}`}
            x={low.x}
            y={high.y}
            width={Math.max(1, high.x - low.x)}
            height={Math.max(1, low.y - high.y)}
            opacity={drawn.denseness(heard)}
          >
            <title>{say("coverage.one", { grid, n: heard })}</title>
          </rect>
        );
      })}
    </svg>
  );
}
