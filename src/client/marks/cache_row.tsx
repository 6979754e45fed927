/** A cache in a list: its kind, its name, how hard it is, and how far away. */
import { Dots, KindDisc, OnAir } from "../ui/look/radio.tsx";
import { Foreign } from "../ui/parts.tsx";
import { rowTo } from "../pages/router.ts";
import { type Key, say } from "../ui/say.ts";
import { bearing, distanceM, type Point } from "../ui/places/arrow.ts";
import { useNow } from "../phone/position/use_now.ts";
import type { CacheRow, Mark } from "../phone/known/caches.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { distanceParts, sayAge, sayDate } from "../ui/times.ts";

/** Types with a name of their own. */
const NAMES = [
  ...["traditional", "multi", "mystery", "living", "letterbox", "virtual", "earth", "audio"],
  ...["sota", "pota", "wwff", "iota", "bunker", "castle"],
];
/** A travelling cache that was heard within so many seconds has its lamp pulse. */
const JUST_NOW_S = 10;
/** Heard longer ago than this, it is not said in a row. */
const RECENT_S = 3600;

/** The words for a type; a type of another instance that this app does not know is "a cache". */
export const sayType = (type: string): string => say(`type.${NAMES.includes(type) ? type : "other"}` as Key);

/**
 * The row. `here`: the reader's place, for distance and direction. `mark`: whether they have found it. `live`: how long
 * ago a travelling cache was heard follows the clock. `toLog`: it leads to the form for a find.
 */
export function CacheRowLine({ row, here, mark, live, toLog }: {
  row: CacheRow;
  here?: Point | undefined;
  mark?: Mark;
  live?: boolean;
  toLog?: boolean;
}) {
  const address = `/c/${encodeURIComponent(row.gid ?? row.code)}${toLog ? "/log" : ""}`;
  return (
    <li class="cache-row">
      <a class="entry" {...rowTo(address)}>
        <KindDisc type={row.type} mark={mark} off={row.status === "disabled"} />
        <span class="entry-words">
          <span class="entry-name">
            <Foreign>{row.title}</Foreign>
          </span>
          <span class="entry-line">
            <Hardness {...row} />
            {row.eventFrom !== undefined && <span>{sayDate(row.eventFrom)}</span>}
            {!!row.recommended && <span>{say("state.recommended", { n: row.recommended })}</span>}
            <State row={row} mark={mark} live={live} />
          </span>
        </span>
        {here && <Way from={here} to={row} />}
      </a>
    </li>
  );
}

/** Difficulty and terrain as dots. */
export const Hardness = ({ difficulty, terrain }: Pick<CacheRow, "difficulty" | "terrain">) => (
  <>
    <span class="hardness">
      {say("cache.d")} <Dots of={difficulty} label={say("cache.difficulty", { n: difficulty })} />
    </span>
    <span class="hardness">
      {say("cache.t")} <Dots of={terrain} label={say("cache.terrain", { n: terrain })} />
    </span>
  </>
);

/** How far, and where: an arrow for who knows where north is, letters for who has a map. North is up. */
export function Way({ from, to }: { from: Point; to: Point }) {
  const towards = bearing(from, to), [digits, unit] = distanceParts(distanceM(from, to));
  return (
    <span class="far">
      {digits}
      <small>{` ${unit} `}</small>
      <span class="far-below">
        <svg class="way-arrow" viewBox="-50 -50 100 100" aria-hidden="true">
          <path d="M0 -44L28 40L0 22L-28 40Z" transform={`rotate(${Math.round(towards)})`} />
        </svg>{" "}
        {sayPoint(towards)}
      </span>
    </span>
  );
}

/** What there is to say of it besides, in a few words; the disc has the sign of it, which says nothing to a screen reader. */
function State({ row, mark, live = false }: { row: CacheRow; mark: Mark; live?: boolean | undefined }) {
  if (mark) return <span class={mark === "logged" ? "soft" : "go"}>{say(`state.${mark}`)}</span>;
  if (row.status === "disabled") return <span>{say("state.disabled")}</span>;
  if (row.heardAt && live) return <HeardAgo at={row.heardAt} type={row.type} />;
  if (row.mirrored) {
    const { origin } = row;
    return (
      <span>{say(row.originTrust === "unvetted" ? "state.unvetted" : "state.mirrored", { origin })}</span>
    );
  }
  return <span>{row.minTrust === "A" ? say("state.radio") : sayType(row.type)}</span>;
}

/** How long ago a travelling cache was heard, while that is news. */
function HeardAgo({ at, type }: { at: number; type: string }) {
  const ageS = useNow() - at;
  return ageS < RECENT_S
    ? <OnAir now={ageS < JUST_NOW_S}>{say("state.heard", { age: sayAge(Math.max(0, ageS)) })}</OnAir>
    : <span>{sayType(type)}</span>;
}
