/** Reports: the queue, and beside it the reported thing. One key decides, another one undoes that. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Loading, Unread } from "../../ui/parts.tsx";
import { PAGES } from "../../pages/page_table.ts";
import { place } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { sayAgo } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { tell } from "../tell.ts";
import { Wrong } from "../parts/wrong.tsx";
import { ReportCard } from "./report_card.tsx";
import type { Done, Report } from "./shapes.ts";
import { ThingName } from "./thing_name.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

interface Queue {
  reports: Report[];
  nextBefore: number | null;
  oldestAt: number | null;
  counts: { open: number; resolved: number };
}
/** A report that is open for longer than this, in seconds, is named at the top of the page: half a day. */
const LONG_S = 43_200;

export default function ReportsPage() {
  return <AdminFrame title={say("page.admin_reports")}>{() => <Reports />}</AdminFrame>;
}

function Reports() {
  const { gateway } = useApp();
  const status = useSignal<"open" | "resolved">("open");
  const query = { status: status.value };
  const { known, problem, again: readFirst } = useRead(
    routeTo("GET /api/admin/moderation/reports", { query }),
  );
  /** Pages of older ones that were asked for; they are let go whenever the first page is read anew. */
  const older = useSignal<readonly Queue[]>([]);
  const again = async () => {
    older.value = [];
    await readFirst();
  };
  const chosen = useSignal(Number(new URLSearchParams(place.value.query).get("report")) || 0);
  const last = useSignal<Done | undefined>(undefined);
  const doing = useDoing();
  const queue = known.value?.value;
  const reports = [...(queue?.reports ?? []), ...older.value.flatMap((page) => page.reports)];
  const next = (older.value.at(-1) ?? queue)?.nextBefore;
  const more = () =>
    doing.run(async () => {
      const answer = await gateway.get(
        routeTo("GET /api/admin/moderation/reports", { query: { ...query, before: next ?? undefined } }),
      );
      if (answer.ok) older.value = [...older.peek(), answer.value];
      return answer;
    });
  const at = Math.max(0, reports.findIndex(({ id }) => id === chosen.value));
  const current = reports[at];
  const choose = (to: number) => chosen.value = reports[to]?.id ?? chosen.peek();
  /** What was pressed is gone with its report: the sentence about it, with the way back behind it, takes the focus. */
  const shown = async () => {
    await again();
    if (!document.activeElement?.matches("a, button")) document.getElementById("reports-said")?.focus();
  };
  const decided = async (done: Done) => {
    last.value = done;
    // The next report is shown; after the last one, the one before it.
    choose(at + 1 < reports.length ? at + 1 : at - 1);
    await shown();
  };
  const undo = async () => {
    const { undo } = last.peek() ?? {};
    if (!undo || !await doing.run(undo)) return;
    last.value = { said: tell("danger.undone") };
    await shown();
  };
  const oldest = queue?.oldestAt;
  const late = status.value === "open" && oldest && gateway.now() - oldest > LONG_S;
  return (
    <>
      <Wrong
        faults={late
          ? [{
            kind: "wait",
            sentence: tell("reports.late", { ago: sayAgo(oldest, gateway.now()) }),
          }]
          : []}
      />
      <div class="choice-row" role="group" aria-label={tell("reports.which")}>
        {(["open", "resolved"] as const).map((one) => (
          <Button
            key={one}
            aria-pressed={status.value === one}
            onClick={() => {
              older.value = [];
              status.value = one;
            }}
          >
            {queue ? tell(`reports.${one}`, { n: queue.counts[one] }) : tell(`reports.${one}.unread`)}
          </Button>
        ))}
      </div>
      <p role="status" id="reports-said" tabIndex={-1}>{last.value?.said}</p>
      {last.value?.undo && (
        <Button disabled={doing.busy.value} onClick={() => void undo()}>{tell("reports.undo")}</Button>
      )}
      <Problem of={doing} />
      {problem.value && <Unread>{problem.value}</Unread>}
      {!queue
        ? !problem.value && <Loading />
        : !current
        ? <p>{tell(status.value === "open" ? "reports.none" : "reports.none.resolved")}</p>
        : (
          <div class="beside">
            <div>
              <ul class="queue" aria-label={say("page.admin_reports")}>
                {reports.map((report) => (
                  <li key={report.id}>
                    <Button
                      aria-current={report.id === current.id ? "true" : undefined}
                      onClick={() => chosen.value = report.id}
                    >
                      <strong>{tell(`category.${report.category}`)}</strong> <ThingName {...report} />{" "}
                      <span class="soft">{sayAgo(report.createdAt, gateway.now())}</span>
                    </Button>
                  </li>
                ))}
              </ul>
              {next && (
                <Button disabled={doing.busy.value} onClick={() => void more()}>{tell("deed.older")}</Button>
              )}
            </div>
            <ReportCard
              key={current.id}
              report={current}
              decided={decided}
              undo={() => void undo()}
              move={(by) => choose(Math.min(reports.length - 1, Math.max(0, at + by)))}
            />
          </div>
        )}
      <p>
        <a href={PAGES.adminDone.path}>{say("page.admin_done")}</a>
      </p>
    </>
  );
}
