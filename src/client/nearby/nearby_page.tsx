/** The page Nearby: caches by distance, as a list and on a small map. */
import type { ComponentProps } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { WelcomeDoor } from "../community/welcome/welcome_door.tsx";
import { SmallMap } from "../map/small_map.tsx";
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Button, ButtonLink, Heading, Loading, Notice, SearchField } from "../ui/parts.tsx";
import { place } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";
import { FromPacks } from "../phone/packs/from_packs.tsx";
import { TakeWithMe } from "../phone/packs/take_with_me.tsx";
import { KeepHint } from "../packs/keep_hint.tsx";
import { distanceM, type Point } from "../ui/places/arrow.ts";
import { CacheRowLine } from "../marks/cache_row.tsx";
import type { CacheRow } from "../phone/known/caches.ts";
import { FoundElsewhere } from "./found_elsewhere.tsx";
import { Locate } from "../phone/position/locate.tsx";
import type { NamedTown } from "./town_names.ts";
import type TownsFound from "./towns_found.tsx";
import { byDistance, fits, isName, whereOf } from "./where.ts";

/** How many rows are drawn at first, and with each press of "more". */
const STEP = 50;
/** How many caches the small map shows. */
const ON_MAP = 200;
/** How many of the nearest caches the small map spans where a place is known: the farthest would make it a map of the country. */
const NEAREST = 10;

export default function NearbyPage() {
  const { caches, gateway } = useApp();
  const wanted = useSignal(""), shown = useSignal(STEP);
  const asked = new URLSearchParams(place.value.query).get("q");
  // The search at the top of every page leads here.
  const town = useSignal<NamedTown | undefined>(undefined);
  useLayoutEffect(() => {
    if (asked === null) return;
    wanted.value = asked;
    town.value = undefined;
  }, [asked]);
  // A layout effect, since other effects wait for the browser to paint, and there is nothing to paint before this.
  useLayoutEffect(() => void caches.refresh(), []);
  const here = caches.own.from.value;
  const where = town.value ?? whereOf(wanted.value), from = where ?? here;
  const rows = where
    ? byDistance(caches.sorted.value, where)
    : caches.sorted.value.filter((row) => fits(row, wanted.value));
  const nothing = caches.known.value.length === 0 && !caches.list.value;
  // `Loading` shows what the server drew, with its heading. Where the gateway is gone, the server has drawn nothing.
  if (nothing && gateway.reached.value !== false) return <Loading title="page.nearby" />;
  return (
    <>
      <Heading>{say("page.nearby")}</Heading>
      <p class="soft">{say("nearby.what")}</p>
      <Locate />
      <SearchField
        id="search"
        label={say("nearby.search")}
        value={wanted}
        set={() => {
          town.value = undefined;
          shown.value = STEP;
        }}
      />
      {!where && isName(wanted.value) && (
        <Towns
          wanted={wanted.value}
          from={here}
          choose={(found) => {
            town.value = found;
            wanted.value = found.name;
          }}
        />
      )}
      {nothing ? <p role="status">{say("weather.unread")}</p> : (
        <>
          <div class="nearby">
            <div class="nearby-map">
              <Boundary>
                <SmallMap
                  points={rows.slice(0, ON_MAP).map((row) => ({ ...row, mark: caches.mark(row) }))}
                  here={from}
                  near={NEAREST}
                  label={say("nearby.map")}
                />
              </Boundary>
            </div>
            <div class="nearby-rows">
              <p role="status">
                {where && <>{say("nearby.around", { place: wanted.value.trim() })}{" "}</>}
                {rows.length === 0
                  ? say(caches.known.value.length === 0 ? "nearby.none" : "nearby.nofit")
                  : say("nearby.count", { n: rows.length })}
                {!from && rows.length > 1 && ` · ${say("nearby.byname")}`}
              </p>
              <Nothing
                rows={rows}
                from={from}
                all={caches.known.value.length}
                clear={() => wanted.value = ""}
              />
              <FromPacks known={caches.known.value} />
              <ul class="cache-list">
                {rows.slice(0, shown.value).map((row) => (
                  <CacheRowLine key={row.gid ?? row.code} row={row} here={from} mark={caches.mark(row)} />
                ))}
              </ul>
              {rows.length > shown.value && (
                <Button onClick={() => shown.value += STEP}>
                  {say("nearby.more", { n: Math.min(STEP, rows.length - shown.value) })}
                </Button>
              )}
              {!where && (
                <FoundElsewhere
                  wanted={wanted.value}
                  shown={new Set(rows.map(({ gid, code }) => gid ?? code))}
                />
              )}
              {(from ?? rows[0]) && <TakeWithMe centre={from ?? rows[0]!} />}
            </div>
          </div>
        </>
      )}
      <WelcomeDoor />
      <KeepHint />
    </>
  );
}

/** See `towns_found.tsx`, which is loaded when somebody types what may be a name. */
function Towns(props: ComponentProps<typeof TownsFound>) {
  const part = useSignal<{ of: typeof TownsFound } | undefined>(undefined);
  useEffect(
    () => void import("./towns_found.tsx").then((file) => part.value = { of: file.default }, () => {}),
    [],
  );
  return part.value ? <part.value.of {...props} /> : null;
}

/** A cache is "near" within so many metres. */
const CIRCLE_M = 20_000;

/** Where no cache is near: offers the nearest one, all caches, or to hide the first one. */
function Nothing({ rows, from, all, clear }: {
  rows: readonly CacheRow[];
  from: Point | undefined;
  all: number;
  clear: () => void;
}) {
  const nearest = rows[0];
  if (all === 0) return <ButtonLink icon="map-pin-plus" href="/hide">{say("nearby.first")}</ButtonLink>;
  if (!nearest) return <Button onClick={clear}>{say("nearby.all")}</Button>;
  const far = from ? distanceM(from, nearest) : 0;
  if (far <= CIRCLE_M) return null;
  const title = nearest.title;
  return (
    <Notice action={<a href="/hide">{say("nearby.first.here")}</a>}>
      {say("nearby.far", { circle: sayDistance(CIRCLE_M), far: sayDistance(far), title })}
    </Notice>
  );
}
