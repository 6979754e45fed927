/** The fields for a cache's title and kind. */
import { sayType } from "../../marks/cache_row.tsx";
import { TextField } from "../../ui/fields.tsx";
import { type Key, say } from "../../ui/say.ts";
import { asKind, type CacheForm, TITLE_MOST, TYPES } from "../../phone/drafts/draft.ts";
import { ChoiceField } from "../../ui/choices.tsx";
import { KindDisc } from "../../ui/look/radio.tsx";
import { Tiles } from "./tiles.tsx";
import { useApp } from "../../phone/app.ts";
import { Notice } from "../../ui/parts.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";

// The field for the station of one's own that a living cache follows.

interface Own {
  stations: { call: string }[];
}

function StationField(
  { told, change }: { told: CacheForm; change: (what: Partial<CacheForm>) => void },
) {
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

/** `folded`: the kinds are behind their heading, where one is chosen already and seldom another. */
export function NameFields({ told, change, folded }: {
  told: CacheForm;
  change: (what: Partial<CacheForm>) => void;
  folded?: boolean;
}) {
  const ours = (TYPES as readonly string[]).includes(told.type);
  const kinds = ours && (
    <Tiles
      name="type"
      label={say("hide.type")}
      choices={TYPES}
      sign={(one) => <KindDisc type={one} />}
      words={sayType}
      line={(one) => say(`hide.kind.${one}`)}
      value={told.type as typeof TYPES[number]}
      set={(type) => change(asKind(told, type))}
    />
  );
  return (
    <>
      {!folded && kinds}
      {!folded && ours && <p class="soft">{sayType(told.type)}: {say(`hide.type.${told.type}` as Key)}</p>}
      <TextField
        id="hide-title"
        label={say("hide.title")}
        autoComplete="off"
        maxLength={TITLE_MOST}
        value={told.title}
        set={(title) => change({ title })}
      />
      {kinds && folded
        ? (
          <details>
            <summary>
              {say("hide.type")}: <span class="soft">{sayType(told.type)}</span>
            </summary>
            {kinds}
          </details>
        )
        : null}
      {told.type === "living" && <StationField told={told} change={change} />}
    </>
  );
}
