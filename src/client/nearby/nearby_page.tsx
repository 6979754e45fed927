/** The page Nearby: caches by distance on a map, with a sheet of rows over it; beside it on a wide screen. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { WelcomeDoor } from "../community/welcome/welcome_door.tsx";
import { useApp } from "../phone/app.ts";
import { Banner } from "../ui/look/over.tsx";
import { SearchBox } from "../ui/look/search_box.tsx";
import { Button, ButtonLink, isDrawn, Loading, Notice } from "../ui/parts.tsx";
import { go, place } from "../pages/router.ts";
import { language, say } from "../ui/say.ts";
import { squareAt } from "../ui/places/squares.ts";
import { readable } from "../ui/places/locator_grid.ts";
import { whenIdle } from "../phone/world.ts";
import { FromPacks } from "../phone/packs/from_packs.tsx";
import { TakeWithMe } from "../phone/packs/take_with_me.tsx";
import { KeepHint } from "../packs/keep_hint.tsx";
import { CacheRowLine } from "../marks/cache_row.tsx";
import type { CacheRow, Mark } from "../phone/known/caches.ts";
import { type Filters, filtersOf, filtersSet, inOrder, passes, queryWith } from "../marks/filters.ts";
import { NearbyFrame, orderWithout } from "./nearby_frame.tsx";
import type { Place } from "./search_found.tsx";
import { usePart } from "../ui/use_part.ts";
import { fits } from "./fits.ts";
import { byDistance, distanceM, type Point } from "../ui/places/arrow.ts";
import { sayAge, sayDistance } from "../ui/times.ts";
import type { ComponentProps } from "preact";
import { Icon } from "../ui/icons/icon.tsx";
import { Chip, Chips } from "../ui/look/choose.tsx";
import type FilterPanel from "../marks/filter_panel.tsx";
import { ageOf, isFollowed, type Reading } from "../phone/position/reading.ts";
import { useNow } from "../phone/position/use_now.ts";
import { useOwnPlace } from "../phone/position/use_own_place.ts";
import { sayFailure } from "../phone/position/why.tsx";
import { sayLast } from "../phone/position/words.ts";
import { Round } from "../ui/look/round.tsx";
import { PlainHttp } from "../ui/plain_http.tsx";

// Asks for the phone's place after a press, and says what the list is sorted from.

/** The control; pressed while the list follows the phone. Where a browser gives no place, why not is said below the list. */
function LocateControl() {
  const own = useOwnPlace(true);
  const here = own.latest.value ?? own.here.value;
  if (typeof isSecureContext !== "undefined" && !isSecureContext) return null;
  return (
    <Round icon="locate" aria-pressed={here !== undefined} onClick={() => own.ask()}>
      {say(here ? "nearby.again" : own.failure.value ? "fix.again" : "nearby.locate")}
    </Round>
  );
}

/** While the place is looked for, and why it was not found: a line that is there only then. */
function LocateNews() {
  const { own } = useApp().caches, failure = own.failure.value;
  const waits = own.asked.value > 0 && !(own.latest.value ?? own.here.value) && !failure;
  return (
    <p class={failure ? "nearby-news wait" : "nearby-news soft"} role="status">
      {failure ? sayFailure(failure) : waits ? say("nearby.locating") : ""}
    </p>
  );
}

/** Below the list: what it is sorted from, and the way to forget that. */
function SortedFrom() {
  const { own } = useApp().caches;
  const here = own.latest.value ?? own.here.value, before = own.before.value;
  if (!isSecureContext) return <PlainHttp />;
  if (!here && !before) return <p class="soft">{say("nearby.why")}</p>;
  return (
    <div>
      {here ? <Age reading={here} /> : before && <Before reading={before} />}
      <Button onClick={() => own.forget()}>{say("nearby.forget")}</Button>
    </div>
  );
}

/** How exact and how old the place of this opening is. */
function Age({ reading }: { reading: Reading }) {
  const now = useNow();
  return (
    <p class="soft">
      {say("fix.have", { far: sayDistance(reading.accuracyM) })}{" "}
      {isFollowed(reading, now) ? say("nearby.follows") : sayLast(reading, now)}
    </p>
  );
}

/** The place that this phone remembers. */
function Before({ reading }: { reading: Reading }) {
  const { gateway } = useApp();
  return <p class="soft">{say("nearby.before", { age: sayAge(ageOf(reading, gateway.now())) })}</p>;
}

// The filters of the list, as a row of chips; the rest of them opens below it.

interface FilterBarProps {
  filters: Filters;
  set: (filters: Filters) => void;
  /** How many caches each of the two leaves, where that is known. */
  isNew: number | undefined;
  isHeard: number | undefined;
}

function FilterBar({ filters, set, isNew, isHeard }: FilterBarProps) {
  const isOpen = useSignal(false), count = filtersSet(filters);
  return (
    <div
      class="nearby-filters"
      onKeyDown={({ key }) => {
        if (key === "Escape") isOpen.value = false;
      }}
    >
      <Chips label={say("nearby.filters")}>
        <Chip
          on={count > 0 || filters.sort !== "far"}
          n={count || undefined}
          opens={isOpen.value}
          onClick={() => isOpen.value = !isOpen.value}
        >
          <Icon name="sliders-horizontal" />
          {say(filters.sort === "far" ? "nearby.filter" : `nearby.sort.${filters.sort}`)}
        </Chip>
        <Chip on={filters.isNew} n={isNew} onClick={() => set({ ...filters, isNew: !filters.isNew })}>
          {say("nearby.new")}
        </Chip>
        <Chip on={filters.isHeard} n={isHeard} onClick={() => set({ ...filters, isHeard: !filters.isHeard })}>
          <Icon name="radio" />
          {say("nearby.heard")}
        </Chip>
      </Chips>
      {isOpen.value && <Panel filters={filters} set={set} />}
    </div>
  );
}

/** See `../marks/filter_panel.tsx`, which is loaded when it is opened. */
function Panel(props: ComponentProps<typeof FilterPanel>) {
  const part = usePart(() => import("../marks/filter_panel.tsx"));
  return part ? <part.default {...props} /> : null;
}

// Where no cache is near: offers the nearest one, all caches, or to hide the first one.

/** A cache is "near" within so many metres. */
const CIRCLE_M = 20_000;

function Nothing({ rows, from, all, clear }: {
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

/** How many rows are drawn at first, and with each press of "more". */
const STEP = 50;
/** How many of them before the page is in sight: those that a screen has room for. */
const IN_SIGHT = 10;
/** How many caches the small map shows. */
const ON_MAP = 200;
/** How many of the nearest caches the small map spans where a place is known: the farthest would make it a map of the country. */
const NEAREST = 10;

export default function NearbyPage() {
  const app = useApp(), { caches, gateway, reader } = app;
  // Where the server drew the list, none of its rows goes again.
  const wanted = useSignal(""), shown = useSignal(isDrawn() ? STEP : IN_SIGHT);
  const query = place.value.path === "/" ? place.value.query : "";
  const asked = new URLSearchParams(query).get("q"), isToLog = new URLSearchParams(query).has("log");
  const filters = useMemo(() => filtersOf(query), [query]);
  const chosen = useSignal<Place | undefined>(undefined);
  const heard = useSignal<((row: CacheRow) => boolean) | undefined>(undefined);
  // The search at the top of every page leads here.
  useLayoutEffect(() => {
    if (asked === null || asked === wanted.peek().trim()) return;
    wanted.value = asked;
    chosen.value = undefined;
  }, [asked]);
  // A layout effect, since other effects wait for the browser to paint, and there is nothing to paint before this.
  useLayoutEffect(() => void caches.refresh(), []);
  const all = caches.known.value.length;
  // The other rows once these are in sight: they are more work than all the rest of the page.
  const some = all > 0;
  useEffect(
    () => some ? whenIdle(() => shown.value = Math.max(STEP, shown.peek()), app.world) : undefined,
    [some],
  );
  useLayoutEffect(() => {
    if (!filters.isHeard || all === 0) return;
    void import("../marks/heard_in.ts").then(({ readHeard }) =>
      readHeard(reader, caches.rows.peek(), (tells) => heard.value = tells)
    );
  }, [filters.isHeard, all]);
  const here = caches.own.from.value;
  const search = usePart(() => import("./search_found.tsx"), wanted.value.trim() !== "");
  const where = chosen.value ?? search?.whereOf(wanted.value, language.value.code), from = where ?? here;
  const told = { mark: caches.mark.bind(caches), heard: heard.value };
  const found = where && search
    ? byDistance(caches.heeded.value, where)
    : caches.heeded.value.filter((row) => fits(row, wanted.value));
  const rows = inOrder(found.filter((row) => passes(row, filters, told)), filters.sort);
  const points = usePoints(rows.slice(0, ON_MAP), told.mark);
  const nothing = all === 0 && !caches.list.value;
  // The list is in no order before it is known where the instance is.
  const isEarly = nothing || !app.start.value;
  // `Loading` shows what the server drew, with its heading. Where the gateway is gone, the server has drawn nothing.
  if (isEarly && gateway.reached.value !== false) return <Loading title="page.nearby" />;
  const setFilters = (next: typeof filters) => go(`/${queryWith(query, next)}`, { replace: true });
  return (
    <NearbyFrame
      map={{
        points,
        here: from,
        near: NEAREST,
      }}
      search={
        <SearchBox
          id="search"
          label={say("nearby.search")}
          placeholder={say("nearby.search.short")}
          value={wanted}
          set={() => {
            chosen.value = undefined;
            shown.value = STEP;
          }}
        />
      }
      intro={<WelcomeDoor />}
      locate={<LocateControl />}
      count={nothing ? say("weather.unread") : (
        <>
          {where && <>{say("nearby.around", { place: wanted.value.trim() })}{" "}</>}
          {rows.length === 0
            ? say(all === 0 ? "nearby.none" : "nearby.nofit")
            : say("nearby.count", { n: rows.length })}
          {rows.length > 0 && from && !where && <>· {readable(squareAt(from, 6))}</>}
          {!from && rows.length > 1 && ` · ${say(orderWithout(app.middle.value))}`}
        </>
      )}
    >
      <LocateNews />
      {isToLog && <Banner icon="flag" calm>{say("nearby.tolog")}</Banner>}
      {search && wanted.value.trim() !== "" && (
        <search.default
          wanted={wanted.value}
          from={here}
          isPlace={where !== undefined}
          shown={rows}
          choose={(one) => {
            chosen.value = one;
            wanted.value = one.name;
          }}
        />
      )}
      <FilterBar
        filters={filters}
        set={setFilters}
        isNew={app.call.value ? found.filter((row) => !told.mark(row)).length : undefined}
        isHeard={heard.value && found.filter(heard.value).length}
      />
      {!nothing && (
        <>
          {filtersSet(filters) > 0 && found.length > 0 && rows.length === 0
            ? <Button onClick={() => setFilters(filtersOf(""))}>{say("nearby.nofilter")}</Button>
            : <Nothing rows={rows} from={from} all={all} clear={() => wanted.value = ""} />}
          <ul class="cache-list">
            {rows.slice(0, shown.value).map((row) => (
              <CacheRowLine
                key={row.gid ?? row.code}
                row={row}
                here={from}
                mark={caches.mark(row)}
                live
                toLog={isToLog && !row.mirrored}
              />
            ))}
          </ul>
          {rows.length > shown.value && shown.value >= STEP && (
            <Button onClick={() => shown.value += STEP}>
              {say("nearby.more", { n: Math.min(STEP, rows.length - shown.value) })}
            </Button>
          )}
          {/* What stands below the rows comes once they are all there, so that it does not move. */}
          {shown.value >= STEP && (
            <div class="nearby-foot">
              <FromPacks known={caches.known.value} />
              <SortedFrom />
              {(from ?? rows[0]) && <TakeWithMe centre={from ?? rows[0]!} />}
            </div>
          )}
        </>
      )}
      <KeepHint />
    </NearbyFrame>
  );
}

/** The rows as the map takes them: the same array while they are the same, so that the map is not drawn anew. */
function usePoints(rows: readonly CacheRow[], mark: (row: CacheRow) => Mark): (CacheRow & { mark: Mark })[] {
  const last = useRef<(readonly [CacheRow, Mark])[]>([]);
  const now = rows.map((row) => [row, mark(row)] as const);
  const isSame = now.length === last.current.length &&
    now.every(([row, mark], at) => row === last.current[at]![0] && mark === last.current[at]![1]);
  if (!isSame) last.current = now;
  const { current } = last;
  return useMemo(() => current.map(([row, mark]) => ({ ...row, mark })), [current]);
}
