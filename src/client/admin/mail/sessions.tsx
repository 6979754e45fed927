/** Sessions with forwarding partners, the newest first. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign } from "../../ui/parts.tsx";
import { WithUtc } from "../../ui/look/with_utc.tsx";
import { sayBytes, sayTime } from "../../ui/times.ts";
import { useOlder } from "../parts/older.ts";
import { OlderRows } from "../parts/older_rows.tsx";
import { sayOutcome } from "../parts/session_words.ts";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function Sessions() {
  const { gateway } = useApp();
  const older = useOlder(
    (before) => routeTo("GET /api/bbs/forward/log", { query: { before } }),
    ({ sessions }) => sessions,
  );
  return (
    <section>
      <h2>{tell("session.title")}</h2>
      <OlderRows of={older}>
        {(rows) => (
          <Table
            label={tell("session.title")}
            rows={rows}
            keyOf={({ id }) => id}
            words={({ partner, outcome, words }) => `${partner} ${sayOutcome(outcome)} ${words}`}
            empty={tell("session.none")}
            columns={[
              {
                id: "at",
                label: tell("log.at"),
                by: ({ startedAt }) => startedAt,
                file: ({ startedAt }) => isoTime(startedAt),
                cell: ({ startedAt }) => <WithUtc at={startedAt} said={sayTime(startedAt, gateway.now())} />,
              },
              {
                id: "partner",
                label: tell("rule.partner"),
                by: ({ partner }) => partner,
                cell: ({ partner }) => partner,
              },
              {
                id: "outcome",
                label: tell("session.outcome"),
                by: ({ outcome }) => sayOutcome(outcome),
                cell: ({ outcome, words }) => (
                  <>
                    {sayOutcome(outcome)} {words && <Foreign>{words}</Foreign>}
                  </>
                ),
              },
              {
                id: "said",
                label: tell("session.said"),
                cell: ({ id }) => <Said id={id} />,
              },
              {
                id: "mail",
                label: tell("session.mail"),
                file: ({ sent, received }) => ({ sent, received }),
                cell: ({ sent, received }) => tell("session.counts", { sent, received }),
              },
              {
                id: "bytes",
                label: tell("session.bytes"),
                file: ({ bytesOut, bytesIn }) => ({ bytes_out: bytesOut, bytes_in: bytesIn }),
                cell: ({ bytesOut, bytesIn }) => `${sayBytes(bytesOut)} / ${sayBytes(bytesIn)}`,
              },
            ]}
          />
        )}
      </OlderRows>
    </section>
  );
}

/** What was said in a session, fetched once somebody wants to see it. */
function Said({ id }: { id: number }) {
  const { gateway } = useApp();
  const doing = useDoing(), text = useSignal<string | null | undefined>(undefined);
  const look = () =>
    doing.run(async () => {
      const answer = await gateway.get(routeTo("GET /api/bbs/forward/log/:id", { params: { id } }));
      if (answer.ok) text.value = answer.value.transcript;
      return answer;
    });
  if (text.value === null) return <span class="soft">{tell("session.said.none")}</span>;
  if (text.value !== undefined) return <pre class="code" lang="en">{text.value}</pre>;
  return (
    <>
      <Button disabled={doing.busy.value} onClick={() => void look()}>{tell("session.said.look")}</Button>
      <Problem of={doing} />
    </>
  );
}
