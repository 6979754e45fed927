/** The page Live: where the stations are that are heard, the list of them over it or beside it, and the tape of packets. */
import { useSignal } from "@preact/signals";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { BigMap, Picked } from "../map/big_map.ts";
import { MapCanvas, NoMap } from "../map/canvas/lazy_canvas.tsx";
import type { LayerName } from "../map/style.ts";
import { ThingLinks } from "../map/full/thing_links.tsx";
import type { View } from "../ui/places/view.ts";
import { Beside } from "../ui/list_context.ts";
import { distanceM, type Point } from "../ui/places/arrow.ts";
import { centreOf } from "../ui/places/squares.ts";
import { useApp } from "../phone/app.ts";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { Boundary } from "../phone/boundary.tsx";
import { PAGES } from "../pages/page_table.ts";
import { Button } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { type Filter, isWanted } from "./heard/chosen_ways.ts";
import { HeardList } from "./heard/heard_list.tsx";
import { LiveSketch } from "./live_sketch.tsx";
import { rowActs } from "../panes/key_table.ts";
import { KeyHelp } from "../panes/keys.tsx";
import { MessagePanel } from "../talk/messages/message_panel.tsx";
import { listHasMap, OWN_WINDOW } from "../panes/list_panes.ts";
import { wall } from "./wall.ts";
import { Tape } from "./tape_drawing.tsx";
import { useBell } from "./bell.ts";
import { SHOWN_S } from "../phone/known/stations.ts";
import { useUncovered } from "../map/uncover.ts";
import { useAwake } from "../phone/senses/awake.ts";

// For a screen that shows the stations all day, such as a club's second monitor: a window of its own, without the
// rest of the browser, and the whole screen. In both the screen stays on, where the browser can do that.

/** Name and size of the window, in pixels. */
const NAME = `${OWN_WINDOW}live`, SIZE = "popup,width=1200,height=800";

function OwnScreen() {
  const isFull = useSignal(false), isOwn = (globalThis as { name?: string }).name === NAME;
  useEffect(() => {
    const turned = () => isFull.value = document.fullscreenElement !== null;
    turned();
    document.addEventListener("fullscreenchange", turned);
    return () => document.removeEventListener("fullscreenchange", turned);
  }, []);
  useAwake(isOwn || isFull.value);
  useEffect(() => {
    wall.value = isOwn || isFull.value;
    return () => wall.value = false;
  }, [isOwn, isFull.value]);
  const fill = () => {
    const done = isFull.peek()
      ? document.exitFullscreen()
      : document.getElementById("page")?.requestFullscreen();
    // A browser that does not allow it leaves the page as it is.
    done?.catch(() => {});
  };
  return (
    <span class="own-screen">
      {!isOwn && <Button onClick={() => void open(PAGES.live.path, NAME, SIZE)}>{say("live.window")}</Button>}
      {document.fullscreenEnabled && (
        <Button aria-pressed={isFull.value} onClick={fill}>{say("live.full")}</Button>
      )}
    </span>
  );
}

const LAYERS: ReadonlySet<LayerName> = new Set(["stations", "grid"]);
/** On a screen of this width the big map is beside the list; on a narrower one a drawing, until the map is asked for. */
const WIDE = "(min-width: 64rem)";
/** From this width on there is room for the list, the map, and what was opened from them. */
const ROOMY = "(min-width: 80rem)";

export default function LivePage() {
  const { stations, wire, caches, start } = useApp();
  const wanted = useSignal(""), filter = useSignal<Filter>("all"), tabled = useSignal(false);
  const isWide = matchMedia(WIDE).matches, isBeside = useContext(Beside);
  // Beside a station the map stays where it has room; a page that is opened with one does not fetch it.
  const chosen = useSignal<boolean | undefined>(undefined), wasAlone = useRef(false);
  if (!isBeside) wasAlone.current = true;
  const mapped = chosen.value ?? (isWide && wasAlone.current);
  const hasRoom = !isBeside || matchMedia(ROOMY).matches, isMapped = mapped && hasRoom;
  useLayoutEffect(() => {
    listHasMap.value = isWide && isMapped;
    return () => listHasMap.value = false;
  }, [isMapped]);
  useEffect(() => {
    void stations.refresh();
    // A link that leads here to search sets the focus into the field.
    if (location.hash === "#live-search") document.getElementById("live-search")?.focus();
    return wire.want({ maxAgeS: SHOWN_S });
  }, []);
  useBell();
  const region = start.value?.value.region, middle = region ? centreOf(region) : undefined;
  const receiver = useReceiver(isWide && !caches.here.value, middle);
  const here = caches.here.value ?? receiver?.place ?? middle;
  const text = wanted.value.trim().toUpperCase(), ways = filter.value;
  const isOver = isWide && isMapped;
  return (
    <div class="live-room" data-mapped={isMapped || !isWide ? "" : undefined}>
      <div class="live-map">
        {isMapped
          ? (
            <Boundary>
              <LiveMap />
            </Boundary>
          )
          : !isWide && (
            <LiveSketch
              fits={(row) => isWanted(row, ways, text)}
              chosen={`${ways} ${text}`}
            />
          )}
        {isOver && <Tape />}
      </div>
      {!wall.value && (
        <div class="live-search">
          <TextField
            id="live-search"
            bare
            type="search"
            label={say("live.search")}
            placeholder={say("live.search")}
            autoComplete="off"
            value={wanted}
          />
          {hasRoom && (
            <Button icon="map" aria-pressed={mapped} onClick={() => chosen.value = !mapped}>
              {say("live.map")}
            </Button>
          )}
        </div>
      )}
      <div class="live-sheet">
        <Weather />
        <HeardList wanted={text} filter={filter} here={here} tabled={isWide && tabled.value} tape={!isOver} />
        <div class="live-foot">
          {!wall.value && !caches.here.value && (
            <p class="soft">
              {receiver
                ? say("live.from_receiver", { site: receiver.site })
                : say(region ? "live.from_region" : "live.from_nowhere")}
            </p>
          )}
          {!wall.value && (
            <p class="live-links">
              <a href="/print/net">{say("print.net")}</a> <a href={PAGES.tak.path}>{say("page.tak")}</a>{" "}
              <a href={PAGES.wall.path}>{say("page.wall")}</a>
            </p>
          )}
          <div class="buttons">
            {isWide && !wall.value && (
              <Button
                aria-pressed={tabled.value}
                onClick={() => tabled.value = !tabled.value}
              >
                {say("live.table")}
              </Button>
            )}
            <OwnScreen />
          </div>
        </div>
        <KeyHelp
          acts={{
            ...rowActs(".live-heard :is(.entries, tbody) a"),
            fresh: () => document.querySelector<HTMLElement>(".live-new button")?.click(),
            map: () => chosen.value = !mapped,
          }}
        />
      </div>
    </div>
  );
}

/**
 * At a desk that does not know its place, the receiver from which distances are told: the one nearest to the middle of the
 * region, of those whose places everybody is told; where no region is known, the first.
 */
function useReceiver(wanted: boolean, middle: Point | undefined): { site: string; place: Point } | undefined {
  const covered = useRead(wanted ? routeTo("GET /api/coverage", { query: { limit: 1 } }) : undefined);
  const sites = wanted ? covered.known.value?.value.sites ?? [] : [];
  return useMemo(() => {
    const placed = sites.flatMap(({ site, lat, lon }) =>
      lat === null || lon === null ? [] : [{ site, place: { lat, lon } }]
    );
    return middle
      ? placed.toSorted((a, b) => distanceM(middle, a.place) - distanceM(middle, b.place))[0]
      : placed[0];
  }, [sites.length, middle?.lat, middle?.lon]);
}

/** Whether the page is live; in sight only where it is not. */
function Weather() {
  const { stations, wire, gateway, reader } = useApp();
  const known = stations.known.value;
  if (wire.open.value) return <p role="status" class="unseen">{say("live.open")}</p>;
  return (
    <p role="status" class="soft live-weather">
      {known
        ? say("live.lost", { time: sayTime(known.at, gateway.now()) })
        : say(reader.missing.value ? "weather.unread" : "doing.loading")}
    </p>
  );
}

function LiveMap() {
  const view = useSignal<View | undefined>(undefined), map = useSignal<BigMap | undefined>(undefined);
  const missing = useSignal(false);
  const picked = useSignal<readonly Picked[]>([]), writing = useSignal<string | undefined>(undefined);
  useUncovered(map.value, writing.value);
  if (missing.value) return <NoMap />;
  return (
    <div class="map-with">
      <MapCanvas
        layers={LAYERS}
        view={view}
        map={map}
        missing={missing}
        about="stations"
        picked={picked}
      />
      {writing.value && <MessagePanel call={writing.value} close={() => writing.value = undefined} />}
      {picked.value.length > 0 && <ThingLinks things={picked.value} write={(call) => writing.value = call} />}
    </div>
  );
}
