/** Signing out. Without a connection the phone forgets the person at once, and ends the session as soon as it can. */
import { useApp } from "../phone/app.ts";
import { type Doing, useDoing } from "../phone/doing.tsx";
import { noteLeft } from "../phone/person/ended.ts";
import { waits } from "../phone/queue/item.ts";
import { type Address, routeTo } from "../phone/wire/routes.ts";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

/** Leaves by a route: `here` is what works without the gateway too. */
export function useLeaving(): { doing: Doing; here: () => Promise<void>; everywhere: () => Promise<void> } {
  const app = useApp(), doing = useDoing();
  const by = async (path: Address<unknown>, mayWait: boolean) => {
    const left = await doing.run(async () => {
      const answer = await app.gateway.ask("POST", path, {});
      if (answer.ok || answer.refused || !mayWait) return answer;
      noteLeft(true);
      return { ok: true, value: undefined, status: 0 };
    });
    if (left) await app.left();
  };
  return {
    doing,
    here: () => by(routeTo("POST /auth/logout"), true),
    everywhere: () => by(routeTo("POST /auth/logout-all"), false),
  };
}

/** The button on the page Me, with what stays on this device. */
export function SignOut({ call }: { call: string }) {
  const { drain, gateway } = useApp(), { doing, here } = useLeaving();
  const kept = drain.items.value.filter((item) => item.account === call && waits(item)).length;
  return (
    <section class="sign-out">
      {kept > 0 && <p class="soft">{say("me.out.kept", { n: kept, call })}</p>}
      {gateway.reached.value === false && <p class="soft">{say("me.out.offline")}</p>}
      <Button disabled={doing.busy.value} onClick={() => void here()}>{say("me.out")}</Button>
      {doing.problem.value && <p class="bad" role="alert">{doing.problem.value.sentence}</p>}
    </section>
  );
}
