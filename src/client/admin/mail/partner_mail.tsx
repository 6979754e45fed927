/** What waits for a forwarding partner, behind its number; and having the partner called now. */
import { useSignal } from "@preact/signals";
import type { PartnerShape } from "../../../bbs/mod.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Button, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { sayBytes, sayTime } from "../../ui/times.ts";
import { Mark } from "../parts/mark.tsx";
import { isTold, tell } from "../tell.ts";

const sayHeld = (reason: string): string => {
  const key = `partner.held.${reason}`;
  return isTold(key) ? tell(key) : reason;
};

/** The number of what waits; pressed, it is the list. */
export function Waiting({ partner: { id, call, waiting = 0, held = 0 } }: { partner: PartnerShape }) {
  const isOpen = useSignal(false);
  const counts = tell("partner.counts", { waiting, held });
  if (waiting + held === 0) return <>{counts}</>;
  return (
    <>
      <Button
        aria-expanded={isOpen.value}
        aria-label={tell("partner.waiting.about", { call })}
        onClick={() => isOpen.value = !isOpen.peek()}
      >
        {counts}
      </Button>
      {isOpen.value && <List id={id} />}
    </>
  );
}

function List({ id }: { id: number }) {
  const { gateway } = useApp();
  const { known, problem } = useRead(routeTo("GET /api/bbs/partners/:id/waiting", { params: { id } }));
  const list = known.value?.value, now = gateway.now();
  if (!list) return problem.value ? <Unread>{problem.value}</Unread> : <Loading />;
  return (
    <>
      <ul class="check-list">
        {list.messages.map((
          { bid, type, fromCall, toCall, at, bytes, receivedAt, held, notBefore, words },
        ) => (
          <li key={bid}>
            <span class="code">{type} {bid}</span> {fromCall} → {toCall}
            {at && `@${at}`}, {sayBytes(bytes)}, {sayTime(receivedAt, now)}
            {held !== null && <Mark kind="wait">{sayHeld(held)}</Mark>}
            {notBefore !== null && notBefore > now &&
              ` ${tell("partner.put_off", { when: sayTime(notBefore, now) })}`}
            {words && (
              <>
                <Foreign>{words}</Foreign>
              </>
            )}
          </li>
        ))}
      </ul>
      {list.more && <p class="soft">{tell("partner.waiting.more", { n: list.messages.length })}</p>}
    </>
  );
}

/** Has the box call it; says since when that is asked. */
export function CallNow({ id, call, enabled, askedAt, again }: {
  id: number;
  call: string;
  enabled: boolean;
  askedAt: number | null;
  again: () => Promise<void>;
}) {
  const { gateway } = useApp();
  const doing = useDoing();
  const ask = async () => {
    const path = routeTo("POST /api/bbs/partners/:id/call", { params: { id } });
    if (await doing.run(() => gateway.ask("POST", path))) await again();
  };
  if (askedAt !== null) {
    return <Mark kind="wait">{tell("partner.call.asked", { at: sayTime(askedAt, gateway.now()) })}</Mark>;
  }
  return (
    <>
      <Button
        disabled={!enabled || doing.busy.value}
        aria-label={tell("partner.call.about", { call })}
        onClick={() => void ask()}
      >
        {tell("partner.call")}
      </Button>{" "}
      <Problem of={doing} />
    </>
  );
}
