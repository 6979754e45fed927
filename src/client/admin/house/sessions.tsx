/** Sessions with forwarding partners, the newest first. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Attempt } from "../../../bbs/mod.ts";
import { useApp } from "../../shell/app.ts";
import { Problem, useDoing } from "../../shell/doing.tsx";
import { Button, Foreign } from "../../shell/parts.tsx";
import { sayBytes, sayTime } from "../../shell/times.ts";
import { Table } from "../table.tsx";
import { tell } from "../tell.ts";

interface Page {
  sessions: Attempt[];
  nextBefore: number | null;
}

export function Sessions() {
  const { gateway } = useApp();
  const doing = useDoing();
  const sessions = useSignal<Attempt[]>([]), next = useSignal<number | null>(null);
  const read = (before?: number) =>
    doing.run(async () => {
      const more = before === undefined ? "" : `?before=${before}`;
      const answer = await gateway.get<Page>(`/api/bbs/forward/log${more}`);
      if (answer.ok) {
        sessions.value = [...(before === undefined ? [] : sessions.peek()), ...answer.value.sessions];
        next.value = answer.value.nextBefore;
      }
      return answer;
    });
  useEffect(() => void read(), []);
  return (
    <section>
      <h2>{tell("session.title")}</h2>
      <Table
        label={tell("session.title")}
        rows={sessions.value}
        keyOf={({ id }) => id}
        words={({ partner, outcome, words }) => `${partner} ${outcome} ${words}`}
        empty={tell("session.none")}
        columns={[
          {
            id: "at",
            label: tell("log.at"),
            by: ({ startedAt }) => startedAt,
            cell: ({ startedAt }) => sayTime(startedAt, gateway.now()),
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
            by: ({ outcome }) => outcome,
            cell: ({ outcome, words }) => (
              <>
                <span lang="en">{outcome}</span> {words && <Foreign>{words}</Foreign>}
              </>
            ),
          },
          {
            id: "mail",
            label: tell("session.mail"),
            cell: ({ sent, received }) => tell("session.counts", { sent, received }),
          },
          {
            id: "bytes",
            label: tell("session.bytes"),
            cell: ({ bytesOut, bytesIn }) => `${sayBytes(bytesOut)} / ${sayBytes(bytesIn)}`,
          },
        ]}
      />
      <Problem of={doing} />
      {next.value !== null && (
        <Button disabled={doing.busy.value} onClick={() => void read(next.peek()!)}>
          {tell("log.older")}
        </Button>
      )}
    </section>
  );
}
