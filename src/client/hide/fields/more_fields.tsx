/** What few caches say: that they are a meeting, and where one leaves the car. */
import { useSignal } from "@preact/signals";
import type { CacheForm } from "../../phone/drafts/draft.ts";
import { TextField } from "../../ui/fields.tsx";
import { readPlace } from "../../ui/places/coordinates.ts";
import { WhichPlace } from "../../ui/places/place_field.tsx";
import { language, say } from "../../ui/say.ts";
import { atText, MEETING_LONGEST_S, timeText } from "./meeting.ts";

interface Parts {
  told: CacheForm;
  change: (what: Partial<CacheForm>) => void;
}

/** The usual length of a meeting, until its end is entered. */
const USUAL_S = 3 * 3600;

export function MoreFields(parts: Parts) {
  const { eventFrom, parkingLat, type } = parts.told;
  return (
    <>
      {type !== "living" && (
        <details class="fold" open={eventFrom !== undefined}>
          <summary>{say("hide.meeting")}</summary>
          <Meeting {...parts} />
        </details>
      )}
      <details class="fold" open={parkingLat !== undefined}>
        <summary>{say("hide.parking")}</summary>
        <Parking {...parts} />
      </details>
    </>
  );
}

/** Without a beginning it is no meeting. */
function Meeting({ told: { eventFrom, eventUntil }, change }: Parts) {
  const begin = (text: string) => {
    const from = timeText(text), length = (eventUntil ?? 0) - (eventFrom ?? 0);
    change(
      from === undefined
        ? { eventFrom: undefined, eventUntil: undefined }
        : { eventFrom: from, eventUntil: from + (length > 0 ? length : USUAL_S) },
    );
  };
  const isWrong = eventFrom !== undefined && eventUntil !== undefined &&
    (eventUntil <= eventFrom || eventUntil - eventFrom > MEETING_LONGEST_S);
  return (
    <>
      <p class="soft">{say("hide.meeting.what")}</p>
      <TextField
        id="hide-from"
        label={say("hide.meeting.from")}
        type="datetime-local"
        value={atText(eventFrom)}
        set={begin}
      />
      {eventFrom !== undefined && (
        <TextField
          id="hide-until"
          label={say("hide.meeting.until")}
          type="datetime-local"
          wrong={isWrong && say("hide.meeting.wrong")}
          value={atText(eventUntil)}
          set={(text) => change({ eventUntil: timeText(text) ?? eventUntil })}
        />
      )}
    </>
  );
}

function Parking({ told: { parkingLat, parkingLon }, change }: Parts) {
  const text = useSignal(parkingLat === undefined ? "" : `${parkingLat}, ${parkingLon}`);
  const said = text.value.trim(), { code } = language.value;
  const point = readPlace(said, code);
  const type = (typed: string) => {
    text.value = typed;
    const place = readPlace(typed, code);
    if (place) change({ parkingLat: place.lat, parkingLon: place.lon });
    else if (typed.trim() === "") change({ parkingLat: undefined, parkingLon: undefined });
  };
  return (
    <>
      <TextField
        id="hide-parking"
        label={say("hide.parking.where")}
        hint={say("hide.parking.hint")}
        maxLength={60}
        wrong={said !== "" && !point && say("hide.parking.wrong")}
        value={text}
        set={type}
      />
      <WhichPlace text={said} choose={type} />
    </>
  );
}
