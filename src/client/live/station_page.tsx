/** The page of one station: how and when it was heard, what it measures and where it is, plots, coverage, and its packets. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Card, Entries, Entry } from "../ui/look/lists.tsx";
import { CallPlate, KindDisc } from "../ui/look/radio.tsx";
import { ButtonLink, Foreign, Heading, Loading } from "../ui/parts.tsx";
import { PAGES } from "../pages/page_table.ts";
import { say } from "../ui/say.ts";
import { sayDate, sayDistance, sayMoment, sayTime } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { WatchButton } from "../shack/watches/watch_button.tsx";
import { addressOf as talkAddress, isCall } from "../talk/messages/talks.ts";
import { CurrentValues } from "./current_values.tsx";
import { useFollowing } from "./following.ts";
import { withNews } from "../phone/known/heard.ts";
import { rowActs } from "../panes/key_table.ts";
import { KeyHelp } from "../panes/keys.tsx";
import { MessageButton, MessagePanel } from "../talk/messages/message_panel.tsx";
import { beaconS, HeardBy, LastPath, Packets, usePackets } from "./packets.tsx";
import { Plots } from "./plots.tsx";
import { Facts, Said } from "./station_facts.tsx";
import { Symbol } from "../marks/symbol.tsx";
import { routeTo } from "../phone/wire/routes.ts";
import type { TrackPoint } from "../../stations/mod.ts";
import type { z } from "#schemas";
import { projectionOf } from "../ui/places/project.ts";
import type { Point } from "../ui/places/arrow.ts";
import { Land, Lines, TownNames } from "../map/small_ground.tsx";
import { SIZE } from "../marks/caches.ts";
import { stationPath, stationShape } from "../marks/stations.ts";
import { SmallScale } from "../map/over/scale_bar.tsx";
import { WithUtc } from "../ui/look/with_utc.tsx";
import { HeadedTable, TableRoom } from "../ui/table_room.tsx";
import { sayPoint } from "../ui/places/way_to.ts";
import { CoveredSquares } from "../map/over/covered_squares.tsx";
import { roseOf, wedge } from "./rose.ts";

// What a receiver covers: the squares that it has heard, how far it hears in each direction, and both as a table.

const ROSE = 100;
/** How many rows the table has at most. */
const MOST = 50;

function Coverage({ call }: { call: string }) {
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

// Where a station is and was: a line through its places, and the same as a table.

const WIDTH = 600, HEIGHT = 260;

/** So many degrees are in view at least: a station that stands still has towns around it. */
const LEAST = 0.08;
/** Units of the drawing to a pixel of a phone. */
const PIXEL = 1.6;

/** `points`: newest first. `place`: where it is, for a station that was never heard there (its owner placed it). */
function Track({ points, place, symbol }: {
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

export default function StationPage({ call: given }: { call: string }) {
  const { stations } = useApp();
  const call = given.toUpperCase();
  const { known, problem, again } = useRead(routeTo("GET /api/stations/:call", { params: { call } }));
  const writing = useSignal(false), fresh = useFollowing(call);
  const facts = fresh.facts.value;
  useEffect(() => {
    if (facts > 0) void again();
  }, [facts]);
  // What was heard is in sight at once, before the rest is read.
  const news = useComputed(() => {
    stations.changed.value;
    return stations.of(call)?.value;
  });
  const one = known.value && withNews(known.value.value, news.value);
  const place = one?.lat != null && one.lon != null ? { lat: one.lat, lon: one.lon } : undefined;
  const packets = usePackets(call, facts);
  return (
    <div class="station">
      <p class="back">
        <a href={PAGES.live.path}>{say("page.live")}</a>
      </p>
      <Heading>
        {one && <Symbol symbol={one.symbol} />} <CallPlate call={call} big />
      </Heading>
      {!one && <Loading />}
      {!one && problem.value !== "" && isCall(call) && (
        <div class="buttons">
          <ButtonLink href={talkAddress(call)}>{say("station.message")}</ButtonLink>
          <Boundary>
            <WatchButton call={call} />
          </Boundary>
        </div>
      )}
      {one && (
        <>
          <AsOf at={known.value!.at} />
          <Said station={one} />
          {writing.value
            ? <MessagePanel call={call} close={() => writing.value = false} />
            : (
              <div class="buttons">
                <MessageButton main call={call} open={() => writing.value = true} />
                <Boundary>
                  <WatchButton call={call} />
                </Boundary>
              </div>
            )}
          <div class="station-room">
            <div>
              <Boundary>
                <Track points={one.track} place={place} symbol={one.symbol} />
              </Boundary>
              <Boundary>
                <CurrentValues station={one} />
              </Boundary>
              {one.livingCaches?.map((cache) => <Living key={cache.code} {...cache} />)}
              <Facts station={one} everyS={packets && beaconS(packets)} />
            </div>
            <div>
              {packets && (
                <Boundary>
                  <LastPath call={call} packets={packets} />
                </Boundary>
              )}
              <Boundary>
                <Plots call={call} place={place} fresh={fresh.plots.value} />
              </Boundary>
              {packets && (
                <Boundary>
                  <HeardBy packets={packets} />
                  <Packets packets={packets} />
                </Boundary>
              )}
              <Boundary>
                <Coverage call={call} />
              </Boundary>
            </div>
          </div>
          <KeyHelp
            acts={{
              ...rowActs(".packets summary"),
              watch: () => document.getElementById("watch")?.click(),
            }}
          />
        </>
      )}
    </div>
  );
}

/** Whether the page is live; without a connection, from when it is. `at`: when it was read last, unix seconds. */
function AsOf({ at }: { at: number }) {
  const { wire, gateway } = useApp();
  return wire.open.value
    ? <p role="status" class="unseen">{say("station.live")}</p>
    : <p role="status" class="soft">{say("live.lost", { time: sayTime(at, gateway.now()) })}</p>;
}

/** A cache that goes where the station goes. */
const Living = ({ code, title }: { code: string; title: string }) => (
  <Card flush>
    <Entries label={say("station.living")}>
      <Entry
        href={`/c/${encodeURIComponent(code)}`}
        disc={<KindDisc type="living" />}
        name={<Foreign>{title}</Foreign>}
        line={say("station.living")}
      />
    </Entries>
  </Card>
);
