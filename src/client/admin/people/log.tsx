/** The audit log: what was done by operators, with the operator secret, and on the command line. */
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Foreign } from "../../ui/parts.tsx";
import { sayTime } from "../../ui/times.ts";
import { useOlder } from "../parts/older.ts";
import { OlderRows } from "../parts/older_rows.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { sayDid } from "./did.ts";
import type { Entry } from "./shapes.ts";
import { ThingName } from "./thing_name.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

export function Log({ entries }: { entries: readonly Entry[] }) {
  const { gateway } = useApp();
  return (
    <Table
      label={tell("log.title")}
      rows={entries}
      keyOf={({ id }) => id}
      words={(one) => `${one.actor} ${sayDid(one)} ${one.action} ${one.kind} ${one.label} ${one.reason}`}
      empty={tell("log.none")}
      columns={[
        {
          id: "at",
          label: tell("log.at"),
          by: ({ at }) => at,
          file: ({ at }) => isoTime(at),
          cell: ({ at }) => sayTime(at, gateway.now()),
        },
        { id: "actor", label: tell("log.actor"), by: ({ actor }) => actor, cell: ({ actor }) => actor },
        {
          id: "action",
          label: tell("log.action"),
          by: sayDid,
          cell: sayDid,
        },
        {
          id: "label",
          label: tell("log.what"),
          file: ({ label }) => label,
          cell: (one) => <ThingName {...one} />,
        },
        {
          id: "reason",
          label: tell("log.reason"),
          file: ({ reason }) => reason,
          cell: ({ reason }) => reason && <Foreign>{reason}</Foreign>,
        },
      ]}
    />
  );
}

/** The whole log, page by page. It is read anew when `told` changes. */
export function AuditLog({ told }: { told: number }) {
  const older = useOlder(
    (before) => routeTo("GET /api/admin/moderation/log", { query: { before } }),
    ({ entries }) => entries,
    told,
  );
  return (
    <section>
      <h2>{tell("log.title")}</h2>
      <OlderRows of={older}>{(rows) => <Log entries={rows} />}</OlderRows>
    </section>
  );
}
