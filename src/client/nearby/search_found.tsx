/** What a search finds beyond the list: towns at once, and from the gateway villages, more caches, people and stations. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { assets } from "../phone/assets.ts";
import type { CacheRow } from "../phone/known/caches.ts";
import { type AnswerOf, routeTo } from "../phone/wire/routes.ts";
import { pageAt } from "../pages/page_table.ts";
import { Entries, Entry, GroupHead } from "../ui/look/lists.tsx";
import { CallPlate, IconDisc, KindDisc } from "../ui/look/radio.tsx";
import { Button, Foreign } from "../ui/parts.tsx";
import { distanceM, type Point } from "../ui/places/arrow.ts";
import { squareAt } from "../ui/places/squares.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";
import { type NamedTown, namedTowns, townsNamed } from "./town_names.ts";
import { isMgrs, isName } from "./where.ts";

export { whereOf } from "./where.ts";

/** A place with the name that it was found by. */
export interface Place extends Point {
  name: string;
}
type SearchAnswer = AnswerOf<"GET /api/search">;

/** The gateway is asked for texts of so many characters or more, and after a pause in typing of so many milliseconds. */
const LEAST = 2;
const PAUSE_MS = 300;
/** At most so many places are offered. */
const MOST = 6;
const NOTHING: SearchAnswer = { caches: [], stations: [], people: [], places: [] };

/**
 * `wanted`: what was typed. `isPlace`: it names a place by itself. `from`: the searcher's place. `shown`: the caches that the
 * list below has already. `choose` is called with the place that is pressed.
 */
export default function SearchFound({ wanted, isPlace, from, shown, choose }: {
  wanted: string;
  isPlace: boolean;
  from: Point | undefined;
  shown: readonly CacheRow[];
  choose: (place: Place) => void;
}) {
  const text = wanted.trim();
  const found = useAnswer(isPlace ? "" : text), towns = useTowns();
  const near = useMemo(
    () => isName(text) && !isPlace ? placesOf(townsNamed(towns, text, from), found.places) : [],
    [towns, text, from, found, isPlace],
  );
  useEffect(() => {
    if (!isPlace && isMgrs(text)) void readMgrs(text).then((place) => place && choose(place));
  }, [text, isPlace]);
  const known = new Set(shown.map(({ gid, code }) => gid ?? code));
  const caches = found.caches.filter(({ code, gid }) => !known.has(gid ?? code));
  const { people, stations } = found;
  return (
    <section class="search-found">
      {near.length > 0 && (
        <ul class="found-places">
          {near.map((one) => (
            <li key={`${one.lat} ${one.lon}`}>
              <Button icon="map-pin" onClick={() => choose(one)}>
                {one.name}{" "}
                <span class="soft">{from ? sayDistance(distanceM(from, one)) : squareAt(one, 4)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {people.length + stations.length + caches.length > 0 && (
        <>
          <GroupHead>{say("nearby.elsewhere")}</GroupHead>
          <Entries>
            {people.map(({ callsign }) => (
              <Entry
                key={callsign}
                disc={<IconDisc icon="user" tint="go" />}
                name={<CallPlate call={callsign} />}
                line={say("nearby.member")}
                href={`/u/${encodeURIComponent(callsign)}`}
              />
            ))}
            {caches.map(({ code, gid, title, type, origin = "", originTrust }) => (
              <Entry
                key={gid ?? code}
                disc={<KindDisc type={type} />}
                name={<Foreign>{title}</Foreign>}
                line={
                  <>
                    <span class="code">{code}</span>
                    {originTrust === "unvetted" && <>{" · "}{say("state.unvetted", { origin })}</>}
                  </>
                }
                href={`/c/${encodeURIComponent(gid ?? code)}`}
              />
            ))}
            {stations.map(({ callsign, comment }) => (
              <Entry
                key={callsign}
                disc={<IconDisc icon="radio-tower" />}
                name={<CallPlate call={callsign} />}
                line={comment ? <Foreign>{comment}</Foreign> : say("map.station")}
                {...(pageAt(`/s/${callsign}`) && { href: `/s/${encodeURIComponent(callsign)}` })}
              />
            ))}
          </Entries>
        </>
      )}
    </section>
  );
}

async function readMgrs(text: string): Promise<Place | undefined> {
  const { toPoint } = await import("./mgrs_read.ts");
  try {
    const [lon, lat] = toPoint(text.replaceAll(" ", ""));
    return { name: text, lat, lon };
  } catch {
    return undefined; // such a square is nowhere
  }
}

/** What the gateway finds; empty while one types. */
function useAnswer(text: string): SearchAnswer {
  const { gateway, world } = useApp();
  const found = useSignal<SearchAnswer>(NOTHING);
  useEffect(() => {
    found.value = NOTHING;
    if (text.length < LEAST) return;
    let over = false;
    const callOff = world.later(() => {
      void gateway.get(routeTo("GET /api/search", { query: { q: text, includeUnvetted: "1" } })).then(
        (answer) => {
          if (answer.ok && !over) found.value = { ...NOTHING, ...answer.value };
        },
      );
    }, PAUSE_MS);
    return () => {
      over = true;
      callOff();
    };
  }, [text]);
  return found.value;
}

/** Towns on this phone: all of them where the big map has brought their file, else the large ones. */
function useTowns(): readonly NamedTown[] {
  const { gateway } = useApp();
  const towns = useSignal<readonly NamedTown[]>([]);
  useEffect(() => {
    void (async () => {
      const kept = await globalThis.caches?.match(assets().places).catch(() => undefined);
      const bytes = kept ? new Uint8Array(await kept.arrayBuffer()) : await gateway.file(assets().towns);
      if (bytes) towns.value = namedTowns(bytes);
    })();
  }, []);
  return towns.value;
}

/** Those of the phone first, then those that the gateway alone knows. */
function placesOf(own: readonly Place[], others: readonly Place[]): Place[] {
  const near = ({ lat, lon }: Point) => `${lat.toFixed(1)} ${lon.toFixed(1)}`;
  const known = new Set(own.map(near));
  return [...own, ...others.filter((one) => !known.has(near(one)))].slice(0, MOST);
}
