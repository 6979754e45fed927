/** The awards of a club that the member visited: how far they are there, and its certificates. Asked for when somebody wants it. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { deviceKey, signAct } from "../phone/queue/sign.ts";
import { type AnswerOf, routeTo } from "../phone/wire/routes.ts";
import { AskOnce, Button, Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";
import type { OwnVisit } from "./change_visit.tsx";

type Award = AnswerOf<"POST /api/my/visits/:sentId/awards">["awards"][number];

/** `visits`: the member's at that club. One that this device signed speaks for the member there. */
export function VisitAwards({ origin, visits }: { origin: string; visits: readonly OwnVisit[] }) {
  const app = useApp(), doing = useDoing();
  const awards = useSignal<readonly Award[] | undefined>(undefined);
  if (!visits.some((visit) => visit.awards !== null)) return null;
  /** Asks something of the awards, signed under its path there by this device, and lists them anew. */
  const ask = async (wished?: { award: number; wish: "take" | "drop" }): Promise<void> => {
    const key = await deviceKey(app.storage, app.call.peek()!);
    const visit = visits.find((one) => one.awards !== null && one.key === key?.publicKey);
    if (!key || !visit) return void (doing.problem.value = { sentence: say("visit.other"), reason: "" });
    const { sentId, call } = visit;
    const signed = (suffix: string) => {
      const path = `${visit.awards}${suffix}`;
      return signAct(key, { at: app.gateway.now(), call, instance: origin, path });
    };
    await doing.run(async () => {
      if (wished) {
        const one = routeTo("POST /api/my/visits/:sentId/awards/:award/:wish", {
          params: { sentId, ...wished },
        });
        const answer = await app.gateway.ask(
          "POST",
          one,
          await signed(`/${wished.award}/${wished.wish}`),
        );
        if (!answer.ok) return answer;
      }
      const list = routeTo("POST /api/my/visits/:sentId/awards", { params: { sentId } });
      const answer = await app.gateway.ask("POST", list, await signed(""));
      if (answer.ok) awards.value = answer.value.awards;
      return answer;
    });
  };
  return (
    <section id="visit-awards">
      {awards.value === undefined
        ? (
          <Button disabled={doing.busy.value} onClick={() => void ask()}>
            {say("visit.awards", { origin })}
          </Button>
        )
        : <h3>{say("visit.awards", { origin })}</h3>}
      {awards.value?.length === 0 && <p class="soft">{say("awards.none")}</p>}
      <ul class="row-list">
        {awards.value?.map(({ id, name, about, have, of, reachedAt, code }) => (
          <li key={id}>
            <h4>
              <Foreign>{name}</Foreign>
            </h4>
            {about && (
              <p>
                <Foreign>{about}</Foreign>
              </p>
            )}
            <p>
              <progress max={of} value={have} aria-label={say("awards.progress", { name })} />{" "}
              {reachedAt === null
                ? say("awards.far", { have, of })
                : say("awards.reached", { date: sayDate(reachedAt) })}
            </p>
            <div class="buttons">
              {code !== null
                ? (
                  <>
                    <a class="button" href={`https://${origin}/award/${code}`}>{say("awards.show")}</a>
                    <AskOnce
                      words={say("awards.drop")}
                      label={say("awards.drop.label", { name })}
                      what={say("awards.drop.what")}
                      sure={say("awards.drop.do")}
                      disabled={doing.busy.value}
                      act={() => void ask({ award: id, wish: "drop" })}
                    />
                  </>
                )
                : reachedAt !== null && (
                  <Button
                    disabled={doing.busy.value}
                    onClick={() => void ask({ award: id, wish: "take" })}
                  >
                    {say("awards.take")}
                  </Button>
                )}
            </div>
          </li>
        ))}
      </ul>
      <Problem of={doing} />
    </section>
  );
}
