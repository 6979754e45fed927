/** People: everybody, who waits to be verified, who is suspended. */
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayDate, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { type Fault, Wrong } from "../parts/wrong.tsx";
import { Everybody } from "./everybody.tsx";
import { PersonLink, sayState, StateOf } from "./state_of.tsx";
import type { AccountLine, Waiting } from "./shapes.ts";
import { Unsuspend } from "./suspend.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

export default function PeoplePage() {
  return <AdminFrame title={say("page.admin_people")}>{() => <People />}</AdminFrame>;
}

function People() {
  const { known, problem } = useRead(routeTo("GET /api/admin/verifications"));
  const waiting = known.value?.value;
  const faults: Fault[] = waiting && waiting.claims.length > 0
    ? [{ kind: "wait", sentence: tell("people.claims.open", { n: waiting.claims.length }) }]
    : [];
  return (
    <>
      <Wrong faults={faults} />
      <Everybody />
      {problem.value && <Unread>{problem.value}</Unread>}
      {waiting ? <Waits {...waiting} /> : !problem.value && <Loading />}
      <Suspensions />
    </>
  );
}

function Accounts({ label, accounts, empty }: { label: string; accounts: AccountLine[]; empty: string }) {
  return (
    <Table
      label={label}
      rows={accounts}
      keyOf={({ calls, email, createdAt }) => `${calls.join()} ${email} ${createdAt}`}
      words={({ calls, email }) => `${calls.join(" ")} ${email ?? ""}`}
      empty={empty}
      columns={[
        {
          id: "call",
          label: tell("people.call"),
          by: ({ callsign }) => callsign ?? "",
          cell: ({ callsign }) => callsign ? <PersonLink call={callsign} /> : tell("people.no_call"),
        },
        { id: "calls", label: tell("people.calls"), cell: ({ calls }) => calls.join(", ") },
        {
          id: "mail",
          label: tell("people.mail"),
          file: ({ email }) => email,
          cell: ({ email }) => email ? <Foreign>{email}</Foreign> : tell("people.mail.none"),
        },
        {
          id: "since",
          label: tell("people.since"),
          by: ({ createdAt }) => createdAt,
          file: ({ createdAt }) => isoTime(createdAt),
          cell: ({ createdAt }) => sayDate(createdAt),
        },
        {
          id: "state",
          label: tell("people.state"),
          file: (one) => sayState(one),
          cell: (one) => <StateOf account={one} />,
        },
      ]}
    />
  );
}

function Waits({ claims, unproven, verifications }: Waiting) {
  const { gateway } = useApp();
  const now = gateway.now();
  return (
    <>
      <section>
        <h2>{tell("people.claims")}</h2>
        <p class="soft">{tell("people.claims.what")}</p>
        <Table
          label={tell("people.claims")}
          rows={claims}
          keyOf={({ callsign, openedAt }) => `${callsign} ${openedAt}`}
          empty={tell("people.claims.none")}
          columns={[
            {
              id: "call",
              label: tell("people.call"),
              by: ({ callsign }) => callsign,
              cell: ({ callsign }) => <PersonLink call={callsign} />,
            },
            {
              id: "from",
              label: tell("people.claim.from"),
              cell: ({ signUp }) => tell(signUp ? "people.claim.new" : "people.claim.member"),
            },
            {
              id: "holder",
              label: tell("people.claim.holder"),
              cell: ({ holder }) => holder ?? tell("people.claim.nobody"),
            },
            {
              id: "until",
              label: tell("people.claim.until"),
              file: ({ expiresAt }) => isoTime(expiresAt),
              cell: (one) => sayTime(one.expiresAt, now),
            },
          ]}
        />
      </section>
      <section>
        <h2>{tell("people.unproven")}</h2>
        <p class="soft">{tell("people.unproven.what")}</p>
        <Table
          label={tell("people.unproven")}
          rows={unproven}
          keyOf={({ callsign }) => callsign}
          words={({ callsign }) => callsign}
          empty={tell("people.unproven.none")}
          columns={[
            {
              id: "call",
              label: tell("people.call"),
              by: ({ callsign }) => callsign,
              cell: ({ callsign }) => <PersonLink call={callsign} />,
            },
            {
              id: "since",
              label: tell("people.unproven.since"),
              by: ({ since }) => since,
              file: ({ since }) => isoTime(since),
              cell: ({ since }) => sayDate(since),
            },
          ]}
        />
      </section>
      <section>
        <h2>{tell("people.by_hand")}</h2>
        <Table
          label={tell("people.by_hand")}
          rows={verifications}
          keyOf={({ callsign }) => callsign}
          words={({ callsign, note }) => `${callsign} ${note ?? ""}`}
          empty={tell("people.by_hand.none")}
          columns={[
            {
              id: "call",
              label: tell("people.call"),
              by: ({ callsign }) => callsign,
              cell: ({ callsign }) => <PersonLink call={callsign} />,
            },
            { id: "by", label: tell("people.by_hand.by"), cell: ({ verifiedBy }) => verifiedBy ?? "" },
            {
              id: "at",
              label: tell("people.by_hand.at"),
              by: ({ verifiedAt }) => verifiedAt,
              file: ({ verifiedAt }) => isoTime(verifiedAt),
              cell: ({ verifiedAt }) => sayDate(verifiedAt),
            },
            {
              id: "note",
              label: tell("people.note"),
              file: ({ note }) => note,
              cell: ({ note }) => note && <Foreign>{note}</Foreign>,
            },
          ]}
        />
      </section>
    </>
  );
}

interface Suspensions {
  accounts: AccountLine[];
  erasedCalls?: { callsign: string; category: string; until: number | null; at: number }[];
}

function Suspensions() {
  const { gateway } = useApp();
  const { known, again } = useRead(
    routeTo("GET /api/admin/moderation/accounts", { query: { suspended: "1" } }),
  );
  const list = known.value?.value;
  if (!list) return null;
  return (
    <section>
      <h2>{tell("people.suspensions")}</h2>
      <Accounts
        label={tell("people.suspensions")}
        accounts={list.accounts}
        empty={tell("people.suspensions.none")}
      />
      {list.erasedCalls && list.erasedCalls.length > 0 && (
        <>
          <h3>{tell("people.erased")}</h3>
          <p class="soft">{tell("people.erased.what")}</p>
          <ul class="row-list">
            {list.erasedCalls.map(({ callsign, until }) => (
              <li key={callsign}>
                <span>
                  <span class="code">{callsign}</span> {until === null
                    ? tell("people.until.lifted")
                    : tell("people.until", { at: sayTime(until, gateway.now()) })}
                </span>
                <Unsuspend call={callsign} after={again} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
