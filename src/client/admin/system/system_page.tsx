/** The page System: backups, disk, version, and what went wrong lately. */
import { Tried } from "./tried.tsx";
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Button, Loading } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayAgo, sayBytes, sayTime } from "../../ui/times.ts";
import { usePoll, useRead } from "../../phone/use_read.ts";
import { usePart } from "../../ui/use_part.ts";
import { Danger } from "../parts/danger.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Lately } from "../parts/lately.tsx";
import { Table } from "../parts/table.tsx";
import { markOf } from "../overview/check_line.ts";
import { checkName, CheckSays } from "../overview/check_words.tsx";
import { type AdminKey, tell } from "../tell.ts";
import { type Fault, Wrong } from "../parts/wrong.tsx";
import { Disk } from "./disk.tsx";
import { Events } from "./events.tsx";
import { NewcomerFiles } from "../people/newcomers.tsx";
import { ConfirmClock, Jobs } from "./jobs.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Mark, type MarkKind } from "../parts/mark.tsx";

// What the gateway uses of others: when each service worked, when it failed and why, and when it is tried again.

const MARKS: Readonly<Record<string, MarkKind>> = { works: "go", fails: "wait", untried: "off" };

function Services() {
  const { gateway } = useApp();
  const { known } = useRead(routeTo("GET /api/admin/services"));
  // Jobs have a table of their own below.
  const services = known.value?.value.services.filter(({ kind }) => kind !== "job");
  const now = gateway.now();
  const ago = (at: number | null) => at === null ? "" : sayAgo(at, now);
  return (
    <details>
      <summary>
        <h2>{tell("ground.services")}</h2>
      </summary>
      <p class="soft">{tell("ground.services.means")}</p>
      {!services ? <Loading /> : (
        <Table
          label={tell("ground.services")}
          rows={services}
          keyOf={({ kind, name }) => `${kind}:${name ?? ""}`}
          empty={tell("ground.services.none")}
          columns={[
            {
              id: "what",
              label: tell("ground.services.what"),
              by: ({ kind, name }) => `${kind} ${name ?? ""}`,
              cell: ({ kind, name }) => (
                <>
                  {tell(`service.kind.${kind}` as AdminKey)} {name && <span class="code">{name}</span>}
                </>
              ),
            },
            {
              id: "how",
              label: tell("ground.services.how"),
              by: ({ standing }) => standing,
              file: ({ standing, shortfall, lastError }) => ({ standing, shortfall, lastError }),
              cell: ({ standing, shortfall, lastError }) => (
                <Mark kind={MARKS[standing]!}>
                  {tell(`service.is.${standing === "fails" ? shortfall ?? "outage" : standing}` as AdminKey)}
                  {" "}
                  {lastError !== null && <span lang="en">{lastError}</span>}
                </Mark>
              ),
            },
            {
              id: "ok",
              label: tell("ground.services.ok"),
              by: ({ lastOkAt }) => lastOkAt ?? 0,
              file: ({ lastOkAt }) => isoTime(lastOkAt),
              cell: ({ lastOkAt }) => ago(lastOkAt),
            },
            {
              id: "failed",
              label: tell("ground.services.failed"),
              by: ({ lastFailedAt }) => lastFailedAt ?? 0,
              file: ({ lastFailedAt }) => isoTime(lastFailedAt),
              cell: ({ lastFailedAt }) => ago(lastFailedAt),
            },
            {
              id: "next",
              label: tell("ground.services.next"),
              by: ({ nextTryAt }) => nextTryAt ?? 0,
              file: ({ nextTryAt }) => isoTime(nextTryAt),
              cell: ({ nextTryAt }) => nextTryAt === null ? "" : sayTime(nextTryAt, now),
            },
          ]}
        />
      )}
    </details>
  );
}

interface Copy {
  name: string;
  bytes: number;
  madeAt: number;
}
interface Health {
  version?: string;
  commit?: string | null;
  schema?: string;
  instance?: string;
}

/** The lines of the setup checklist that this page warns about; other pages warn about theirs. */
const GROUND: readonly string[] = ["DATABASE", "DISK", "BACKUP", "REPLICA", "CLOCK", "UPDATE_CHECK", "JOBS"];

const FAULTS: readonly string[] = ["bad", "wait"];

export default () => <AdminFrame title={say("page.admin_ground")}>{() => <Ground />}</AdminFrame>;

function Ground() {
  const setup = useRead(routeTo("GET /api/admin/setup"));
  const disk = useRead(routeTo("GET /api/admin/disk"));
  const items = (setup.known.value?.value.items ?? []).filter(({ key }) => GROUND.includes(key));
  const faults: Fault[] = items.filter((line) => FAULTS.includes(markOf(line))).map((line) => ({
    kind: markOf(line) as Fault["kind"],
    sentence: (
      <>
        <strong>{checkName(line)}</strong> <CheckSays line={line} />
      </>
    ),
  }));
  const map = usePart(() => import("./region_map.tsx"));
  const replica = items.find(({ key }) => key === "REPLICA");
  return (
    <>
      <Wrong faults={faults} />
      {items.some(({ reason }) => reason === "CLOCK.jumped") && <ConfirmClock after={setup.again} />}
      <Backups after={async () => void await Promise.all([setup.again(), disk.again()])} />
      {map && <map.RegionalMap after={disk.again} />}
      <Disk disk={disk.known.value?.value} />
      <NewcomerFiles after={disk.again} />
      <section>
        <h2>{tell("ground.replica")}</h2>
        {replica
          ? <p class="code">{replica.values.value}</p>
          : <p class="soft">{tell("ground.replica.none")}</p>}
      </section>
      <Lately of={["requests", "errors", "memory", "database", "diskFree"]} />
      <Services />
      <Jobs />
      <Version />
      <Events />
    </>
  );
}

/** What the gateway would answer. */
const OLD_SIGN_IN = { ok: false, refused: true, status: 401, reason: "fresh_sign_in", sentence: "" } as const;

function Backups({ after }: { after: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { known, again } = useRead(
    routeTo("GET /api/admin/backups"),
  );
  const said = useSignal(""), passphrase = useSignal("");
  const copies = known.value?.value.backups, running = known.value?.value.running;
  const isBusy = doing.busy.value || Boolean(running);
  usePoll(again, isBusy ? 1 : undefined);
  const [last] = copies ?? [];
  const make = async (kind: "whole" | "database") => {
    said.value = "";
    const done = await doing.run(async () => {
      const given = passphrase.peek();
      const answer = kind === "database"
        ? await gateway.ask("POST", routeTo("POST /api/admin/backup"))
        : await gateway.ask("POST", routeTo("POST /api/admin/backups"), {
          ...(given !== "" && { passphrase: given }),
        });
      if (answer.ok) {
        said.value = tell("ground.backup.done", {
          name: answer.value.name,
          size: sayBytes(answer.value.bytes),
        });
      }
      return answer;
    });
    if (done) passphrase.value = "";
    if (done) await Promise.all([again(), after()]);
  };
  /** The browser fetches the file by itself and can ask nobody for a fresh sign-in: that comes before it. */
  const fetchCopy = async (href: string) => {
    const mayFetch = await doing.run(async () => {
      const session = await gateway.get(routeTo("GET /auth/session"));
      return session.ok && session.value.fresh === false
        ? await gateway.signInAgain?.() ?? OLD_SIGN_IN
        : session;
    });
    if (mayFetch) location.assign(href);
  };
  return (
    <section>
      <h2>{tell("ground.backups")}</h2>
      <p>
        {last
          ? tell("ground.backup.last", { ago: sayAgo(last.madeAt, gateway.now()) })
          : copies && tell("ground.backup.never")}
      </p>
      {known.value && <Tried {...known.value.value} />}
      <p class="soft">{tell("ground.backup.whole")}</p>
      <TextField
        id="backup-passphrase"
        code
        label={tell("ground.backup.passphrase")}
        hint={tell("ground.backup.passphrase.hint")}
        maxLength={200}
        value={passphrase}
      />
      <Button kind="main" disabled={isBusy} onClick={() => void make("whole")}>
        {tell("ground.backup.do")}
      </Button>{" "}
      <Button disabled={isBusy} onClick={() => void make("database")}>
        {tell("ground.backup.database")}
      </Button>
      {isBusy && (
        <progress
          aria-label={tell("ground.backup.doing")}
          {...(running?.total && { value: running.done, max: running.total })}
        />
      )}
      <p role="status">{isBusy ? tell("ground.backup.doing") : said.value}</p>
      <Problem of={doing} />
      {!copies ? <Loading /> : copies.length > 0 && (
        <Table
          label={tell("ground.backups")}
          rows={copies}
          keyOf={({ name }) => name}
          empty={tell("ground.backup.never")}
          columns={[
            {
              id: "name",
              label: tell("ground.backup.name"),
              by: ({ name }) => name,
              cell: ({ name }) => (
                <a
                  class="code"
                  download={name}
                  href={`/api/admin/backups/${encodeURIComponent(name)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    void fetchCopy(event.currentTarget.href);
                  }}
                >
                  {name}
                </a>
              ),
            },
            {
              id: "at",
              label: tell("ground.backup.made"),
              by: ({ madeAt }) => madeAt,
              file: ({ madeAt }) => isoTime(madeAt),
              cell: ({ madeAt }) => sayTime(madeAt, gateway.now()),
            },
            {
              id: "size",
              label: tell("ground.size"),
              by: ({ bytes }) => bytes,
              cell: ({ bytes }) => sayBytes(bytes),
            },
            {
              id: "do",
              label: tell("people.content.do"),
              cell: ({ name, bytes }) => (
                <Danger
                  id={`copy-${name.replace(/[^\w-]/g, "-")}`}
                  label={tell("ground.backup.delete")}
                  about={tell("ground.backup.delete.about", { name })}
                  touches={[tell("ground.backup.delete.what", { size: sayBytes(bytes) })]}
                  act={() =>
                    gateway.ask("DELETE", routeTo("DELETE /api/admin/backups/:name", { params: { name } }))}
                  done={tell("ground.backup.deleted", { name })}
                  after={async () => void await Promise.all([again(), after()])}
                />
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

function Version() {
  const { known } = useRead(routeTo("GET /health"));
  const health = known.value?.value;
  if (!health) return null;
  return (
    <section>
      <h2>{tell("ground.version")}</h2>
      <dl class="fields">
        <div>
          <dt>{tell("ground.version.program")}</dt>
          <dd>{health.version}</dd>
        </div>
        <div>
          <dt>{tell("ground.version.commit")}</dt>
          <dd class="code">{health.commit ?? tell("ground.version.unknown")}</dd>
        </div>
        <div>
          <dt>{tell("ground.version.schema")}</dt>
          <dd class="code">{health.schema}</dd>
        </div>
        <div>
          <dt>{tell("ground.version.instance")}</dt>
          <dd class="code">{health.instance}</dd>
        </div>
      </dl>
      <p>
        <a href="/source">{say("foot.source")}</a>
      </p>
    </section>
  );
}
