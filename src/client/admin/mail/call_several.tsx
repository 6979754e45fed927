/** Has the boxes call several partners: each as if it had been asked by itself. */
import type { PartnerShape } from "../../../bbs/mod.ts";
import { useApp } from "../../phone/app.ts";
import type { Answered } from "../../phone/ask.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Button } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";

export function CallSeveral({ partners, again }: {
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
