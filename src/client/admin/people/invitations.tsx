/** Invitations: made, given on as a code or a link, counted, withdrawn; and whether signing up takes one. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { PAGES } from "../../pages/page_table.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Button } from "../../ui/parts.tsx";
import { passedOn } from "../../ui/passed_on.ts";
import { sayDate } from "../../ui/times.ts";
import { Danger } from "../parts/danger.tsx";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { settingAddress } from "../settings/address.ts";
import { tell } from "../tell.ts";

interface Invitation {
  id: number;
  code: string;
  label: string;
  expiresAt: number;
  most: number;
  used: number;
  withdrawnAt: number | null;
}

type State = "open" | "used" | "over" | "withdrawn";
const stateOf = ({ withdrawnAt, used, most, expiresAt }: Invitation, now: number): State =>
  withdrawnAt !== null ? "withdrawn" : used >= most ? "used" : expiresAt <= now ? "over" : "open";

export function Invitations() {
  const { gateway } = useApp();
  const { known, again } = useRead(routeTo("GET /api/admin/invitations"));
  const health = useRead(routeTo("GET /health")).known.value?.value;
  const [origin] = passedOn(location.origin, health?.addresses ?? []);
  const list = known.value?.value;
  if (!list) return null;
  const now = gateway.now();
  return (
    <section>
      <h2>{tell("invitations.title")}</h2>
      <p>
        {tell(list.needed ? "invitations.needed" : "invitations.free")}{" "}
        <a href={settingAddress("SIGN_UP_INVITED")}>{tell("invitations.setting")}</a>
      </p>
      <Table
        label={tell("invitations.title")}
        rows={list.invitations}
        keyOf={({ id }) => id}
        empty={tell("invitations.none")}
        columns={[
          {
            id: "label",
            label: tell("invitations.for"),
            by: ({ label }) => label,
            cell: ({ label, code }) => label ? <bdi>{label}</bdi> : code,
          },
          {
            id: "used",
            label: tell("invitations.used"),
            by: ({ used }) => used,
            cell: ({ used, most }) => tell("invitations.used.of", { n: used, most }),
          },
          {
            id: "state",
            label: tell("people.state"),
            file: (one) => stateOf(one, now),
            cell: (one) => {
              const state = stateOf(one, now);
              return (
                <Mark kind={state === "open" ? "go" : "off"}>
                  {tell(`invitations.is.${state}`, { at: sayDate(one.expiresAt) })}
                </Mark>
              );
            },
          },
          {
            id: "until",
            label: tell("invitations.link"),
            file: ({ expiresAt }) => isoTime(expiresAt),
            cell: (one) =>
              stateOf(one, now) === "open" && (
                <div class="invitation-do">
                  <CopyText
                    text={`${origin}${PAGES.signIn.path}?invitation=${one.code}`}
                    what={tell("invitations.link.of", { code: one.code })}
                  />
                  <Withdraw of={one} again={again} />
                </div>
              ),
          },
        ]}
      />
      <details>
        <summary>{tell("invitations.new")}</summary>
        <Invite again={again} />
      </details>
    </section>
  );
}

function Withdraw({ of: { id, label, code, used }, again }: { of: Invitation; again: () => Promise<void> }) {
  const { gateway } = useApp(), name = label || code;
  return (
    <Danger
      id={`invitation-${id}`}
      label={tell("boxes.code.withdraw")}
      about={tell("invitations.withdraw", { name })}
      touches={[tell("invitations.withdraw.touches", { n: used })]}
      act={() =>
        gateway.ask("DELETE", routeTo("DELETE /api/admin/invitations/:id", { params: { id: String(id) } }))}
      done={tell("invitations.withdrawn", { name })}
      after={again}
    />
  );
}

function Invite({ again }: { again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const label = useSignal(""), most = useSignal("1"), days = useSignal("14");
  const make = async (event: Event) => {
    event.preventDefault();
    const done = await doing.run(() =>
      gateway.ask("POST", routeTo("POST /api/admin/invitations"), {
        label: label.peek().trim(),
        most: Number(most.peek()),
        days: Number(days.peek()),
      })
    );
    if (!done) return;
    label.value = "";
    await again();
  };
  return (
    <form class="line-form" onSubmit={make}>
      <TextField id="invitation-label" label={tell("invitations.label")} maxLength={64} value={label} />
      <TextField
        id="invitation-most"
        label={tell("invitations.most")}
        type="number"
        min={1}
        max={500}
        required
        value={most}
      />
      <TextField
        id="invitation-days"
        label={tell("invitations.days")}
        type="number"
        min={1}
        max={365}
        required
        value={days}
      />
      <Button submit disabled={doing.busy.value}>{tell("invitations.make")}</Button>
      <Problem of={doing} />
    </form>
  );
}
