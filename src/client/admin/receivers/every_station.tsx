/** Every station that was heard: read once somebody opens it. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Foreign } from "../../ui/parts.tsx";
import { sayDate } from "../../ui/times.ts";
import { Inventory } from "../parts/inventory.tsx";
import { isTold, tell } from "../tell.ts";

const HEARD = ["", "day", "week", "longer"] as const;
const WAYS = ["", "rf", "aprsis", "meshcom", "app"] as const;
const PLACES = ["", "known", "unknown"] as const;

/** A later gateway may know ways of which there are no words yet. */
const sayWay = (via: string): string => {
  const key = `stations.via.${via || "any"}`;
  return isTold(key) ? tell(key) : via;
};

export function EveryStation() {
  const open = useSignal(false);
  return (
    <details class="setting-group" onToggle={({ currentTarget }) => open.value = currentTarget.open}>
      <summary>{tell("stations.title")}</summary>
      {open.value && <Stations />}
    </details>
  );
}

function Stations() {
  const heard = useSignal<string>(""), via = useSignal<string>(""), place = useSignal<string>("");
  return (
    <Inventory
      id="station"
      label={tell("stations.title")}
      search={tell("stations.search")}
      hint={tell("stations.hint")}
      at={(wanted) =>
        routeTo("GET /api/admin/stations", {
          query: {
            ...wanted,
            heard: heard.peek() || undefined,
            via: via.peek() || undefined,
            place: place.peek() || undefined,
          },
        })}
      rowsOf={({ stations }) => stations}
      filters={[
        {
          label: tell("stations.heard"),
          choices: HEARD,
          words: (one) => tell(`stations.heard.${(one || "any") as "any"}`),
          value: heard,
        },
        { label: tell("stations.way"), choices: WAYS, words: sayWay, value: via },
        {
          label: tell("stations.place"),
          choices: PLACES,
          words: (one) => tell(`stations.place.${(one || "any") as "any"}`),
          value: place,
        },
      ]}
      first={{ id: "last", down: true }}
      keyOf={({ callsign }) => callsign}
      empty={tell("stations.none")}
      choose={{ name: ({ callsign }) => callsign }}
      columns={[
        {
          id: "call",
          label: tell("people.call"),
          by: ({ callsign }) => callsign,
          cell: ({ callsign }) => <a class="code" href={`/s/${encodeURIComponent(callsign)}`}>{callsign}</a>,
        },
        { id: "way", label: tell("stations.way"), file: ({ via }) => via, cell: ({ via }) => sayWay(via) },
        {
          id: "packets",
          label: tell("stations.packets"),
          by: ({ packets }) => packets,
          cell: ({ packets }) => packets,
        },
        {
          id: "last",
          label: tell("stations.last"),
          by: ({ lastHeard }) => lastHeard,
          file: ({ lastHeard }) => isoTime(lastHeard),
          cell: ({ lastHeard }) => sayDate(lastHeard),
        },
        {
          id: "first",
          label: tell("stations.first"),
          by: ({ firstHeard }) => firstHeard,
          file: ({ firstHeard }) => isoTime(firstHeard),
          cell: ({ firstHeard }) => sayDate(firstHeard),
        },
        {
          id: "place",
          label: tell("stations.place"),
          file: ({ lat, lon }) => ({ lat, lon }),
          cell: ({ lat, lon }) => lat === null || lon === null ? "–" : `${lat.toFixed(4)}, ${lon.toFixed(4)}`,
        },
        {
          id: "comment",
          label: tell("stations.comment"),
          file: ({ comment }) => comment,
          cell: ({ comment }) => comment && <Foreign>{comment}</Foreign>,
        },
      ]}
    />
  );
}
