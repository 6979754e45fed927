/** Forwarding partners and the rules that lead mail to them. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../shell/app.ts";
import { Problem, useDoing } from "../../shell/doing.tsx";
import { Button, Field, Foreign, Loading } from "../../shell/parts.tsx";
import { sayTime } from "../../shell/times.ts";
import { useRead } from "../../shell/use_read.ts";
import { Danger } from "../danger.tsx";
import { ChoiceField, TextField, Tick } from "../fields.tsx";
import { Mark } from "../mark.tsx";
import { Table } from "../table.tsx";
import { tell } from "../tell.ts";

export interface Partner {
  id: number;
  call: string;
  ha: string;
  connectScript: string;
  proto: string;
  intervalMin: number;
  timebands: string;
  msgtypes: string;
  enabled: boolean;
  federation: boolean;
  waiting?: number;
  held?: number;
  lastAttempt?: { startedAt: number; outcome: string; words: string } | null;
}
interface Rule {
  id: number;
  partner: string;
  route: string;
  transport: string;
  enabled: boolean;
}

export function Partners() {
  const partners = useRead<{ partners: Partner[]; federationOverFbb: boolean }>("/api/bbs/partners");
  const rules = useRead<{ rules: Rule[] }>("/api/bbs/forward");
  const list = partners.known.value?.value.partners, all = rules.known.value?.value.rules;
  const again = async () => void await Promise.all([partners.again(), rules.again()]);
  if (!list || !all) return <Loading />;
  return (
    <>
      <section>
        <h2>{tell("partner.title")}</h2>
        <p class="soft">{tell("partner.what")}</p>
        <PartnerTable partners={list} rules={all} again={again} />
        <PartnerForm known={list} again={again} />
      </section>
      <section>
        <h2>{tell("rule.title")}</h2>
        <p class="soft">{tell("rule.what")}</p>
        <Rules rules={all} again={again} />
      </section>
    </>
  );
}

function PartnerTable({ partners, rules, again }: {
  partners: Partner[];
  rules: Rule[];
  again: () => Promise<void>;
}) {
  const { gateway } = useApp();
  return (
    <Table
      label={tell("partner.title")}
      rows={partners}
      keyOf={({ id }) => id}
      words={({ call, ha }) => `${call} ${ha}`}
      empty={tell("partner.none")}
      columns={[
        { id: "call", label: tell("people.call"), by: ({ call }) => call, cell: ({ call }) => call },
        {
          id: "ha",
          label: tell("partner.ha"),
          by: ({ ha }) => ha,
          cell: ({ ha }) => <span class="code">{ha}</span>,
        },
        {
          id: "waiting",
          label: tell("partner.waiting"),
          by: ({ waiting = 0 }) => waiting,
          cell: ({ waiting = 0, held = 0 }) => tell("partner.counts", { waiting, held }),
        },
        {
          id: "last",
          label: tell("partner.last"),
          cell: ({ lastAttempt }) =>
            lastAttempt
              ? (
                <>
                  <span lang="en">{lastAttempt.outcome}</span>,{" "}
                  {sayTime(lastAttempt.startedAt, gateway.now())}{" "}
                  {lastAttempt.words && <Foreign>{lastAttempt.words}</Foreign>}
                </>
              )
              : tell("partner.last.never"),
        },
        {
          id: "state",
          label: tell("people.state"),
          cell: (one) => <OnOff partner={one} again={again} />,
        },
        {
          id: "do",
          label: tell("people.content.do"),
          cell: ({ id, call, waiting = 0, held = 0 }) => (
            <Danger
              id={`partner-${id}`}
              label={tell("partner.drop")}
              about={tell("partner.drop.about", { call })}
              touches={[
                tell("partner.drop.mail", { n: waiting + held }),
                tell("partner.drop.rules", { n: rules.filter(({ partner }) => partner === call).length }),
              ]}
              word={call}
              act={() => gateway.ask("DELETE", `/api/bbs/partners/${id}`)}
              done={tell("partner.dropped")}
              after={again}
            />
          ),
        },
      ]}
    />
  );
}

function OnOff({ partner: { call, enabled }, again }: { partner: Partner; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const turn = async () => {
    if (await doing.run(() => gateway.ask("POST", "/api/bbs/partners", { call, enabled: !enabled }))) {
      await again();
    }
  };
  return (
    <>
      <Mark kind={enabled ? "go" : "off"}>{tell(enabled ? "partner.on" : "partner.off")}</Mark>{" "}
      <Button
        aria-label={tell(enabled ? "partner.turn_off.about" : "partner.turn_on.about", { call })}
        disabled={doing.busy.value}
        onClick={() => void turn()}
      >
        {tell(enabled ? "registries.turn_off" : "registries.turn_on")}
      </Button>
      <Problem of={doing} />
    </>
  );
}

/** Enters a partner, or changes the one of this call: what is left as it stands stays. */
function PartnerForm({ known, again }: { known: Partner[]; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const call = useSignal(""), ha = useSignal(""), script = useSignal(""), bands = useSignal("");
  const minutes = useSignal("30"), proto = useSignal<"rf-fbb" | "axudp" | "ip-fed">("rf-fbb");
  const federation = useSignal(false), said = useSignal("");
  const before = known.find((one) => one.call === call.value.trim().toUpperCase());
  const takeOver = () => {
    if (!before) return;
    ha.value = before.ha;
    script.value = before.connectScript;
    bands.value = before.timebands;
    minutes.value = String(before.intervalMin);
    proto.value = before.proto as typeof proto.value;
    federation.value = before.federation;
  };
  const save = async (event: Event) => {
    event.preventDefault();
    said.value = "";
    const body = {
      call: call.peek().trim(),
      ha: ha.peek().trim(),
      connectScript: script.peek(),
      timebands: bands.peek().trim(),
      intervalMin: Number(minutes.peek()),
      proto: proto.peek(),
      federation: federation.peek(),
    };
    if (!await doing.run(() => gateway.ask("POST", "/api/bbs/partners", body))) return;
    said.value = tell("partner.saved", { call: body.call.toUpperCase() });
    await again();
  };
  return (
    <details>
      <summary>{tell("partner.enter")}</summary>
      <form onSubmit={(event) => void save(event)}>
        <TextField id="partner-call" label={tell("people.call")} value={call} required maxLength={9} code />
        {before && <Button onClick={takeOver}>{tell("partner.take_over", { call: before.call })}</Button>}
        <TextField
          id="partner-ha"
          label={tell("partner.ha")}
          hint="OE1XBB.#OE1.AUT.EU"
          value={ha}
          maxLength={64}
          code
        />
        <Field id="partner-script" label={tell("partner.script")} hint={tell("partner.script.hint")}>
          <textarea
            id="partner-script"
            class="code"
            rows={2}
            maxLength={512}
            aria-describedby="partner-script-hint"
            value={script.value}
            onInput={({ currentTarget }) => script.value = currentTarget.value}
          />
        </Field>
        <ChoiceField
          id="partner-proto"
          label={tell("partner.proto")}
          value={proto}
          choices={(["rf-fbb", "axudp", "ip-fed"] as const).map((value) => ({ value, label: value }))}
        />
        <TextField
          id="partner-minutes"
          label={tell("partner.minutes")}
          hint={tell("partner.minutes.hint")}
          type="number"
          min={0}
          max={1440}
          value={minutes}
        />
        <TextField
          id="partner-bands"
          label={tell("partner.bands")}
          hint={tell("partner.bands.hint")}
          value={bands}
          maxLength={64}
          code
        />
        <Tick label={tell("partner.federation")} value={federation} />
        <Button submit disabled={doing.busy.value}>{tell("partner.save")}</Button>
        <p role="status">{said.value}</p>
        <Problem of={doing} />
      </form>
    </details>
  );
}

function Rules({ rules, again }: { rules: Rule[]; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const partner = useSignal(""), route = useSignal("");
  const save = async (event: Event) => {
    event.preventDefault();
    const body = { partner: partner.peek().trim(), route: route.peek().trim() };
    if (!await doing.run(() => gateway.ask("POST", "/api/bbs/forward", body))) return;
    route.value = "";
    await again();
  };
  return (
    <>
      <Table
        label={tell("rule.title")}
        rows={rules}
        keyOf={({ id }) => id}
        words={({ partner, route }) => `${partner} ${route}`}
        empty={tell("rule.none")}
        columns={[
          {
            id: "route",
            label: tell("rule.route"),
            by: (one) => one.route,
            cell: (one) => <span class="code">{one.route}</span>,
          },
          {
            id: "partner",
            label: tell("rule.partner"),
            by: (one) => one.partner,
            cell: (one) => one.partner,
          },
          { id: "way", label: tell("rule.transport"), cell: ({ transport }) => transport },
          {
            id: "do",
            label: tell("people.content.do"),
            cell: ({ id, partner, route }) => (
              <Danger
                id={`rule-${id}`}
                label={tell("rule.drop")}
                about={tell("rule.drop.about", { route, partner })}
                touches={[tell("rule.drop.what")]}
                act={() => gateway.ask("DELETE", `/api/bbs/forward/${id}`)}
                done={tell("rule.dropped")}
                undo={{
                  label: tell("rule.undo"),
                  act: () => gateway.ask("POST", "/api/bbs/forward", { partner, route }),
                }}
                after={again}
              />
            ),
          },
        ]}
      />
      <form class="line-form" onSubmit={(event) => void save(event)}>
        <TextField
          id="rule-route"
          label={tell("rule.route")}
          hint="AUT.EU"
          value={route}
          required
          maxLength={64}
          code
        />
        <TextField
          id="rule-partner"
          label={tell("rule.partner")}
          value={partner}
          required
          maxLength={16}
          code
        />
        <Button submit disabled={doing.busy.value}>{tell("rule.save")}</Button>
      </form>
      <Problem of={doing} />
    </>
  );
}
