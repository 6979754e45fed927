/** What runs by itself, with when it did last; and the operator's word for a clock that jumped. */
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Loading } from "../../ui/parts.tsx";
import { sayAgo, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { Table } from "../parts/table.tsx";
import { isTold, tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface RanJob {
  name: string;
  /** Unix seconds. */
  ranAt: number | null;
  failed: string | null;
}

const sayJob = ({ name }: RanJob): string => {
  const key = `job.${name.replaceAll("-", "_")}`;
  return isTold(key) ? tell(key) : name;
};

function sayRun({ ranAt, failed }: RanJob, now: number): string {
  if (ranAt === null) return tell("ground.jobs.never");
  const ago = sayAgo(ranAt, now);
  return failed === null ? ago : tell("ground.jobs.failed", { ago, why: failed });
}

export function Jobs() {
  const { gateway } = useApp();
  const { known } = useRead(routeTo("GET /api/admin/jobs"));
  const jobs = known.value?.value.jobs;
  return (
    <section>
      <h2>{tell("ground.jobs")}</h2>
      {!jobs ? <Loading /> : (
        <Table
          label={tell("ground.jobs")}
          rows={jobs}
          keyOf={({ name }) => name}
          empty={tell("ground.jobs.never")}
          columns={[
            { id: "what", label: tell("ground.jobs.what"), by: sayJob, cell: sayJob },
            {
              id: "last",
              label: tell("ground.jobs.last"),
              by: ({ ranAt }) => ranAt ?? 0,
              file: ({ ranAt, failed }) => ({ last: isoTime(ranAt), failed }),
              cell: (job) => sayRun(job, gateway.now()),
            },
          ]}
        />
      )}
      <p class="soft">{tell("ground.jobs.note")}</p>
    </section>
  );
}

/** Shown while the clock is not believed after a jump: what it shows, and the button that says that it is right. */
export function ConfirmClock({ after }: { after: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { known } = useRead(routeTo("GET /health"));
  const time = known.value?.value.time;
  if (time === undefined) return null;
  const confirm = async () => {
    if (await doing.run(() => gateway.ask("POST", routeTo("POST /api/admin/clock")))) await after();
  };
  return (
    <section>
      <h2>{tell("check.of.CLOCK")}</h2>
      <p>{tell("ground.clock.says", { time: sayTime(time, 0) })}</p>
      <Button disabled={doing.busy.value} onClick={() => void confirm()}>
        {tell("ground.clock.confirm")}
      </Button>
      <Problem of={doing} />
    </section>
  );
}
