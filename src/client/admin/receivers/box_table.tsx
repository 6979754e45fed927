/** Receivers as a table: sorted by its columns, chosen, and saved as a file. */
import { isoTime } from "../../panes/csv.ts";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { addressOf, type Box, type Heard, heardAt, hearingOf, MARKS, nameOf, sayWhen } from "./boxes.ts";

export const BoxTable = ({ boxes, heard, now }: {
  boxes: readonly Box[];
  heard: readonly Heard[];
  now: number;
}) => (
  <details>
    <summary>{tell("boxes.table")}</summary>
    <Table
      label={tell("boxes.title")}
      rows={boxes}
      keyOf={({ box }) => box}
      words={({ box, label, callsign }) => `${box} ${label} ${callsign ?? ""}`}
      empty={tell("boxes.none")}
      choose={{ name: nameOf }}
      columns={[
        {
          id: "box",
          label: tell("boxes.box"),
          cell: (box) => (
            <a href={addressOf(box.box)}>
              <bdi>{nameOf(box)}</bdi>
            </a>
          ),
          by: nameOf,
        },
        {
          id: "state",
          label: tell("boxes.state"),
          cell: (box) => {
            const hearing = hearingOf(box, heard, now);
            return <Mark kind={MARKS[hearing]}>{tell(`boxes.is.${hearing}`)}</Mark>;
          },
          by: (box) => hearingOf(box, heard, now),
        },
        {
          id: "last",
          label: tell("boxes.heard"),
          file: (box) => isoTime(heardAt(box, heard)),
          cell: (box) => sayWhen(box, heard, now),
        },
        {
          id: "trust",
          label: tell("boxes.trust"),
          file: ({ trust }) => trust?.sites.join(" ") ?? null,
          cell: ({ trust }) =>
            trust
              ? <span class="code">{trust.sites.join(" ")}</span>
              : <Mark kind="wait">{tell("boxes.untrusted")}</Mark>,
        },
      ]}
    />
  </details>
);
