/** The places that a member watches: whoever hides a cache around one is told of. Lists and maps lead here with their place. */
import { type Signal, useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Acts, Card, Entries, Entry, GroupHead } from "../../ui/look/lists.tsx";
import { IconDisc } from "../../ui/look/radio.tsx";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Ticks } from "../../ui/choices.tsx";
import type { Point } from "../../ui/places/arrow.ts";
import { readPlace, writePlace } from "../../ui/places/coordinates.ts";
import { readable } from "../../ui/places/locator_grid.ts";
import { boxOf, centreOf, squareAt } from "../../ui/places/squares.ts";
import { useRead } from "../../phone/use_read.ts";
import { language } from "../../ui/say.ts";
import { sayDistance } from "../../ui/times.ts";
import { place } from "../../pages/router.ts";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** How far around a place is watched where nobody says otherwise, in kilometres. */
const USUAL_KM = "20";
const SORTS = ["newCaches", "firstFinds"] as const;
type Sort = typeof SORTS[number];
/** The names of both, in the words of this page. */
const WORDS = { newCaches: "watches.place.new", firstFinds: "watches.place.first" } as const;

/** A place as people write it here: coordinates, or a locator. */
function placeOf(text: string, lang: string): Point | undefined {
  const box = boxOf(text.trim());
  return box ? centreOf(box) : readPlace(text, lang);
}

/** The place that the address brings: `?near=48.2,16.37`. */
function asked(query: string): string {
  const [lat, lon] = new URLSearchParams(query).get("near")?.split(",").map(Number) ?? [];
  const isPlace = lat !== undefined && lon !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isPlace ? writePlace({ lat, lon }) : "";
}

export function WatchedPlaces({ added }: { added: Signal<boolean> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/watch/places"));
  const wanted = useSignal(asked(place.value.query)), radius = useSignal(USUAL_KM);
  const kinds = useSignal<ReadonlySet<Sort>>(new Set(SORTS));
  const list = known.value?.value;
  if (!list) return null;
  const at = placeOf(wanted.value, language.value.code);
  const add = async (event: Event) => {
    event.preventDefault();
    if (!at) return;
    const has = kinds.peek();
    const body = {
      ...at,
      radiusKm: Number(radius.peek()),
      newCaches: has.has("newCaches"),
      firstFinds: has.has("firstFinds"),
    };
    if (await doing.run(() => gateway.ask("POST", routeTo("POST /api/watch/places"), body))) {
      wanted.value = "";
      added.value = true;
      await again();
    }
  };
  const drop = (id: number) =>
    doing.run(() => gateway.ask("DELETE", routeTo("DELETE /api/watch/places/:id", { params: { id } }))).then(
      again,
    );
  return (
    <section>
      <GroupHead>{tell("watches.place.title")}</GroupHead>
      <p>{tell("watches.place.what")}</p>
      {list.places.length > 0 && (
        <Card flush>
          <Entries label={tell("watches.place.title")}>
            {list.places.map(({ id, lat, lon, radiusM, newCaches, firstFinds }) => {
              const where = readable(squareAt({ lat, lon }, 6));
              const short = [
                newCaches && tell("watches.place.new.short"),
                firstFinds && tell("watches.place.first.short"),
              ].filter(Boolean).join(", ");
              return (
                <Entry
                  key={id}
                  disc={<IconDisc icon="map-pin" />}
                  name={tell("watches.place.one", { far: sayDistance(radiusM), place: where })}
                  line={short}
                  far={
                    <Acts>
                      <Button
                        aria-label={tell("watches.place.drop.label", { place: where })}
                        disabled={doing.busy.value}
                        onClick={() => void drop(id)}
                      >
                        {tell("watches.drop")}
                      </Button>
                    </Acts>
                  }
                />
              );
            })}
          </Entries>
        </Card>
      )}
      {list.places.length === 0 && <p class="soft">{tell("watches.place.none")}</p>}
      {list.places.length < list.limit
        ? (
          <form onSubmit={add}>
            <TextField
              id="new-place"
              label={tell("watches.place.add")}
              hint={tell(wanted.value.trim() && !at ? "watches.place.unread" : "watches.place.add.hint")}
              required
              maxLength={60}
              value={wanted}
            />
            <TextField
              id="new-place-radius"
              type="number"
              min={1}
              max={200}
              label={tell("watches.place.radius")}
              required
              value={radius}
            />
            <Ticks
              label={tell("watches.place.title")}
              choices={SORTS}
              words={(one) => tell(WORDS[one])}
              has={(one) => kinds.value.has(one)}
              turn={(one, on) => {
                const others = [...kinds.peek()].filter((other) => other !== one);
                kinds.value = new Set(on ? [...others, one] : others);
              }}
            />
            <Button submit kind="main" disabled={doing.busy.value || !at}>
              {tell("watches.place.add.do")}
            </Button>
          </form>
        )
        : <p class="soft">{tell("watches.place.full", { n: list.limit })}</p>}
      <Problem of={doing} />
    </section>
  );
}
