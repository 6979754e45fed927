/** Signing out. Without a connection the phone forgets the person at once, and ends the session as soon as it can. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { type Doing, useDoing } from "../phone/doing.tsx";
import { noteLeft } from "../phone/person/ended.ts";
import { waits } from "../phone/queue/item.ts";
import { type Address, routeTo } from "../phone/wire/routes.ts";
import { useRead } from "../phone/use_read.ts";
import { Button, ButtonLink } from "../ui/parts.tsx";
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

/**
 * A button that ends sessions. Whoever has no way in that is their own, or of whom the phone does not know one, is asked before
 * they lock themselves out.
 */
export function LeaveButton(
  { words, act, busy }: { words: string; act: () => Promise<void>; busy: boolean },
) {
  const passkeys = useRead(routeTo("GET /auth/passkeys")), session = useRead(routeTo("GET /auth/session"));
  const keys = passkeys.known.value?.value.passkeys, own = session.known.value?.value;
  const isComing = !(keys && own) && !(passkeys.problem.value || session.problem.value);
  const isAsked = useSignal(false), canReturn = !!keys?.length || !!own?.email;
  const press = () => {
    if (canReturn) void act();
    else isAsked.value = !isAsked.peek();
  };
  return (
    <>
      <Button
        disabled={busy || isComing && !canReturn}
        aria-expanded={canReturn ? undefined : isAsked.value}
        onClick={press}
      >
        {words}
      </Button>
      {isAsked.value && (
        <div class="notice">
          <p>{say(keys && own ? "access.sessions.stranded" : "me.out.unknown")}</p>
          <div class="buttons">
            <ButtonLink icon="key-round" href="/me/access">{say("me.out.passkey")}</ButtonLink>
            <Button kind="bad" disabled={busy} onClick={() => void act()}>{say("me.out.anyway")}</Button>
            <Button onClick={() => isAsked.value = false}>{say("me.out.stay")}</Button>
          </div>
        </div>
      )}
    </>
  );
}

/** The button on the page Me, with what stays on this device. */
export function SignOut({ call }: { call: string }) {
  const { drain, gateway } = useApp(), { doing, here } = useLeaving();
  const kept = drain.items.value.filter((item) => item.account === call && waits(item)).length;
  return (
    <section class="sign-out">
      {kept > 0 && <p class="soft">{say("me.out.kept", { n: kept, call })}</p>}
      {gateway.reached.value === false && <p class="soft">{say("me.out.offline")}</p>}
      <LeaveButton words={say("me.out")} act={here} busy={doing.busy.value} />
      {doing.problem.value && <p class="bad" role="alert">{doing.problem.value.sentence}</p>}
    </section>
  );
}
