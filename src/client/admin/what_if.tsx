/** What a find would be worth at another place or time, by the same packets: for an operator who is asked "why not". */
import { useSignal } from "@preact/signals";
import type { z } from "#schemas";
import type { OneFind, WhatIf } from "../../caches/mod.ts";
import { readPlace } from "../ui/places/coordinates.ts";
import type { Evidence as EvidenceDrawing } from "../evidence/evidence.tsx";
import type { Point } from "../ui/places/arrow.ts";
import { minutes } from "../ui/places/degrees.ts";
import { language } from "../ui/say.ts";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Button } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { sayTime } from "../ui/times.ts";
import { tell } from "./tell.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** The find, and how to draw its evidence. */
export interface WhatIfProps {
  /** The find, with its cache. */
  found: z.infer<typeof OneFind>;
  /** The component that the find's page draws evidence with; handed over, since that page has loaded it already. */
  Evidence: typeof EvidenceDrawing;
}

/** By how many minutes a find's time may be moved at most: a week. */
const MOST = 7 * 24 * 60;
/** A whole number of minutes, with or without a sign. */
const MINUTES = /^[+-]?\d{1,5}$/;

export default function WhatIfPart({ found: { cache, log }, Evidence }: WhatIfProps) {
  const { lat, lon } = cache, { id, kind } = log;
  // A find of another instance has no number here, and a note is not judged.
  if (id === null || kind !== "found") return null;
  const place = lat === null || lon === null ? undefined : { lat, lon };
  return <Trying id={id} place={place} foundAt={log.foundAt} Evidence={Evidence} />;
}

function Trying({ id, place, foundAt, Evidence }: Pick<WhatIfProps, "Evidence"> & {
  id: number;
  /** The cache's place; `undefined` for a cache that moves. */
  place: Point | undefined;
  foundAt: number;
}) {
  const { gateway } = useApp();
  const doing = useDoing(), unread = useSignal("");
  const where = useSignal(
    place ? `${minutes(place.lat, "N", "S", 2)} ${minutes(place.lon, "E", "W", 3)}` : "",
  );
  const later = useSignal("0"), shown = useSignal<z.infer<typeof WhatIf> | undefined>(undefined);
  const untouched = useSignal(where.peek()).peek();
  const attempt = () =>
    doing.run(async () => {
      // An untouched field means the cache's exact place; what the field shows is rounded.
      const named = where.value === untouched ? undefined : readPlace(where.value, language.peek().code);
      const minutesLater = Number(later.value.trim().replace("−", "-"));
      const at = minutesLater === 0 ? undefined : foundAt + minutesLater * 60;
      const query = { lat: named?.lat, lon: named?.lon, at };
      const answer = await gateway.get(routeTo("GET /api/finds/:id/what-if", { params: { id }, query }));
      if (answer.ok) shown.value = answer.value;
      return answer;
    });
  const submit = () => {
    const typed = later.value.trim().replace("−", "-");
    const isTime = MINUTES.test(typed) && Math.abs(Number(typed)) <= MOST;
    const isPlace = where.value === untouched || readPlace(where.value, language.peek().code) !== undefined;
    unread.value = !isPlace ? tell("whatif.place.unread") : !isTime ? tell("whatif.later.unread") : "";
    if (isPlace && isTime) void attempt();
  };
  const told = shown.value;
  return (
    <section>
      <h2>{tell("whatif.title")}</h2>
      <p class="soft">{tell("whatif.means")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          id="whatif-place"
          label={tell("whatif.place")}
          hint={tell("whatif.place.hint")}
          autoComplete="off"
          value={where}
        />
        <TextField
          id="whatif-later"
          label={tell("whatif.later")}
          hint={tell("whatif.later.hint")}
          autoComplete="off"
          value={later}
        />
        {unread.value && <p class="bad" role="alert">{unread.value}</p>}
        <Button kind="main" submit disabled={doing.busy.value}>{tell("whatif.try")}</Button>
      </form>
      <Problem of={doing} />
      <div role="status">
        {told && (
          <p>
            <strong>{tell(`whatif.tier.${told.tier ?? "none"}`)}</strong>{" "}
            {tell(told.verified ? "whatif.verified" : "whatif.unverified")}{" "}
            {tell("whatif.at", { time: sayTime(told.at, gateway.now()) })}
          </p>
        )}
      </div>
      {told?.forgotten && <p class="soft">{tell("whatif.forgotten")}</p>}
      {told?.readingLost && <p class="soft">{tell("whatif.reading_lost")}</p>}
      {told && (
        <Evidence
          place={told.place ?? undefined}
          foundAt={told.at}
          candidates={told.why.candidates ?? []}
          sentence={told.why.sentence}
          said={told.why.said}
        />
      )}
    </section>
  );
}
