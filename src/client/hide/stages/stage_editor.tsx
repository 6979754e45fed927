/** The form for one stage: how it opens, where it is, its clue, and buttons to move it earlier or later. */
import { Button } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";
import { TEXT_MOST } from "../../phone/drafts/draft.ts";
import { Measure } from "../fields/measure.tsx";
import { PlaceField } from "../../ui/places/place_field.tsx";
import { type Stage, UNLOCKS } from "./stages.ts";

/** How many characters a clue may have. */
const CLUE_MOST = TEXT_MOST / 2;

export function StageEditor({ n, last, stage, reached, found, sound, fresh, change, shift, remove, insert }: {
  n: number;
  last: boolean;
  stage: Stage;
  /** The next stage opens at this one's place. */
  reached: boolean;
  /** Somebody has found it, so it cannot be removed. */
  found: boolean;
  /** Draws the field for its sound; called for an audio stage. */
  sound: () => preact.JSX.Element;
  fresh: () => string;
  change: (what: Partial<Stage>) => void;
  shift: (by: 1 | -1) => void;
  remove: () => void;
  insert: () => void;
}) {
  const { unlock, clue, lat, lon, radiusM, code } = stage;
  const id = (name: string) => `stage-${n}-${name}`;
  return (
    <fieldset class="stage">
      <legend>{say("stages.one", { n })}</legend>
      <ChoiceField
        id={id("unlock")}
        label={say("stages.unlock")}
        choices={UNLOCKS}
        words={(one) => say(`stages.unlock.${one}`)}
        value={unlock}
        set={(unlock) => change({ unlock, ...(unlock === "nfc" && code === "" && { code: fresh() }) })}
      />
      {unlock === "nfc" && (
        <TextField
          id={id("code")}
          label={say("stages.code")}
          hint={say("stages.code.hint")}
          code
          maxLength={128}
          required
          value={code}
          set={(code) => change({ code })}
        />
      )}
      {unlock === "nfc" && (
        <Button
          aria-label={say("stages.code.new.of", { n })}
          onClick={() => change({ code: fresh() })}
        >
          {say("stages.code.new")}
        </Button>
      )}
      <TextField
        id={id("clue")}
        label={say(unlock === "audio" ? "stages.riddle" : "stages.clue")}
        rows={3}
        maxLength={CLUE_MOST}
        value={clue}
        set={(clue) => change({ clue })}
      />
      {unlock === "audio" && sound()}
      {/* The gateway keeps no accuracy of a stage: the place alone is taken. */}
      {isSecureContext && <Measure kind="quiet" set={({ lat, lon }) => change({ lat, lon })} />}
      <PlaceField
        id={id("place")}
        place={lat === undefined || lon === undefined ? undefined : { lat, lon }}
        set={change}
        clear={change}
      />
      {reached && (
        <TextField
          id={id("radius")}
          label={say("stages.radius")}
          type="number"
          inputMode="numeric"
          min={10}
          max={1000}
          required
          value={String(radiusM || "")}
          set={(metres) => change({ radiusM: Number(metres) })}
        />
      )}
      {n > 1 && (
        <Button aria-label={say("stages.up.of", { n })} onClick={() => shift(-1)}>{say("stages.up")}</Button>
      )}
      {!last && (
        <Button aria-label={say("stages.down.of", { n })} onClick={() => shift(1)}>
          {say("stages.down")}
        </Button>
      )}
      <Button aria-label={say("stages.insert.of", { n })} onClick={insert}>{say("stages.insert")}</Button>
      {found
        ? <p class="soft">{say("stages.found")}</p>
        : (
          <Button kind="bad" aria-label={say("stages.remove.of", { n })} onClick={remove}>
            {say("stages.remove")}
          </Button>
        )}
    </fieldset>
  );
}
