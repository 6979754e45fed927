/**
 * What a find looks like, as an example beside the sample cache: it is drawn here and written nowhere. So it counts for
 * nobody, no other instance hears of it, and it is gone with the sample.
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Candidate } from "../../evidence/evidence.ts";
import type { Evidence } from "../../evidence/evidence.tsx";
import type { Point } from "../../ui/places/arrow.ts";
import { say } from "../../ui/say.ts";
import { tell } from "../tell.ts";

/** Nobody holds this call: it is what stations use that nobody has set up. */
const FINDER = "N0CALL-7", RECEIVER = "N0CALL-10";
/** What the gateway would say of it. */
const BY_RADIO = {
  code: "by_radio",
  values: {
    site: RECEIVER,
    call: FINDER,
    awayM: 50,
    place: { code: "cache" },
    time: { code: "before", values: { gapS: 60 } },
  },
};
/** Degrees of latitude to a metre. */
const METRE = 1 / 111_320;

export default function SampleFind({ place, foundAt }: {
  /** Where the sample cache lies. */
  place: Point;
  /** When it was made, unix seconds: the example was found a minute later. */
  foundAt: number;
}) {
  // Members' pages draw it too: imported at once, it would come with everybody's first page.
  const part = useSignal<{ of: typeof Evidence } | undefined>(undefined), Drawn = part.value?.of;
  useEffect(() => {
    import("../../evidence/evidence.tsx").then((file) => part.value = { of: file.Evidence }, () => {});
  }, []);
  return (
    <section aria-label={tell("first.try.find")} data-sample="find">
      <h3>{tell("first.try.find")}</h3>
      <p>
        <span class="code">{FINDER}</span> {say("log.found")} <span class="tier tier-A">{say("tier.A")}</span>
      </p>
      <p class="soft">{tell("first.try.find.what")}</p>
      {Drawn && (
        <Drawn
          place={place}
          foundAt={foundAt}
          candidates={seen(place, foundAt)}
          sentence={`Radio-verified: ${RECEIVER} heard ${FINDER}.`}
          said={[BY_RADIO]}
        />
      )}
    </section>
  );
}

/** What was looked at: one report that counted, and two that did not, each for a reason of its own. */
function seen({ lat, lon }: Point, foundAt: number): Candidate[] {
  const at = (north: number, east: number): Point => ({
    lat: lat + north * METRE,
    lon: lon + east * METRE / Math.cos(lat * Math.PI / 180),
  });
  const receiver = { site: RECEIVER, ...at(900, -700) };
  return [
    {
      kind: "rf",
      at: foundAt - 60,
      call: FINDER,
      ...at(30, 40),
      distanceM: 50,
      receiver,
      counted: true,
    },
    {
      kind: "rf",
      at: foundAt - 540,
      call: FINDER,
      ...at(-240, -320),
      distanceM: 400,
      receiver,
      counted: false,
      reason: "it is 400 m away",
      said: { code: "too_far", values: { awayM: 400, mostM: 150 } },
    },
    {
      kind: "aprsis",
      at: foundAt - 1200,
      call: FINDER,
      ...at(80, -60),
      distanceM: 100,
      counted: false,
      reason: "it came over the Internet",
      said: { code: "over_internet" },
    },
  ];
}
