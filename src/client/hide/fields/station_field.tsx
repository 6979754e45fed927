/** The field for the station of one's own that a living cache follows. */
import { useApp } from "../../phone/app.ts";
import { Notice } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import type { Told } from "../../phone/drafts/draft.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Own {
  stations: { call: string }[];
}

export function StationField({ told, change }: { told: Told; change: (what: Partial<Told>) => void }) {
  const call = useApp().call.value;
  const read = useRead(call && routeTo("GET /api/my/stations"));
  const calls = read.known.value?.value.stations.map((one) => one.call) ?? [];
  const chosen = told.stationCall ?? "";
  // The station that it follows already stays on the list; without a connection it is the only one known.
  const all = chosen === "" || calls.includes(chosen) ? calls : [chosen, ...calls];
  if (read.known.value && all.length === 0) return <Notice>{say("hide.station.none")}</Notice>;
  return (
    <ChoiceField
      id="hide-station"
      label={say("hide.station")}
      hint={say("hide.station.hint")}
      choices={["", ...all]}
      words={(one) => one || say("hide.station.choose")}
      value={chosen}
      set={(call) => change({ stationCall: call || undefined })}
    />
  );
}
