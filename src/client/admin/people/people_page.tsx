/** People: everybody, who waits to be verified, who is suspended. */
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayDate, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { Lately } from "../parts/lately.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { type Fault, Wrong } from "../parts/wrong.tsx";
import { PersonLink, sayState, StateOf } from "./state_of.tsx";
import type { AccountLine, Waiting } from "./shapes.ts";
import { HeldPosts } from "./held.tsx";
import { Invitations } from "./invitations.tsx";
import { SeveralNewcomers, WriteTo } from "./several.tsx";
import { Unsuspend } from "./suspend.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { type Signal, useSignal } from "@preact/signals";
import { Inventory } from "../parts/inventory.tsx";

const STATES = ["", "verified", "unverified", "suspended", "held"] as const;
const SEEN = ["", "week", "year", "longer"] as const;

function Everybody({ state }: { state: Signal<string> }) {
  const seen = useSignal<string>("");
  return (
    <Inventory
      id="who"
      label={tell("people.all")}
      search={tell("people.search")}
      hint={tell("people.search.hint")}
      at={(wanted) =>
        routeTo("GET /api/admin/moderation/people", {
          query: { ...wanted, state: state.peek() || undefined, seen: seen.peek() || undefined },
        })}
      rowsOf={({ people }) => people}
      filters={[
        {
          label: tell("people.state"),
          choices: STATES,
          words: (one) => tell(`people.filter.${(one || "any") as "any"}`),
          value: state,
        },
        {
          label: tell("people.seen"),
          choices: SEEN,
          words: (one) => tell(`people.seen.${(one || "any") as "any"}`),
          value: seen,
        },
      ]}
      first={{ id: "since", down: true }}
      keyOf={({ callsign, createdAt, email }) => `${callsign} ${createdAt} ${email}`}
      empty={tell("people.found.none")}
      choose={{
        name: ({ callsign, email }) => callsign ?? email ?? tell("people.no_call"),
        acts: (people, none, again) => (
          <>
            <WriteTo people={people} />
            <SeveralNewcomers
              people={people}
              after={() => {
                none();
                return again();
              }}
            />
          </>
        ),
      }}
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
          id: "verified",
          label: tell("people.verified"),
          file: ({ verified }) => verified ? 1 : 0,
          cell: ({ verified }) => tell(verified ? "people.filter.verified" : "people.filter.unverified"),
        },
        {
          id: "since",
          label: tell("people.since"),
          beside: true,
          by: ({ createdAt }) => createdAt,
          file: ({ createdAt }) => isoTime(createdAt),
          cell: ({ createdAt }) => sayDate(createdAt),
        },
        {
          id: "seen",
          label: tell("people.seen"),
          by: ({ seenAt }) => seenAt ?? 0,
          file: ({ seenAt }) => isoTime(seenAt),
          cell: ({ seenAt }) => seenAt === null ? "–" : sayDate(seenAt),
        },
        { id: "finds", label: tell("people.finds"), by: ({ finds }) => finds, cell: ({ finds }) => finds },
        { id: "hides", label: tell("people.hides"), by: ({ hides }) => hides, cell: ({ hides }) => hides },
        {
          id: "state",
          label: tell("people.state"),
          beside: true,
          file: (one) => sayState(one),
          cell: (one) => (
            <>
              <StateOf account={one} />
              {one.welcomed && <span class="soft">{tell("people.welcomed")}</span>}
              {one.held > 0 && <Mark kind="wait">{tell("held.of", { n: one.held })}</Mark>}
            </>
          ),
        },
      ]}
    />
  );
}

export default function PeoplePage() {
  return <AdminFrame title={say("page.admin_people")}>{() => <People />}</AdminFrame>;
}

function People() {
  const { known, problem, again } = useRead(routeTo("GET /api/admin/verifications"));
  const state = useSignal("");
  const waiting = known.value?.value;
  const faults: Fault[] = waiting && waiting.claims.length > 0
    ? [{ kind: "wait", sentence: tell("people.claims.open", { n: waiting.claims.length }) }]
    : [];
  return (
    <>
      <Wrong faults={faults} />
      <HeldPosts state={state} after={again} />
      <Everybody state={state} />
      <Lately of={["signUps"]} />
      <Invitations />
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
      <details class="setting-group">
        <summary>{tell("people.by_hand")}</summary>
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
      </details>
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
