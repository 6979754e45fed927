/** Forwarding partners, and the rules which mail goes to which partner. */
import { useSignal } from "@preact/signals";
import type { PartnerShape, RuleShape } from "../../../bbs/mod.ts";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading } from "../../ui/parts.tsx";
import { sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { Danger } from "../parts/danger.tsx";
import { Mark } from "../parts/mark.tsx";
import { sayOutcome } from "../parts/session_words.ts";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { CallSeveral } from "./call_several.tsx";
import { PartnerForm } from "./partner_form.tsx";
import { Rules } from "./rules.tsx";
import { CallNow, Waiting } from "./partner_mail.tsx";
import { WhereTo } from "./where_to.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

export function Partners() {
  const partners = useRead(routeTo("GET /api/bbs/partners"));
  const rules = useRead(routeTo("GET /api/bbs/forward"));
  const list = partners.known.value?.value.partners, all = rules.known.value?.value.rules;
  const again = async () => void await Promise.all([partners.again(), rules.again()]);
  const edited = useSignal("");
  if (!list || !all) return <Loading />;
  return (
    <>
      <section>
        <h2>{tell("partner.title")}</h2>
        <p class="soft">{tell("partner.what")}</p>
        <PartnerTable partners={list} rules={all} edit={(call) => edited.value = call} again={again} />
        <PartnerForm known={list} call={edited} again={again} />
      </section>
      <div class="groups">
        <section>
          <h2>{tell("rule.title")}</h2>
          <p class="soft">{tell("rule.what")}</p>
          <Rules rules={all} calls={list.map(({ call }) => call)} again={again} />
        </section>
        <WhereTo />
      </div>
    </>
  );
}

function PartnerTable({ partners, rules, edit, again }: {
  partners: PartnerShape[];
  rules: RuleShape[];
  edit: (call: string) => void;
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
      choose={{ name: ({ call }) => call, acts: (some) => <CallSeveral partners={some} again={again} /> }}
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
          file: ({ waiting = 0, held = 0 }) => ({ waiting, held }),
          cell: (one) => <Waiting partner={one} />,
        },
        {
          id: "last",
          label: tell("partner.last"),
          file: ({ lastAttempt }) => ({
            last: isoTime(lastAttempt?.startedAt ?? null),
            outcome: lastAttempt ? sayOutcome(lastAttempt.outcome) : null,
          }),
          cell: ({ lastAttempt, fault }) =>
            lastAttempt
              ? (
                <>
                  {fault && <Mark kind="wait">{tell(`partner.fault.${fault}`)}</Mark>}{" "}
                  {sayOutcome(lastAttempt.outcome)}, {sayTime(lastAttempt.startedAt, gateway.now())}{" "}
                  {lastAttempt.words && <Foreign>{lastAttempt.words}</Foreign>}
                </>
              )
              : tell("partner.last.never"),
        },
        {
          id: "state",
          label: tell("people.state"),
          cell: (one) => (
            <OnOff
              partner={one}
              rules={rules.filter(({ partner }) => partner === one.call).length}
              again={again}
            />
          ),
        },
        {
          id: "do",
          label: tell("people.content.do"),
          cell: ({ id, call, enabled, callAskedAt, waiting = 0, held = 0 }) => (
            <div class="row-acts">
              <CallNow id={id} call={call} enabled={enabled} askedAt={callAskedAt} again={again} />
              <Button
                aria-label={tell("partner.edit.about", { call })}
                onClick={() => {
                  edit(call);
                  document.getElementById("partner-ha")?.scrollIntoView({ block: "center" });
                }}
              >
                {tell("partner.edit")}
              </Button>
              <Danger
                id={`partner-${id}`}
                label={tell("partner.drop")}
                about={tell("partner.drop.about", { call })}
                touches={[
                  tell("partner.drop.mail", { n: waiting + held }),
                  tell("partner.drop.rules", { n: rules.filter(({ partner }) => partner === call).length }),
                ]}
                word={call}
                act={() => gateway.ask("DELETE", routeTo("DELETE /api/bbs/partners/:id", { params: { id } }))}
                done={tell("partner.dropped")}
                after={again}
              />
            </div>
          ),
        },
      ]}
    />
  );
}

function OnOff({ partner: { id, call, enabled, waiting = 0, held = 0 }, rules, again }: {
  partner: PartnerShape;
  /** How many rules send mail to it. */
  rules: number;
  again: () => Promise<void>;
}) {
  const { gateway } = useApp();
  const doing = useDoing();
  const on = () => gateway.ask("POST", routeTo("POST /api/bbs/partners"), { call, enabled: true });
  const turn = async () => {
    if (await doing.run(on)) await again();
  };
  return (
    <>
      <Mark kind={enabled ? "go" : "off"}>{tell(enabled ? "partner.on" : "partner.off")}</Mark> {enabled
        ? (
          <Danger
            id={`off-${id}`}
            label={tell("registries.turn_off")}
            about={tell("partner.turn_off.about", { call })}
            touches={[
              tell("partner.off.mail", { n: waiting + held }),
              tell("partner.off.rules", { n: rules }),
            ]}
            act={() => gateway.ask("POST", routeTo("POST /api/bbs/partners"), { call, enabled: false })}
            done={tell("partner.off.done", { call })}
            undo={{ label: tell("partner.turn_on.about", { call }), act: on }}
            after={again}
          />
        )
        : (
          <Button
            aria-label={tell("partner.turn_on.about", { call })}
            disabled={doing.busy.value}
            onClick={() => void turn()}
          >
            {tell("registries.turn_on")}
          </Button>
        )}
      <Problem of={doing} />
    </>
  );
}
