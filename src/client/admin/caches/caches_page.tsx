/** What operators do about caches: adoptions, wrong places, and imports from other programmes. */
import { useSignal } from "@preact/signals";
import { type Key, say } from "../../ui/say.ts";
import { usePart } from "../../ui/use_part.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { Lately } from "../parts/lately.tsx";
import { Awards } from "./awards.tsx";
import { Adoptions } from "./adoptions.tsx";
import { PlaceMap } from "../../map/place_map.tsx";
import { PlaceField } from "../../ui/places/place_field.tsx";
import { distanceM, type Point } from "../../ui/places/arrow.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { sayDate, sayDistance } from "../../ui/times.ts";
import { touched } from "../parts/counts.ts";
import { Danger } from "../parts/danger.tsx";
import { TextField } from "../../ui/fields.tsx";
import { tell } from "../tell.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { isoTime } from "../../panes/csv.ts";
import { rowTo } from "../../pages/router.ts";
import { Inventory } from "../parts/inventory.tsx";
import { Mark } from "../parts/mark.tsx";
import { PersonLink } from "../people/state_of.tsx";

// Every cache of this instance, drafts and removed ones too.

const STATES = ["", "active", "disabled", "archived", "draft", "removed"] as const;
const FROM = ["", "native", "imported"] as const;
const FINDS = ["", "none", "some"] as const;
const MARKS: { readonly [State in string]?: "go" | "wait" | "bad" } = {
  active: "go",
  disabled: "wait",
  removed: "bad",
};

const stateOf = ({ removed, status }: { removed: boolean; status: string }) => removed ? "removed" : status;
const sayState = (state: string) => tell(`inventory.state.${(state || "any") as "any"}`);

function EveryCache() {
  const state = useSignal<string>(""), from = useSignal<string>(""), finds = useSignal<string>("");
  const part = usePart(() => import("./disable_several.tsx"));
  return (
    <Inventory
      id="which"
      label={tell("inventory.caches")}
      search={tell("inventory.caches.search")}
      hint={tell("inventory.caches.hint")}
      at={(wanted) =>
        routeTo("GET /api/admin/caches", {
          query: {
            ...wanted,
            state: state.peek() || undefined,
            from: from.peek() || undefined,
            finds: finds.peek() || undefined,
          },
        })}
      rowsOf={({ caches }) => caches}
      filters={[
        { label: tell("people.state"), choices: STATES, words: sayState, value: state },
        {
          label: tell("inventory.from"),
          choices: FROM,
          words: (one) => tell(`inventory.from.${(one || "any") as "any"}`),
          value: from,
        },
        {
          label: tell("inventory.finds"),
          choices: FINDS,
          words: (one) => tell(`inventory.finds.${(one || "any") as "any"}`),
          value: finds,
        },
      ]}
      first={{ id: "since", down: true }}
      keyOf={({ id }) => id}
      empty={tell("inventory.caches.none")}
      choose={{
        name: ({ code, title }) => `${code} ${title}`,
        acts: (caches, none, again) => (
          part && (
            <part.DisableSeveral
              caches={caches}
              after={() => {
                none();
                return again();
              }}
            />
          )
        ),
      }}
      columns={[
        {
          id: "title",
          label: tell("inventory.title"),
          by: ({ title }) => title,
          cell: ({ code, title }) => (
            <a {...rowTo(`/c/${encodeURIComponent(code)}`)}>
              <Foreign>{title}</Foreign>
            </a>
          ),
        },
        { id: "code", label: tell("inventory.code"), cell: ({ code }) => code },
        {
          id: "type",
          label: tell("inventory.type"),
          by: ({ type }) => type,
          cell: ({ type }) => say(`type.${type}` as Key),
        },
        {
          id: "owner",
          label: tell("inventory.owner"),
          by: ({ ownerCall }) => ownerCall,
          cell: ({ ownerCall }) => ownerCall && <PersonLink call={ownerCall} />,
        },
        {
          id: "state",
          label: tell("people.state"),
          file: (one) => stateOf(one),
          cell: (one) => <Mark kind={MARKS[stateOf(one)] ?? "off"}>{sayState(stateOf(one))}</Mark>,
        },
        { id: "finds", label: tell("inventory.finds"), by: ({ finds }) => finds, cell: ({ finds }) => finds },
        {
          id: "since",
          label: tell("inventory.since"),
          by: ({ createdAt }) => createdAt,
          file: ({ createdAt }) => isoTime(createdAt),
          cell: ({ createdAt }) => sayDate(createdAt),
        },
        {
          id: "changed",
          label: tell("inventory.changed"),
          by: ({ updatedAt }) => updatedAt,
          file: ({ updatedAt }) => isoTime(updatedAt),
          cell: ({ updatedAt }) => sayDate(updatedAt),
        },
      ]}
    />
  );
}

// Corrects where a cache or one of its stages lies: on the small map, or with coordinates.

/** What the gateway answers when a place is tried without being saved. */
type Tried = AnswerOf<"POST /api/admin/caches/:id/place">;

function CorrectPlace() {
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

export default function CachesPage() {
  const imports = useSignal(0), form = usePart(() => import("./import_form.tsx"));
  const places = usePart(() => import("./imported_places.tsx"));
  return (
    <AdminFrame title={say("page.admin_caches")}>
      {() => (
        <>
          <EveryCache />
          <Lately of={["finds"]} />
          <Adoptions />
          <Awards />
          <CorrectPlace />
          {form && <form.ImportForm after={() => imports.value++} />}
          {places && <places.ImportedPlaces imports={imports} />}
        </>
      )}
    </AdminFrame>
  );
}
