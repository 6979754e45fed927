/** The awards that one can reach here: how far one is, and the certificate of each that is reached. */
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { GroupHead } from "../../ui/look/lists.tsx";
import { AskOnce, Button, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { numberFormat, sayDate } from "../../ui/times.ts";
import { type Award, Drawn, missingOf, Next } from "./award_drawn.tsx";

export default function AwardsPage() {
  return (
    <SignedIn title="page.awards">
      {(call) => <Awards account={call} />}
    </SignedIn>
  );
}

function Awards({ account }: { account: string }) {
  const { caches } = useApp();
  useEffect(() => void caches.refresh(), []);
  const { known, problem, again } = useRead(routeTo("GET /api/my/awards"));
  if (problem.value) return <Unread>{problem.value}</Unread>;
  const awards = known.value?.value.awards;
  if (!awards) return <Loading />;
  const earned = awards.filter(({ reachedAt, code }) => reachedAt !== null || code !== null);
  const open = awards.filter((award) => !earned.includes(award));
  return (
    <>
      <p class="soft">{say("awards.what")}</p>
      {awards.length === 0 && <p class="soft">{say("awards.none")}</p>}
      {earned.length > 0 && (
        <section>
          <GroupHead>{say("awards.earned")}</GroupHead>
          <div class="award-grid">
            {earned.map((award) => <Earned key={award.id} award={award} account={account} again={again} />)}
          </div>
        </section>
      )}
      {open.length > 0 && (
        <section>
          <GroupHead>{say("awards.within")}</GroupHead>
          <div class="award-grid">
            {open.map((award) => <Open key={award.id} award={award} account={account} />)}
          </div>
        </section>
      )}
    </>
  );
}

/** One that is not reached yet: how far one is as a number and as a drawing, what is missing, and which cache would count. */
function Open({ award, account }: { award: Award; account: string }) {
  const { name, about, have, of } = award, missing = missingOf(award);
  return (
    <article class="card award">
      <p class="award-head">
        <Name>{name}</Name>
        <span class="far">
          {numberFormat({}).format(have)}
          <small>{` ${say("awards.of", { of: numberFormat({}).format(of) })}`}</small>
        </span>
      </p>
      <Drawn award={award} />
      {about && (
        <p class="soft">
          <Foreign>{about}</Foreign>
        </p>
      )}
      {missing && <p class="soft">{say("awards.missing", { what: missing })}</p>}
      <Next award={award} account={account} />
    </article>
  );
}

const Name = ({ children }: { children: string }) => (
  <h3>
    <Foreign>{children}</Foreign>
  </h3>
);

/** One that was reached, with its certificate. */
function Earned({ award, account, again }: { award: Award; account: string; again: () => Promise<void> }) {
  const { gateway } = useApp(), doing = useDoing();
  const { id, name, about, reachedAt, code } = award;
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
    <article class="card award award-earned">
      <Name>{name}</Name>
      {about && (
        <p>
          <Foreign>{about}</Foreign>
        </p>
      )}
      {reachedAt !== null && (
        <p>
          {say("awards.reached", { date: sayDate(reachedAt) })}
          {code !== null && ` · ${say("awards.signed")}`}
        </p>
      )}
      {code !== null && reachedAt === null && <p class="wait">{say("awards.fallen")}</p>}
      <div class="buttons">
        {code === null ? <Button disabled={doing.busy.value} onClick={take}>{say("awards.take")}</Button> : (
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
        )}
      </div>
      <Problem of={doing} />
    </article>
  );
}
