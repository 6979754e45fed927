/** What went wrong, each kind of fault once with its count: in all or one part of the program, lately or since the start. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Button, Foreign, Loading } from "../../ui/parts.tsx";
import { ChoiceField, Tick } from "../../ui/choices.tsx";
import { sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { sayArea } from "../mail/link_words.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface SystemEvent {
  level: "warning" | "error" | "fatal";
  area: string;
  text: string;
  count: number;
  firstAt: number;
  lastAt: number;
}

const HOUR_S = 3600;

export function Events() {
  const { gateway } = useApp();
  const { known, again } = useRead(routeTo("GET /api/admin/events"));
  const area = useSignal(""), lastHour = useSignal(true);
  const events = known.value?.value.events;
  if (!events) return <Loading />;
  const now = gateway.now();
  const areas = [...new Set(events.map((one) => one.area))].sort();
  const shown = events.filter((one) =>
    (area.value === "" || one.area === area.value) && (!lastHour.value || now - one.lastAt <= HOUR_S)
  );
  return (
    <section>
      <h2>{tell("events.title")}</h2>
      <p class="soft">{tell("events.what")}</p>
      <ChoiceField
        id="events-area"
        label={tell("events.area")}
        value={area}
        choices={["", ...areas]}
        words={(one) => one === "" ? tell("events.area.all") : sayArea(one)}
      />
      <Tick label={tell("events.hour")} value={lastHour} />
      <Button onClick={() => void again()}>{tell("events.again")}</Button>
      <Table
        label={tell("events.title")}
        rows={shown}
        keyOf={({ area, text, firstAt }) => `${area} ${firstAt} ${text}`}
        words={({ area, text }) => `${sayArea(area)} ${text}`}
        empty={tell("events.none")}
        columns={[
          {
            id: "level",
            label: tell("events.level"),
            by: ({ level }) => level,
            cell: ({ level }) => (
              <Mark kind={level === "warning" ? "wait" : "bad"}>{tell(`events.level.${level}`)}</Mark>
            ),
          },
          {
            id: "area",
            label: tell("events.area"),
            by: (one) => sayArea(one.area),
            cell: (one) => sayArea(one.area),
          },
          {
            id: "text",
            label: tell("events.text"),
            file: ({ text }) => text,
            cell: ({ text }) => (
              <span lang="en">
                <Foreign>{text}</Foreign>
              </span>
            ),
          },
          { id: "count", label: tell("events.count"), by: ({ count }) => count, cell: ({ count }) => count },
          {
            id: "last",
            label: tell("events.last"),
            by: ({ lastAt }) => lastAt,
            file: ({ lastAt }) => isoTime(lastAt),
            cell: ({ lastAt }) => sayTime(lastAt, now),
          },
        ]}
      />
    </section>
  );
}
