/** Who reads this instance's records: as they name themselves, and how many others. */
import { isoTime } from "../../panes/csv.ts";
import { Foreign } from "../../ui/parts.tsx";
import { sayAgo, sayTime } from "../../ui/times.ts";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { type List, othersOf, pageOf, type Reader, readersOf } from "./neighbours.ts";

export function Readers({ of, now }: { of: List; now: number }) {
  const rows = readersOf(of), others = othersOf(of), when = sayTime(of.readers.since, now);
  if (rows.length === 0 && others === undefined) {
    return (
      <section>
        <h2>{tell("peers.readers")}</h2>
        <p class="soft">{tell("peers.readers.none", { when })}</p>
      </section>
    );
  }
  return (
    <section>
      <h2>{tell("peers.readers")}</h2>
      <p class="soft">{tell("peers.readers.means", { when })}</p>
      {rows.length > 0 && (
        <Table
          label={tell("peers.readers")}
          rows={rows}
          keyOf={({ instance }) => instance}
          words={({ instance }) => instance}
          empty=""
          columns={[
            {
              id: "name",
              label: tell("peers.readers.name"),
              cell: (reader) => <Named of={reader} />,
              by: ({ instance }) => instance,
              file: ({ instance }) => instance,
            },
            {
              id: "read",
              label: tell("peers.readers.read"),
              cell: ({ at }) => sayAgo(at, now),
              by: ({ at }) => -at,
              file: ({ at }) => isoTime(at),
            },
            {
              id: "pages",
              label: tell("peers.readers.pages"),
              cell: ({ pages }) => String(pages),
              by: ({ pages }) => pages,
            },
          ]}
        />
      )}
      {others && <p class="soft">{tell(others.key, { n: others.n })}</p>}
    </section>
  );
}

/** A name leads to the neighbour of that name, where there is one. */
function Named({ of: { instance, peer } }: { of: Reader }) {
  const name = <Foreign>{instance}</Foreign>;
  return peer ? <a href={pageOf(peer)}>{name}</a> : name;
}
