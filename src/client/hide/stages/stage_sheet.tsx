/** One stage a sheet: how it opens, its clue and its place, with Save at the thumb. What is typed is kept at once. */
import { PlaceMap } from "../../map/place_map.tsx";
import { TEXT_MOST } from "../../phone/drafts/draft.ts";
import { shifted, type Stage, UNLOCKS } from "../../phone/drafts/stages.ts";
import { CHEVRON_LEFT } from "../../ui/icons/field_paths.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { TextField } from "../../ui/fields.tsx";
import { ActBar } from "../../ui/look/acting.tsx";
import { Round } from "../../ui/look/round.tsx";
import { Button, Heading } from "../../ui/parts.tsx";
import type { Point } from "../../ui/places/arrow.ts";
import { DOWN, PlaceField, UP } from "../../ui/places/place_field.tsx";
import { say } from "../../ui/say.ts";
import { Measure } from "../fields/measure.tsx";
import { Tiles } from "../fields/tiles.tsx";
import { UNLOCK_ICONS } from "./stage_list.tsx";

/** How many characters a clue may have. */
const CLUE_MOST = TEXT_MOST / 2;
/** How near is near enough, in metres: what the gateway takes, and a step of the two buttons. */
const RADIUS = { least: 10, most: 1000, step: 10 } as const;

interface SheetProps {
  /** The stage's number, from 1. */
  n: number;
  stages: readonly Stage[];
  /** Where the cache is: the map begins there. */
  start: Point | undefined;
  /** Somebody has found it, so it cannot be removed. */
  found: boolean;
  set: (stages: readonly Stage[]) => void;
  /** Draws the field for its sound; called for an audio stage. */
  sound: () => preact.JSX.Element;
  /** A code that nobody guesses. */
  fresh: () => string;
  /** Where the list of the stages is, and the sheet of another one of them. */
  list: string;
  open: (n: number | undefined) => void;
  /** Puts the list back as it was when the first sheet was opened. */
  cancel: () => void;
  /** Puts a new stage at an index and opens its sheet. */
  insert: (at: number) => void;
}

export function StageSheet(
  { n, stages, start, found, set, sound, fresh, list, open, cancel, insert }: SheetProps,
) {
  const at = n - 1, { unlock, clue, lat, lon, radiusM, code } = stages[at]!;
  const id = (name: string) => `stage-${n}-${name}`;
  const change = (what: Partial<Stage>) => set(stages.map((one, i) => i === at ? { ...one, ...what } : one));
  const shift = (by: number) => {
    set(shifted(stages, at, at + by));
    open(n + by);
  };
  const place = lat === undefined || lon === undefined ? undefined : { lat, lon };
  // The next stage opens at this one's place.
  const isReached = place !== undefined && stages[n]?.unlock === "geo";
  return (
    <form
      class="wizard-form thumbed"
      onSubmit={(event) => {
        event.preventDefault();
        open(undefined);
      }}
    >
      <div class="wizard-head">
        <a class="button button-round" href={list} aria-label={say("stages.all")}>
          <Icon name={CHEVRON_LEFT} />
          {""}
        </a>
        <Heading>{say("stages.of", { n, of: stages.length })}</Heading>
        {n > 1 && <Round icon={UP} onClick={() => shift(-1)}>{say("stages.up.of", { n })}</Round>}
        {n < stages.length && (
          <Round icon={DOWN} onClick={() => shift(1)}>{say("stages.down.of", { n })}</Round>
        )}
      </div>
      <Tiles
        name={id("unlock")}
        label={say("stages.unlock")}
        choices={UNLOCKS}
        sign={(one) => <Icon name={UNLOCK_ICONS[one]} />}
        words={(one) => say(`stages.by.${one}`)}
        line={(one) => say(`stages.unlock.${one}`)}
        value={unlock}
        set={(unlock) => change({ unlock, ...(unlock === "nfc" && code === "" && { code: fresh() }) })}
      />
      {unlock === "nfc" && (
        <>
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
          <Button aria-label={say("stages.code.new.of", { n })} onClick={() => change({ code: fresh() })}>
            {say("stages.code.new")}
          </Button>
        </>
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
      <PlaceMap place={place} begin={start} set={change} />
      <PlaceField id={id("place")} place={place} set={change} clear={change} />
      {/* The gateway keeps no accuracy of a stage: the place alone is taken. */}
      {isSecureContext && <Measure kind="quiet" set={({ lat, lon }) => change({ lat, lon })} />}
      {isReached && (
        <div class="stage-within">
          <TextField
            id={id("radius")}
            label={say("stages.radius")}
            type="number"
            inputMode="numeric"
            min={RADIUS.least}
            max={RADIUS.most}
            required
            value={String(radiusM || "")}
            set={(metres) => change({ radiusM: Number(metres) })}
          />
          {([["minus", -1], ["plus", 1]] as const).map(([icon, by]) => (
            <Round
              key={icon}
              icon={icon}
              onClick={() =>
                change({
                  radiusM: Math.max(RADIUS.least, Math.min(RADIUS.most, (radiusM || 0) + by * RADIUS.step)),
                })}
            >
              {say(`stages.radius.${icon}`, { m: RADIUS.step })}
            </Round>
          ))}
        </div>
      )}
      <Button aria-label={say("stages.insert.of", { n })} onClick={() => insert(at)}>
        {say("stages.insert")}
      </Button>
      <div class="apart">
        <p class="soft">{say(found ? "stages.found" : "stages.again")}</p>
        {!found && (
          <Button
            kind="bad"
            aria-label={say("stages.remove.of", { n })}
            onClick={() => {
              set(stages.filter((_, i) => i !== at));
              open(undefined);
            }}
          >
            {say("stages.remove")}
          </Button>
        )}
      </div>
      <ActBar>
        <Button onClick={cancel}>{say("stages.cancel")}</Button>
        <Button kind="main" icon="check" submit>{say("stages.save", { n })}</Button>
      </ActBar>
    </form>
  );
}
