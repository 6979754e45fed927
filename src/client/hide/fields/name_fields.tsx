/** The fields for a cache's title and kind. */
import { sayType } from "../../marks/cache_row.tsx";
import { Field } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { asKind, TITLE_MOST, type Told, TYPES } from "../../phone/drafts/draft.ts";
import { StationField } from "./station_field.tsx";

export function NameFields({ told, change }: { told: Told; change: (what: Partial<Told>) => void }) {
  const ours = (TYPES as readonly string[]).includes(told.type);
  return (
    <>
      <Field id="hide-title" label={say("hide.title")}>
        <input
          id="hide-title"
          type="text"
          autoComplete="off"
          maxLength={TITLE_MOST}
          value={told.title}
          onInput={({ currentTarget }) => change({ title: currentTarget.value })}
        />
      </Field>
      {ours && (
        <fieldset class="choices choices-down">
          <legend>{say("hide.type")}</legend>
          {TYPES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="type"
                checked={told.type === one}
                onChange={() => change(asKind(told, one))}
              />
              <span>
                {sayType(one)}: <span class="soft">{say(`hide.type.${one}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {told.type === "living" && <StationField told={told} change={change} />}
    </>
  );
}
