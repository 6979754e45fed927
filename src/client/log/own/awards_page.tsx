/** The awards that one can reach here: how far one is, and the certificate of each that is reached. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useRead } from "../../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { AskOnce, Button, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayDate } from "../../ui/times.ts";

type Award = AnswerOf<"GET /api/my/awards">["awards"][number];

export default function AwardsPage() {
  return (
    <SignedIn title="page.awards">
      {(call) => <Awards account={call} />}
    </SignedIn>
  );
}

function Awards({ account }: { account: string }) {
  const { known, problem, again } = useRead(routeTo("GET /api/my/awards"));
  if (problem.value) return <Unread>{problem.value}</Unread>;
  const awards = known.value?.value.awards;
  if (!awards) return <Loading />;
  return (
    <>
      <p class="soft">{say("awards.what")}</p>
      {awards.length === 0 && <p class="soft">{say("awards.none")}</p>}
      <ul class="row-list">
        {awards.map((award) => <One key={award.id} award={award} account={account} again={again} />)}
      </ul>
    </>
  );
}

function One({ award, account, again }: { award: Award; account: string; again: () => Promise<void> }) {
  const { gateway } = useApp(), doing = useDoing();
  const { id, name, about, have, of, reachedAt, code } = award;
  const take = () =>
    void doing.run(() =>
      gateway.ask("POST", routeTo("POST /api/my/awards/:id/certificate", { params: { id } }), {}, account)
    ).then(again);
  const drop = () =>
    void doing.run(() =>
      gateway.ask(
        "DELETE",
        routeTo("DELETE /api/my/certificates/:code", { params: { code: code! } }),
        undefined,
        account,
      )
    ).then(again);
  return (
    <li>
      <h2>
        <Foreign>{name}</Foreign>
      </h2>
      {about && (
        <p>
          <Foreign>{about}</Foreign>
        </p>
      )}
      <p>
        <progress max={of} value={have} aria-label={say("awards.progress", { name })} /> {reachedAt === null
          ? say("awards.far", { have, of })
          : say("awards.reached", { date: sayDate(reachedAt) })}
      </p>
      {code !== null && reachedAt === null && <p class="wait">{say("awards.fallen")}</p>}
      <div class="buttons">
        {code !== null
          ? (
            <>
              <a class="button" href={`/award/${code}`} target="_self">{say("awards.show")}</a>
              <AskOnce
                words={say("awards.drop")}
                label={say("awards.drop.label", { name })}
                what={say("awards.drop.what")}
                sure={say("awards.drop.do")}
                disabled={doing.busy.value}
                act={drop}
              />
            </>
          )
          : reachedAt !== null &&
            <Button disabled={doing.busy.value} onClick={take}>{say("awards.take")}</Button>}
      </div>
      <Problem of={doing} />
    </li>
  );
}
