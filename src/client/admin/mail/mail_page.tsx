/** E-mail of this instance, and packet mail: partners, rules, sessions, White Pages, and where an address would be sent. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { TextField } from "../../ui/fields.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark } from "../parts/mark.tsx";
import { markOf } from "../overview/check_line.ts";
import { checkName, CheckSays } from "../overview/check_words.tsx";
import { sayWell } from "../overview/well.ts";
import { isTold, tell } from "../tell.ts";
import { Wrong } from "../parts/wrong.tsx";
import { Partners } from "./partners.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { isoTime } from "../../panes/csv.ts";
import { WithUtc } from "../../ui/look/with_utc.tsx";
import { sayBytes, sayDate, sayTime } from "../../ui/times.ts";
import { useOlder } from "../parts/older.ts";
import { OlderRows } from "../parts/older_rows.tsx";
import { sayOutcome } from "../parts/session_words.ts";
import { Table } from "../parts/table.tsx";

// White Pages: which BBS has whose mailbox, and a form for entries of the operator's own.

interface Pages {
  pages: { callsign: string; homeBbs: string; source: string; toldAt: number; seenAt: number }[];
  nextAfter: string | null;
}

const saySource = (source: string): string => {
  const key = `pages.source.${source}`;
  return isTold(key) ? tell(key) : source;
};

function WhitePages() {
  const text = useSignal(""), asked = useSignal<{ call: string; after?: string } | undefined>(undefined);
  const { known, again } = useRead(
    routeTo("GET /api/bbs/wp/pages", { query: asked.value ?? {} }),
  );
  const found = known.value?.value;
  const query = (after?: string) => ({ call: text.peek().trim(), ...(after && { after }) });
  return (
    <section>
      <h2>{tell("pages.title")}</h2>
      <p class="soft">{tell("pages.what")}</p>
      <form
        role="search"
        class="line-form"
        onSubmit={(event) => {
          event.preventDefault();
          asked.value = query();
        }}
      >
        <TextField id="pages-call" label={tell("pages.search")} value={text} maxLength={16} code />
        <Button submit>{tell("people.search.do")}</Button>
      </form>
      {!found ? <Loading /> : (
        <Table
          label={tell("pages.title")}
          rows={found.pages}
          keyOf={({ callsign }) => callsign}
          empty={tell("pages.none")}
          columns={[
            {
              id: "call",
              label: tell("people.call"),
              by: ({ callsign }) => callsign,
              cell: ({ callsign }) => callsign,
            },
            {
              id: "home",
              label: tell("pages.home"),
              by: ({ homeBbs }) => homeBbs,
              cell: ({ homeBbs }) => <span class="code">{homeBbs}</span>,
            },
            { id: "source", label: tell("pages.source"), cell: ({ source }) => saySource(source) },
            {
              id: "seen",
              label: tell("pages.seen"),
              by: ({ seenAt }) => seenAt,
              file: ({ seenAt }) => isoTime(seenAt),
              cell: ({ seenAt }) => sayDate(seenAt),
            },
          ]}
        />
      )}
      {found?.nextAfter && (
        <Button onClick={() => asked.value = query(found.nextAfter!)}>{tell("pages.next")}</Button>
      )}
      <Enter again={again} />
    </section>
  );
}

function Enter({ again }: { again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const call = useSignal(""), home = useSignal(""), said = useSignal("");
  const save = async (event: Event) => {
    event.preventDefault();
    said.value = "";
    const body = { callsign: call.peek().trim(), homeBbs: home.peek().trim() };
    if (!await doing.run(() => gateway.ask("POST", routeTo("POST /api/bbs/wp"), body))) return;
    said.value = tell("pages.saved", { call: body.callsign.toUpperCase() });
    await again();
  };
  return (
    <form class="side-form" onSubmit={(event) => void save(event)}>
      <h3>{tell("pages.enter")}</h3>
      <p class="soft">{tell("pages.enter.what")}</p>
      <TextField id="page-call" label={tell("people.call")} value={call} required maxLength={16} code />
      <TextField
        id="page-home"
        label={tell("pages.home")}
        hint="OE1XBB.#OE1.AUT.EU"
        value={home}
        required
        maxLength={64}
        code
      />
      <Button submit disabled={doing.busy.value}>{tell("partner.save")}</Button>
      <p role="status">{said.value}</p>
      <Problem of={doing} />
    </form>
  );
}

// Sessions with forwarding partners, the newest first.

function Sessions() {
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
                label: tell("deed.at"),
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

export default () => (
  <AdminFrame title={say("page.admin_mail")}>
    {() => (
      <>
        <MailTest />
        <Partners />
        <Sessions />
        <WhitePages />
      </>
    )}
  </AdminFrame>
);

/** The lines of the setup checklist that are about mail. */
const MAIL: readonly string[] = ["SMTP_URL", "partners", "fed-bbs"];

function MailTest() {
  const { gateway } = useApp();
  const { known, again } = useRead(routeTo("GET /api/admin/setup"));
  const doing = useDoing();
  const to = useSignal(""), said = useSignal("");
  const items = (known.value?.value.items ?? []).filter(({ key }) => MAIL.includes(key));
  const smtp = items.find(({ key }) => key === "SMTP_URL");
  const test = async (event: Event) => {
    event.preventDefault();
    said.value = "";
    await doing.run(async () => {
      const answer = await gateway.ask("POST", routeTo("POST /api/admin/mail-test"), {
        to: to.peek().trim(),
      });
      if (answer.ok) said.value = tell("mail.test.done", { to: to.peek(), by: answer.value.transport });
      return answer;
    });
    // However it went: the lights ask the server what it did last.
    await again();
  };
  return (
    <section>
      <Wrong
        faults={items.filter(({ key, status }) => status === "warn" && key !== "SMTP_URL").map((line) => ({
          kind: "wait" as const,
          sentence: (
            <>
              <strong>{checkName(line)}</strong> <CheckSays line={line} />
            </>
          ),
        }))}
      />
      <h2>{tell("mail.title")}</h2>
      {smtp && (
        <p>
          <Mark kind={markOf(smtp)}>
            {smtp.status === "missing"
              ? tell("mail.unset")
              : smtp.status === "ok"
              ? sayWell("mail", [smtp])
              : <CheckSays line={smtp} />}
          </Mark>
        </p>
      )}
      {smtp && smtp.status === "missing"
        ? <p class="soft">{tell("mail.unset.what")}</p>
        : (
          <form class="line-form" onSubmit={(event) => void test(event)}>
            <TextField
              id="mail-to"
              label={tell("mail.test.to")}
              type="email"
              value={to}
              required
              maxLength={254}
            />
            <Button submit disabled={doing.busy.value}>{tell("mail.test")}</Button>
          </form>
        )}
      <p role="status">{said.value}</p>
      <Problem of={doing} />
    </section>
  );
}
