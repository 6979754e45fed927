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
import { PartnerForm } from "./partner_form.tsx";
import { Rules } from "./rules.tsx";
import { CallNow, Waiting } from "./partner_mail.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import type { Answered } from "../../phone/ask.ts";
import { TextField } from "../../ui/fields.tsx";

// "Where would this go": tries an address against the rules, and says which rule decided.

interface Way {
  partner: string;
  route: string;
  transport: string;
}
interface Route {
  addr: string;
  partner: Way | null;
  partners: Way[];
  here: boolean;
  because: {
    rule: { id: number | null; route: string } | null;
    whitePages: { call: string; homeBbs: string; source: string } | null;
  };
}

function WhereTo() {
  const { gateway } = useApp();
  const doing = useDoing();
  const to = useSignal(""), found = useSignal<Route | undefined>(undefined);
  const look = (event: Event) => {
    event.preventDefault();
    found.value = undefined;
    void doing.run(async () => {
      const answer = await gateway.get(routeTo("GET /api/bbs/route", { query: { to: to.peek().trim() } }));
      if (answer.ok) found.value = answer.value;
      return answer;
    });
  };
  const route = found.value;
  const ways = route
    ? [...new Set([...route.partners, ...(route.partner ? [route.partner] : [])].map((way) => way.partner))]
    : [];
  return (
    <section>
      <h2>{tell("where.title")}</h2>
      <form role="search" class="line-form" onSubmit={look}>
        <TextField
          id="where-to"
          label={tell("where.address")}
          hint={tell("where.hint")}
          value={to}
          required
          maxLength={64}
          code
        />
        <Button submit disabled={doing.busy.value}>{tell("where.do")}</Button>
      </form>
      <Problem of={doing} />
      <div role="status">
        {route && (
          <>
            <p>
              <span class="code">{route.addr}</span>: {route.here && `${tell("where.here")} `}
              {ways.length > 0
                ? tell("where.by", { partners: ways.join(", ") })
                : !route.here && tell("where.nowhere")}
            </p>
            {route.because.rule && <p>{tell("where.rule", { route: route.because.rule.route })}</p>}
            {route.because.whitePages && (
              <p>
                {tell("where.pages", {
                  call: route.because.whitePages.call,
                  home: route.because.whitePages.homeBbs,
                })}
              </p>
            )}
          </>
        )}
      </div>
    </section>
  );
}

// Has the boxes call several partners: each as if it had been asked by itself.

function CallSeveral({ partners, again }: {
  partners: readonly PartnerShape[];
  again: () => Promise<void>;
}) {
  const { gateway } = useApp();
  const doing = useDoing();
  const callable = partners.filter(({ enabled, callAskedAt }) => enabled && callAskedAt === null);
  const call = async () => {
    const done = await doing.run(async () => {
      let answer: Answered<unknown> | undefined;
      for (const { id } of callable) {
        answer = await gateway.ask("POST", routeTo("POST /api/bbs/partners/:id/call", { params: { id } }));
        if (!answer.ok) return answer;
      }
      return answer!;
    });
    if (done) await again();
  };
  return (
    <>
      <Button disabled={doing.busy.value || callable.length === 0} onClick={() => void call()}>
        {tell("partner.call.several", { n: callable.length })}
      </Button>
      {callable.length < partners.length && <span class="soft">{tell("partner.call.off")}</span>}
      <Problem of={doing} />
    </>
  );
}

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
