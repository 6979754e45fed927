/** A place as text, and buttons that move it by a metre, for people who cannot or do not want to drag on a map. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "./arrow.ts";
import { Button, Field } from "../parts.tsx";
import { language, say } from "../say.ts";
import { CHEVRON_LEFT, CHEVRON_RIGHT } from "../icons/field_paths.ts";
import { sayDistance } from "../times.ts";
import { Round } from "../look/round.tsx";
import { moved, readPlace, readPlaces, writePlace } from "./coordinates.ts";

/** Lucide's chevrons up and down, which no other page needs. */
export const UP = { path: "m18 15-6-6-6 6" } as const, DOWN = { path: "m6 9 6 6 6-6" } as const;

const STEPS = [["north", 1, 0], ["west", 0, -1], ["east", 0, 1], ["south", -1, 0]] as const;
const SIGNS = { north: UP, west: CHEVRON_LEFT, east: CHEVRON_RIGHT, south: DOWN };

/** Asks which place a text means that may be read in several ways, such as an O to somebody who writes neither Ost nor Oeste. */
export function WhichPlace({ text, choose }: { text: string; choose: (text: string) => void }) {
  const places = readPlaces(text, language.value.code);
  if (places.length < 2) return null;
  return (
    <div class="buttons" role="group" aria-label={say("hide.place.which")}>
      <p class="wait">{say("hide.place.which")}</p>
      {places.map(writePlace).map((one) => <Button key={one} onClick={() => choose(one)}>{one}</Button>)}
    </div>
  );
}

export function PlaceField({ place, set, clear, form, id = "place" }: {
  place: Point | undefined;
  set: (place: Point) => void;
  /** Takes away the place when the field is emptied. Without it there has to be a place. */
  clear?: (nowhere: { lat: undefined; lon: undefined }) => void;
  /** Id of the form that the field is sent with, where it stands outside of it. */
  form?: string;
  id?: string;
}) {
  const text = useSignal(place ? writePlace(place) : ""), lang = language.value.code;
  const shown = place && writePlace(place);
  const typed = useRef<string | undefined>(undefined);
  useEffect(() => {
    // A place that was measured or dragged is written into the field. What the person is typing is not overwritten, even
    // where the page draws a moment later.
    if (!place || shown === typed.current) return;
    typed.current = undefined;
    if (!same(readPlace(text.peek(), lang), place)) text.value = writePlace(place);
  }, [shown]);
  const type = (said: string) => {
    text.value = said;
    const point = readPlace(said, lang);
    if (point) {
      typed.current = writePlace(point);
      set(point);
    } else if (!said.trim()) clear?.({ lat: undefined, lon: undefined });
  };
  const read = readPlace(text.value, lang), wrong = text.value.trim() !== "" && !read;
  return (
    <>
      <Field id={id} label={say("hide.place")} hint={say(wrong ? "hide.place.wrong" : "hide.place.hint")}>
        <input
          id={id}
          type="text"
          autoComplete="off"
          class="code"
          form={form}
          required={!clear}
          // A form is not sent with a place that nobody can read: what was there before would be sent in its stead.
          ref={(field) => field?.setCustomValidity(wrong ? say("hide.place.wrong") : "")}
          aria-invalid={wrong}
          aria-describedby={`${id}-hint`}
          value={text.value}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      </Field>
      <WhichPlace text={text.value} choose={type} />
      {place && (
        <div class="hide-steps" role="group" aria-label={say("hide.place.steps")}>
          {STEPS.map(([name, north, east]) => (
            <Round
              key={name}
              icon={SIGNS[name]}
              onClick={() => {
                // A step of a metre may be less than the field's last digit: what was typed is no longer the place.
                const to = moved(place, north, east);
                typed.current = text.value = writePlace(to);
                set(to);
              }}
            >
              {say(`hide.move.${name}`)}
            </Round>
          ))}
          <span class="soft" aria-hidden="true">{sayDistance(1)}</span>
        </div>
      )}
    </>
  );
}

/** Whether two places are written the same: they differ by less than a tenth of the last digit. */
const same = (a: Point | undefined, b: Point): boolean =>
  a !== undefined && Math.abs(a.lat - b.lat) < 1e-5 && Math.abs(a.lon - b.lon) < 1e-5;
