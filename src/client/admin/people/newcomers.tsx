/** Files of accounts without a verified call: who fills the room that they share, and clearing it. */
import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { sayBytes, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { touched } from "../parts/counts.ts";
import { Danger } from "../parts/danger.tsx";
import { Reason } from "./suspend.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Clearing {
  id: number;
  at: number;
  actor: string;
  files: number;
  bytes: number;
  until: number;
}
interface Newcomers {
  room: { bytes: number; limit: number };
  accounts: { callsign: string | null; calls: string[]; bytes: number; files: number }[];
  truncated: boolean;
  clearings: Clearing[];
}

export function NewcomerFiles({ after }: { after: () => unknown }) {
  const { known, again } = useRead(routeTo("GET /api/admin/newcomers"));
  const reason = useSignal("");
  const all = known.value?.value;
  if (!all) return null;
  const { room, accounts, truncated, clearings } = all;
  const reread = async () => void await Promise.all([again(), after()]);
  return (
    <section>
      <h2>{tell("newcomers.title")}</h2>
      <p class="soft">{tell("newcomers.what")}</p>
      <p>{tell("newcomers.room", { used: sayBytes(room.bytes), limit: sayBytes(room.limit) })}</p>
      <meter min={0} max={Math.max(1, room.limit)} value={room.bytes} aria-label={tell("newcomers.meter")}>
        {sayBytes(room.bytes)}
      </meter>
      <Table
        label={tell("newcomers.title")}
        rows={accounts}
        keyOf={({ callsign, calls, bytes }) => `${callsign} ${calls.join()} ${bytes}`}
        empty={tell("newcomers.none")}
        columns={[
          {
            id: "call",
            label: tell("people.call"),
            by: ({ callsign }) => callsign ?? "",
            cell: ({ callsign }) => callsign ?? tell("people.no_call"),
          },
          {
            id: "size",
            label: tell("ground.size"),
            by: ({ bytes }) => bytes,
            cell: ({ bytes }) => sayBytes(bytes),
          },
          { id: "files", label: tell("disk.files"), by: ({ files }) => files, cell: ({ files }) => files },
          {
            id: "do",
            label: tell("people.content.do"),
            cell: ({ callsign }) => callsign && <Clear of={callsign} reason={reason} after={reread} />,
          },
        ]}
      />
      {truncated && <p class="soft">{tell("newcomers.more")}</p>}
      {accounts.length > 0 && <Clear reason={reason} after={reread} />}
      {clearings.length > 0 && (
        <>
          <h3>{tell("newcomers.cleared")}</h3>
          <ul class="row-list">
            {clearings.map((one) => <Cleared key={one.id} clearing={one} after={reread} />)}
          </ul>
        </>
      )}
    </section>
  );
}

/** Clears the files of one account, or those of all. */
function Clear({ of, reason, after }: { of?: string; reason: Signal<string>; after: () => unknown }) {
  const { gateway } = useApp();
  const ask = (dry: boolean) =>
    gateway.ask("POST", routeTo("POST /api/admin/newcomers/clear"), {
      reason: dry ? "dry" : reason.peek().trim(),
      ...(of && { calls: [of] }),
      ...(dry && { dry }),
    });
  return (
    <Danger
      id={`clear-${of ?? "all"}`}
      label={tell("newcomers.clear")}
      {...(of && { about: tell("newcomers.clear.about", { call: of }) })}
      touches={() => touched(ask(true))}
      act={() => ask(false)}
      done={tell("newcomers.clear.done")}
      after={after}
    >
      <Reason id={`clear-reason-${of ?? "all"}`} value={reason} />
    </Danger>
  );
}

/** What was cleared, and the button that brings it back. */
function Cleared({ clearing, after }: { clearing: Clearing; after: () => unknown }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { id, at, actor, files, bytes, until } = clearing;
  const now = gateway.now();
  const undo = async () => {
    if (
      await doing.run(() =>
        gateway.ask("POST", routeTo("POST /api/admin/newcomers/clearings/:id/undo", { params: { id } }))
      )
    ) {
      await after();
    }
  };
  return (
    <li>
      <span>
        {tell("newcomers.until", { files, size: sayBytes(bytes), actor, at: sayTime(until, now) })}
      </span>
      <Button
        aria-label={tell("newcomers.undo.about", { at: sayTime(at, now) })}
        disabled={doing.busy.value}
        onClick={() => void undo()}
      >
        {tell("newcomers.undo")}
      </Button>
      <Problem of={doing} />
    </li>
  );
}
