/** The awards that members can reach: those of the program are switched on and off, the club's are declared here. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { Tick } from "../../ui/choices.tsx";
import { AskOnce, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";
import { AwardForm } from "./award_form.tsx";

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
