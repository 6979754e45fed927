/** What the gateway says of one's messages, and hearing of new ones while a page is open. */
import { useEffect, useRef } from "preact/hooks";
import type { LoggedMessage } from "../../../stations/mod.ts";
import { useApp } from "../../shell/app.ts";
import { say } from "../../shell/say.ts";

export interface Talk {
  with: string;
  unread: number;
  last: LoggedMessage;
}
export interface Talks {
  conversations: readonly Talk[];
  unread: number;
  outboxAskedAt: number | null;
}

/** Does it whenever a message of one's own comes, goes or is acknowledged, and when the connection is back. */
export function useOwnMessages(act: () => void): void {
  const { wire, call } = useApp();
  const latest = useRef(act);
  latest.current = act;
  const mine = call.value, open = wire.open.value;
  useEffect(() => {
    if (!mine) return;
    const done = wire.want({ own: mine, maxAgeS: 0 });
    const deaf = wire.listen((messages) => {
      if (messages.some(({ type }) => type === "message")) latest.current();
    });
    return () => {
      done();
      deaf();
    };
  }, [mine]);
  useEffect(() => {
    if (open) latest.current();
  }, [open]);
}

/** Where a message that was sent stands, in words; of one heard on the air how it came. */
export function deliveryOf({ delivery, direction, transport }: LoggedMessage, mine: boolean): string {
  if (delivery) return say(`talk.delivery.${delivery}`);
  if (mine && direction === "rx") return say("talk.delivery.on_air");
  return say(transport === "aprs-is" ? "talk.came.internet" : "talk.came.radio");
}

/** Seconds after which a box that asked for what waits counts as gone. */
const BOX_GONE_S = 300;

/** Whether a message that is queued now is going to be fetched. */
export const leaves = ({ outboxAskedAt }: Talks, now: number): boolean =>
  outboxAskedAt !== null && now - outboxAskedAt < BOX_GONE_S;
