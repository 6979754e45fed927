/** A person as operators see them: calls and proofs, open reports, what they wrote, and what operators did about it. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Button, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayDate, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { touched } from "../parts/counts.ts";
import { Danger } from "../parts/danger.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { type Fault, Wrong } from "../parts/wrong.tsx";
import { CallPanel } from "./call_panel.tsx";
import { Log } from "./log.tsx";
import { Memorial } from "./memorial.tsx";
import { isMemorial, StateOf } from "./state_of.tsx";
import type { AccountView, Content, Report } from "./shapes.ts";
import { ThingName } from "./thing_name.tsx";
import { Reason, Suspend, Unsuspend } from "./suspend.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { CopyText } from "../../ui/copy_text.tsx";
import { Qr } from "../../ui/qr/qr.tsx";
import { PlaceField } from "../../ui/places/place_field.tsx";
import type { Point } from "../../ui/places/arrow.ts";
import { TextField } from "../../ui/fields.tsx";

// Enters a station for a member who cannot do it themselves.

function ListStation({ owner }: { owner: string }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const callsign = useSignal(""), place = useSignal<Point | undefined>(undefined), said = useSignal("");
  const list = async (event: Event) => {
    event.preventDefault();
    said.value = "";
    const body = { owner, callsign: callsign.peek().trim(), ...place.peek() };
    if (await doing.run(() => gateway.ask("POST", routeTo("POST /api/admin/stations"), body))) {
      said.value = tell("station.listed", { call: body.callsign.toUpperCase() });
    }
  };
  return (
    <details>
      <summary>{tell("station.list")}</summary>
      <form onSubmit={(event) => void list(event)}>
        <p class="soft">{tell("station.what")}</p>
        <TextField
          id="station-call"
          label={tell("people.call")}
          value={callsign}
          required
          maxLength={20}
          code
        />
        <PlaceField id="station-place" place={place.value} set={(point) => place.value = point} />
        <Button submit disabled={doing.busy.value}>{tell("station.list.do")}</Button>
        <p role="status">{said.value}</p>
        <Problem of={doing} />
      </form>
    </details>
  );
}

// A sign-in link for somebody who has lost the device, and its QR code for the new one.

function SignInLink({ call }: { call: string }) {
  const app = useApp();
  const doing = useDoing();
  const link = useSignal("");
  const make = () =>
    doing.run(async () => {
      const path = routeTo("POST /api/admin/people/:call/link", { params: { call } });
      const answer = await app.gateway.ask("POST", path);
      if (answer.ok) link.value = answer.value.link;
      return answer;
    });
  return (
    <section>
      <h2>{tell("people.link.title")}</h2>
      <p class="soft">{tell("people.link.what", { call })}</p>
      {link.value === ""
        ? <Button disabled={doing.busy.value} onClick={() => void make()}>{tell("people.link.do")}</Button>
        : (
          <>
            <CopyText text={link.value} what={tell("people.link.it")} />
            <Qr text={link.value} label={tell("people.link.it")} />
          </>
        )}
      <Problem of={doing} />
    </section>
  );
}

export default function PersonPage({ call }: { call: string }) {
  const back = { href: "/admin/people", words: say("page.admin_people") };
  return <AdminFrame title={call} back={back}>{() => <Person call={call} />}</AdminFrame>;
}

function Person({ call }: { call: string }) {
  const { known, problem, again } = useRead(
    routeTo("GET /api/admin/moderation/accounts/:call", { params: { call } }),
  );
  const view = known.value?.value;
  // Nobody holds the call: what is known of the call and of claims on it is still shown.
  if (problem.value) {
    return (
      <>
        <Unread>{problem.value}</Unread>
        <CallPanel call={call} after={again} />
      </>
    );
  }
  if (!view) return <Loading />;
  const { account, openReports, content, actions } = view;
  return (
    <>
      <Wrong faults={faultsOf(view)} />
      <p>
        <StateOf account={account} /> · {tell("people.since")} {sayDate(account.createdAt)} ·{" "}
        {account.email ? <Foreign>{account.email}</Foreign> : tell("people.mail.none")} ·{" "}
        <a href={`/u/${encodeURIComponent(call)}`}>{tell("people.profile")}</a>
      </p>
      {account.calls.map((one) => <CallPanel key={one} call={one} after={again} />)}
      <section>
        <h2>{tell("people.memorial.title")}</h2>
        <p class="soft">
          {tell("people.memorial.what")} <a href="/help/silent-key">{tell("people.memorial.read")}</a>
        </p>
        {isMemorial(account)
          ? (
            <>
              <p>
                <Foreign>{account.suspended!.reason}</Foreign>
              </p>
              <Unsuspend call={call} memorial after={again} />
            </>
          )
          : !account.operator && <Memorial call={account.callsign ?? call} after={again} />}
      </section>
      {account.callsign && !account.suspended && <SignInLink call={account.callsign} />}
      <section>
        <h2>{tell("people.suspension")}</h2>
        {isMemorial(account)
          ? <p class="soft">{tell("people.memorial.no_suspend")}</p>
          : account.suspended
          ? <Unsuspend call={call} after={again} />
          : account.operator
          ? <p class="soft">{tell("people.suspend.operator")}</p>
          : <Suspend call={account.callsign ?? call} after={again} />}
      </section>
      <section>
        <h2>{tell("people.content")}</h2>
        <ContentTable content={content} after={again} />
      </section>
      {account.calls.length > 0 && <ListStation owner={call} />}
      <section>
        <h2>{tell("people.reports")}</h2>
        {openReports.length === 0 ? <p class="soft">{tell("people.reports.none")}</p> : (
          <ul class="row-list">
            {openReports.map((one) => (
              <li key={one.id}>
                <ReportLink {...one} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2>{tell("deed.title")}</h2>
        <Log entries={actions} />
      </section>
    </>
  );
}

function faultsOf({ account: { suspended, openClaims }, openReports }: AccountView): Fault[] {
  const reason = suspended && <Foreign>{suspended.reason}</Foreign>;
  return [
    ...(suspended && !isMemorial({ suspended })
      ? [{
        kind: "bad" as const,
        sentence: (
          <>
            {suspended.until === null
              ? tell("people.suspended")
              : tell("people.suspended.until", { at: sayTime(suspended.until, suspended.at) })}: {reason}
          </>
        ),
      }]
      : []),
    ...(openReports.length > 0
      ? [{ kind: "wait" as const, sentence: tell("people.reports.open", { n: openReports.length }) }]
      : []),
    ...(openClaims > 0
      ? [{ kind: "wait" as const, sentence: tell("people.claims.open", { n: openClaims }) }]
      : []),
  ];
}

/** An open report, by what it says of what. */
export const ReportLink = (
  { id, kind, label, category }: Pick<Report, "id" | "kind" | "label" | "category">,
) => (
  <a href={`/admin/reports?report=${id}`}>
    {tell(`category.${category}`)}: <ThingName kind={kind} label={label} />
  </a>
);

/** What it is, and its name, which leads to its cache where it has one. */
export function ContentName({ kind, label, code }: Pick<Content, "kind" | "label" | "code">) {
  const name = <ThingName kind={kind} label={label} />;
  return (
    <>
      {tell(`kind.${kind as "cache"}`)}: {code ? <a href={`/c/${encodeURIComponent(code)}`}>{name}</a> : name}
    </>
  );
}

/** What the person wrote last. Each can be removed; a removed cache can be brought back. */
function ContentTable({ content, after }: { content: Content[]; after: () => unknown }) {
  const { gateway } = useApp();
  return (
    <Table
      label={tell("people.content")}
      rows={content}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      words={({ label, preview }) => `${label} ${preview}`}
      empty={tell("people.content.none")}
      columns={[
        {
          id: "what",
          label: tell("people.content.what"),
          by: ({ kind }) => kind,
          cell: (one) => (
            <>
              <ContentName {...one} /> {one.status === "held" && <Mark kind="wait">{tell("held.one")}</Mark>}
            </>
          ),
        },
        {
          id: "text",
          label: tell("people.content.text"),
          file: ({ preview }) => preview,
          cell: ({ preview }) => preview && <Foreign>{preview}</Foreign>,
        },
        {
          id: "at",
          label: tell("people.content.at"),
          by: ({ at }) => at,
          file: ({ at }) => at > 0 ? isoTime(at) : null,
          cell: ({ at }) => at > 0 && sayTime(at, gateway.now()),
        },
        {
          id: "do",
          label: tell("people.content.do"),
          cell: (one) => <Remove item={one} after={after} />,
        },
      ]}
    />
  );
}

function Remove({ item: { kind, id, label, removed }, after }: { item: Content; after: () => unknown }) {
  const { gateway } = useApp();
  const reason = useSignal("");
  const restore = () =>
    gateway.ask("POST", routeTo("POST /api/admin/moderation/restore"), {
      kind,
      id,
      reason: reason.peek().trim() || tell("reports.undo.reason"),
    });
  const remove = (dry: boolean) =>
    gateway.ask("POST", routeTo("POST /api/admin/moderation/remove"), {
      kind,
      id,
      reason: dry ? "dry" : reason.peek().trim(),
      ...(dry && { dry }),
    });
  const name = `${kind}-${id}`;
  if (removed && kind !== "cache") return <>{tell("people.content.removed")}</>;
  return removed
    ? (
      <Danger
        key="back"
        id={`back-${name}`}
        label={tell("reports.restore")}
        about={tell("reports.restore.about", { label })}
        touches={[tell("reports.restore.what")]}
        act={restore}
        done={tell("reports.restored")}
        after={after}
      >
        <Reason id={`back-${name}-why`} value={reason} />
      </Danger>
    )
    : (
      <Danger
        key="remove"
        id={`remove-${name}`}
        label={tell("reports.remove")}
        about={tell("reports.remove.about", { label })}
        touches={() =>
          touched(remove(true), tell(kind === "cache" ? "reports.remove.back" : "reports.remove.gone"))}
        act={() => remove(false)}
        done={tell("reports.removed")}
        {...(kind === "cache" && { undo: { label: tell("reports.undo"), act: restore } })}
        after={after}
      >
        <Reason id={`remove-${name}-why`} value={reason} />
      </Danger>
    );
}
