/** The page of spots: who is on the air elsewhere, as other programmes say; a list to choose from, and a link to the map. */
import { useSignal } from "@preact/signals";
import type { z } from "#schemas";
import type { Spot as SpotShape } from "../../../read/mod.ts";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { sayWayTo } from "../../ui/places/way_to.ts";
import { useApp } from "../../phone/app.ts";
import { Heading, Loading, Notice, SearchField, Unread } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { say } from "../../ui/say.ts";
import { sayAge, sayTime } from "../../ui/times.ts";
import { frequency, narrowed, optionsOf, type Wanted } from "./narrow_spots.ts";
import { ReadAt } from "../read_at.tsx";
import { useRenewed } from "../renewed.ts";
import { Rows } from "../rows.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

type Spot = z.output<typeof SpotShape>;
interface SpotsAnswer {
  enabled: boolean;
  spots: Spot[];
  down: { source: string; since: number }[];
}
/** How often the spots are read again, in seconds. */
const SPOTS_S = 60;
/** How many spots the list shows at most: the newest. */
const MOST = 200;

export default function SpotsPage() {
  const { gateway } = useApp();
  const { known, problem } = useRenewed(routeTo("GET /api/spots"), SPOTS_S);
  const wanted = useSignal<Wanted>({ text: "", source: "", band: "", mode: "" });
  const value = known.value?.value;
  return (
    <>
      <Heading>{say("page.spots")}</Heading>
      {!value && (problem.value ? <Unread>{problem.value}</Unread> : <Loading />)}
      {value?.enabled && <ReadAt known={known.value} everyS={SPOTS_S} />}
      {value && !value.enabled && <Notice>{tell("spots.off")}</Notice>}
      {value?.down.map(({ source, since }) => (
        <p key={source} class="soft">
          {tell("spots.down", { source, time: sayTime(since, gateway.now()) })}
        </p>
      ))}
      {value?.enabled && (
        <>
          <Narrow
            spots={value.spots}
            wanted={wanted.value}
            set={(some) => {
              wanted.value = { ...wanted.value, ...some };
            }}
          />
          <p>
            <a href="/map?layers=spots">{tell("spots.map")}</a>
          </p>
          <List spots={narrowed(value.spots, wanted.value)} />
        </>
      )}
      <KeyHelp acts={rowActs("main :is(.table tbody, .row-cards) a")} />
    </>
  );
}

function Narrow({ spots, wanted, set }: {
  spots: readonly Spot[];
  wanted: Wanted;
  set: (some: Partial<Wanted>) => void;
}) {
  return (
    <>
      <SearchField
        id="spot-search"
        label={tell("spots.search")}
        value={wanted.text}
        set={(text) => set({ text })}
      />
      <div class="spot-choices">
        {(["source", "band", "mode"] as const).map((name) => (
          <ChoiceField
            key={name}
            id={`spot-${name}`}
            label={tell(`spots.${name}`)}
            choices={["", ...optionsOf(spots, name)]}
            words={(one) => one || tell("spots.all")}
            value={wanted[name]}
            set={(one) => set({ [name]: one })}
          />
        ))}
      </div>
    </>
  );
}

function List({ spots }: { spots: readonly Spot[] }) {
  const { gateway, caches } = useApp();
  const here = caches.here.value;
  if (spots.length === 0) return <Notice>{tell("spots.none")}</Notice>;
  const far = ({ lat, lon }: Spot): string =>
    here && lat !== undefined && lon !== undefined ? sayWayTo(here, { lat, lon }) : "";
  return (
    <Rows
      far={4}
      label={say("page.spots")}
      caption={tell("spots.count", { n: spots.length })}
      heads={[
        tell("spots.column.call"),
        tell("spots.column.frequency"),
        tell("spots.column.mode"),
        tell("spots.column.where"),
        tell("spots.column.age"),
        ...(here ? [tell("spots.column.far")] : []),
        tell("spots.column.comment"),
      ]}
      rows={spots.slice(0, MOST).map((spot) => ({
        key: spot.id,
        cells: [
          { call: spot.callsign },
          frequency(spot.freqHz),
          spot.mode ?? "",
          { foreign: [spot.ref, spot.name].filter(Boolean).join(" ") },
          sayAge(Math.max(0, gateway.now() - spot.spottedAt)),
          ...(here ? [far(spot)] : []),
          { foreign: spot.comment ?? "" },
        ],
      }))}
    />
  );
}
