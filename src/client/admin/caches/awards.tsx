/** The awards that members can reach: those of the program are switched on and off, the club's are declared here. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { type AnswerOf, type BodyOf, routeTo } from "../../phone/wire/routes.ts";
import { ChoiceField, Tick, Ticks } from "../../ui/choices.tsx";
import { AskOnce, Button, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";
import { type Signal, useSignal } from "@preact/signals";
import { KINDS } from "../../ui/look/kinds.ts";
import { TextField } from "../../ui/fields.tsx";
import { type Key, say } from "../../ui/say.ts";

// Declares an award: its name, what it says, and what it takes.

type Rule = BodyOf<"POST /api/admin/awards">["rule"];
const RULES = ["finds", "types", "squares", "months", "countries", "list"] as const;
type RuleKind = typeof RULES[number];
/** How many a rule takes that counts, where nobody has entered anything. */
const USUAL = { finds: "10", squares: "10", months: "12", countries: "2" } as const;
const counts = (kind: RuleKind): kind is keyof typeof USUAL => kind in USUAL;

/** What was entered, as a rule. */
function ruleOf(kind: RuleKind, n: string, types: readonly string[], codes: string, radio: boolean): Rule {
  if (kind === "types") return { kind, types: [...types], radio };
  if (kind === "list") return { kind, codes: codes.split(/[\s,;]+/).filter((code) => code !== ""), radio };
  return { kind, n: Number(n), radio };
}

function AwardForm({ after }: { after: () => Promise<void> }) {
  const { gateway } = useApp(), doing = useDoing();
  const name = useSignal(""), about = useSignal(""), kind = useSignal<RuleKind>("finds"), n = useSignal("10");
  const types = useSignal<readonly string[]>([]), codes = useSignal(""), radio = useSignal(false);
  const send = async (event: Event) => {
    event.preventDefault();
    const rule = ruleOf(kind.peek(), n.peek(), types.peek(), codes.peek(), radio.peek());
    const body = { name: name.peek(), about: about.peek(), rule };
    if (await doing.run(() => gateway.ask("POST", routeTo("POST /api/admin/awards"), body))) {
      name.value = about.value = codes.value = "";
      await after();
    }
  };
  return (
    <details>
      <summary>{tell("declare.new")}</summary>
      <form onSubmit={send}>
        <TextField id="award-name" label={tell("declare.name")} required maxLength={60} value={name} />
        <TextField id="award-about" label={tell("declare.about")} maxLength={200} value={about} />
        <ChoiceField
          id="award-kind"
          label={tell("declare.rule")}
          choices={RULES}
          words={(one) => tell(`declare.rule.${one}`)}
          value={kind}
          set={(one) => {
            if (counts(one)) n.value = USUAL[one];
          }}
        />
        <Asked {...{ kind: kind.value, n, types, codes }} />
        <Tick label={tell("declare.radio")} value={radio} />
        <Button submit disabled={doing.busy.value}>{tell("declare.declare")}</Button>
        <Problem of={doing} />
      </form>
    </details>
  );
}

/** How many, which kinds, or which caches. */
function Asked({ kind, n, types, codes }: {
  kind: RuleKind;
  n: Signal<string>;
  types: Signal<readonly string[]>;
  codes: Signal<string>;
}) {
  if (kind === "types") {
    return (
      <Ticks
        label={tell("declare.types")}
        choices={KINDS}
        words={(one) => say(`type.${one}` as Key)}
        has={(one) => types.value.includes(one)}
        turn={(one, on) =>
          types.value = on ? [...types.value, one] : types.value.filter((other) => other !== one)}
      />
    );
  }
  if (kind === "list") {
    return (
      <TextField
        id="award-codes"
        label={tell("declare.codes")}
        rows={4}
        required
        maxLength={8000}
        value={codes}
      />
    );
  }
  return (
    <TextField
      id="award-n"
      label={tell("declare.n")}
      type="number"
      min={kind === "finds" ? 1 : 2}
      required
      value={n}
    />
  );
}

type Award = AnswerOf<"GET /api/admin/awards">["awards"][number];

export function Awards() {
  const { known, problem, again } = useRead(routeTo("GET /api/admin/awards"));
  if (problem.value) return <Unread>{problem.value}</Unread>;
  if (!known.value) return <Loading />;
  return (
    <section>
      <h2>{tell("declare.title")}</h2>
      <ul class="row-list">
        {known.value.value.awards.map((award) => <One key={award.id} award={award} again={again} />)}
      </ul>
      <AwardForm after={again} />
    </section>
  );
}

function One(
  { award: { id, name, about, builtin, active }, again }: { award: Award; again: () => Promise<void> },
) {
  const { gateway } = useApp(), doing = useDoing();
  const to = { params: { id } };
  const turn = (on: boolean) =>
    void doing.run(() => gateway.ask("PATCH", routeTo("PATCH /api/admin/awards/:id", to), { active: on }))
      .then(again);
  const drop = () =>
    void doing.run(() => gateway.ask("DELETE", routeTo("DELETE /api/admin/awards/:id", to))).then(again);
  return (
    <li>
      <div>
        <strong>{builtin ? name : <Foreign>{name}</Foreign>}</strong>
        {about && <p class="soft">{builtin ? about : <Foreign>{about}</Foreign>}</p>}
      </div>
      <Tick
        label={tell("declare.active")}
        about={tell("declare.active.about", { name })}
        disabled={doing.busy.value}
        value={active}
        set={turn}
      />
      {!builtin && (
        <AskOnce
          words={tell("declare.drop")}
          label={tell("declare.drop.about", { name })}
          what={tell("declare.drop.what")}
          sure={tell("declare.drop.do")}
          disabled={doing.busy.value}
          act={drop}
        />
      )}
      <Problem of={doing} />
    </li>
  );
}
