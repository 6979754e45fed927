/** The audit log: what was done by operators, with the operator secret, and on the command line. */
import type { ComponentChildren } from "preact";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Foreign } from "../../ui/parts.tsx";
import { sayTime } from "../../ui/times.ts";
import { WithUtc } from "../../ui/look/with_utc.tsx";
import { Table } from "../parts/table.tsx";
import { isTold, tell } from "../tell.ts";
import type { Entry } from "./shapes.ts";
import { ThingName } from "./thing_name.tsx";

// What was done and to what, in the reader's words: the gateway's log names both by codes such as `trust blocked`.

/** The words of a key; of a later gateway's code, for which there are none, the code as it is. */
const wordOf = (key: string, code: string): string => isTold(key) ? tell(key) : code;
const plain = (code: string): string => code.replaceAll(/[ -]/g, "_");

/** Such as "neighbour: blocked" of the action `trust blocked` and the kind `peer`. */
export const sayDid = ({ action, kind }: { action: string; kind: string }): string =>
  `${wordOf(`kind.${plain(kind)}`, kind)}: ${wordOf(`did.${plain(action)}`, action)}`;

/** `back` gives the way back of an entry, where there is one. */
export function Log({ entries, back }: {
  entries: readonly Entry[];
  back?: (entry: Entry) => ComponentChildren;
}) {
  const { gateway } = useApp();
  return (
    <Table
      label={tell("deed.title")}
      rows={entries}
      keyOf={({ id }) => id}
      words={(one) => `${one.actor} ${sayDid(one)} ${one.action} ${one.kind} ${one.label} ${one.reason}`}
      empty={tell("deed.none")}
      columns={[
        {
          id: "at",
          label: tell("deed.at"),
          by: ({ at }) => at,
          file: ({ at }) => isoTime(at),
          cell: ({ at }) => <WithUtc at={at} said={sayTime(at, gateway.now())} />,
        },
        { id: "actor", label: tell("deed.actor"), by: ({ actor }) => actor, cell: ({ actor }) => actor },
        {
          id: "action",
          label: tell("deed.action"),
          by: sayDid,
          cell: sayDid,
        },
        {
          id: "label",
          label: tell("deed.what"),
          file: ({ label }) => label,
          cell: (one) => <ThingName {...one} />,
        },
        {
          id: "reason",
          label: tell("deed.reason"),
          file: ({ reason }) => reason,
          cell: ({ reason }) => reason && <Foreign>{reason}</Foreign>,
        },
        ...(back ? [{ id: "back", label: tell("done.back"), cell: back }] : []),
      ]}
    />
  );
}
