/** The fields for a cache's title and kind. */
import { sayType } from "../../marks/cache_row.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";
import { asKind, TITLE_MOST, type Told, TYPES } from "../../phone/drafts/draft.ts";
import { StationField } from "./station_field.tsx";
import { Radios } from "../../ui/choices.tsx";

/** `folded`: the kinds are behind their heading, where one is chosen already and seldom another. */
export function NameFields({ told, change, folded }: {
  told: Told;
  change: (what: Partial<Told>) => void;
  folded?: boolean;
}) {
  const ours = (TYPES as readonly string[]).includes(told.type);
  const kinds = ours && (
    <Radios
      name="type"
      label={say("hide.type")}
      down
      choices={TYPES}
      words={(one) => (
        <>
          {sayType(one)}: <span class="soft">{say(`hide.type.${one}`)}</span>
        </>
      )}
      value={told.type as typeof TYPES[number]}
      set={(type) => change(asKind(told, type))}
    />
  );
  return (
    <>
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
        : kinds}
      {told.type === "living" && <StationField told={told} change={change} />}
    </>
  );
}
