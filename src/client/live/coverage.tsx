/** What a receiver covers: the squares that it has heard, how far it hears in each direction, and both as a table. */
import { sayPoint } from "../ui/places/way_to.ts";
import { CoveredSquares } from "../map/over/covered_squares.tsx";
import { useApp } from "../phone/app.ts";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { say } from "../ui/say.ts";
import { sayDate, sayDistance } from "../ui/times.ts";
import { roseOf, wedge } from "./rose.ts";
import { HeadedTable, TableRoom } from "../ui/table_room.tsx";

const ROSE = 100;
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
      <CoveredSquares covered={covered} now={gateway.now()} />
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
