/** Corrects where a cache or one of its stages lies: on the small map, or with coordinates. */
import { useSignal } from "@preact/signals";
import { PlaceMap } from "../../map/place_map.tsx";
import { PlaceField } from "../../ui/places/place_field.tsx";
import { distanceM, type Point } from "../../ui/places/arrow.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { sayDistance } from "../../ui/times.ts";
import { touched } from "../parts/counts.ts";
import { Danger } from "../parts/danger.tsx";
import { TextField } from "../../ui/fields.tsx";
import { tell } from "../tell.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";

/** What the gateway answers when a place is tried without being saved. */
type Tried = AnswerOf<"POST /api/admin/caches/:id/place">;

export function CorrectPlace() {
  const { gateway } = useApp();
  const doing = useDoing();
  const code = useSignal(""), cache = useSignal<Tried | undefined>(undefined);
  const look = (event: Event) => {
    event.preventDefault();
    void doing.run(async () => {
      const id = code.peek().trim();
      const seen = await gateway.get(routeTo("GET /api/caches/:id", { params: { id } }));
      if (!seen.ok) return seen;
      // The present place is tried: that changes nothing, and the answer says what else depends on the place.
      const { lat, lon } = seen.value;
      const tried = await gateway.ask(
        "POST",
        routeTo("POST /api/admin/caches/:id/place", { params: { id } }),
        {
          lat: lat ?? 0,
          lon: lon ?? 0,
          dry: true,
        },
      );
      cache.value = tried.ok ? tried.value : undefined;
      return tried;
    });
  };
  return (
    <section>
      <h2>{tell("place.title")}</h2>
      <p class="soft">{tell("place.what")}</p>
      <form class="line-form" onSubmit={look}>
        <TextField id="place-code" label={tell("adoption.code")} value={code} required maxLength={20} code />
        <Button submit disabled={doing.busy.value}>{tell("place.look")}</Button>
      </form>
      <Problem of={doing} />
      {cache.value && <Moving key={cache.value.id} cache={cache.value} />}
    </section>
  );
}

function Moving({ cache }: { cache: Tried }) {
  const { gateway } = useApp();
  const stage = useSignal("0");
  const placeOf = (n: string): Point | undefined => {
    const found = n === "0" ? cache : cache.stages.find((one) => String(one.n) === n);
    return found && found.lat !== null && found.lon !== null ? { lat: found.lat, lon: found.lon } : undefined;
  };
  const to = useSignal<Point>(placeOf("0")!);
  const from = placeOf(stage.value);
  const pinned = cache.move.pins.find((pin) => String(pin.stage) === stage.value) ?? null;
  const put = (place: Point, dry: boolean) =>
    gateway.ask("POST", routeTo("POST /api/admin/caches/:id/place", { params: { id: cache.code } }), {
      ...place,
      ...(stage.peek() !== "0" && { stageNo: Number(stage.peek()) }),
      ...(dry && { dry }),
    });
  const far = from && distanceM(from, to.value);
  return (
    <div class="place-move">
      <h3>
        <a href={`/c/${cache.code}`}>
          <span class="code">{cache.code}</span> <Foreign>{cache.title}</Foreign>
        </a>
      </h3>
      {cache.stages.length > 0 && (
        <ChoiceField
          id="place-stage"
          label={tell("place.of")}
          value={stage}
          choices={["0", ...cache.stages.map(({ n }) => String(n))]}
          words={(n) => n === "0" ? tell("place.of.cache") : tell("place.of.stage", { n: Number(n) })}
          set={(chosen) => to.value = placeOf(chosen) ?? to.peek()}
        />
      )}
      <PlaceMap
        move={{ limitM: cache.move.limitM, pinned }}
        place={to.value}
        set={(place) => to.value = place}
      />
      <PlaceField
        key={stage.value}
        id="corrected"
        form="place-do"
        place={to.value}
        set={(place) => to.value = place}
      />
      <p role="status">{far !== undefined && far >= 0.5 && tell("place.far", { far: sayDistance(far) })}</p>
      <Danger
        id="place-do"
        label={tell("place.do")}
        touches={() =>
          touched(
            put(to.peek(), true),
            ...(far === undefined ? [] : [tell("place.far", { far: sayDistance(far) })]),
            tell("place.origin"),
          )}
        word={cache.code}
        act={() => put(to.peek(), false)}
        done={tell("place.done")}
        {...(stage.value === "0" && from &&
          { undo: { label: tell("place.undo"), act: () => put(from, false) } })}
      />
    </div>
  );
}
