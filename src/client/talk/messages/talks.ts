/** What the gateway answers about one's messages, and how to learn of new ones while a page is open. */
import { useEffect, useRef } from "preact/hooks";
import type { LoggedMessage } from "../../../stations/mod.ts";
import { useApp } from "../../phone/app.ts";
import { say } from "../../ui/say.ts";

/** A call with or without an SSID, or a group name of APRS. */
export const CALL = "[A-Za-z0-9]{1,6}(-[A-Za-z0-9]{1,2})?";

export const isCall = (call: string): boolean => new RegExp(`^${CALL}$`).test(call);

/** Where a text for a station is left until it is heard; what was written to it comes along. */
export const mailboxFor = (call: string): string => `/mailbox?to=${encodeURIComponent(call)}`;

/** The address of the conversation with a station. */
export const addressOf = (call: string): string => `/messages/${encodeURIComponent(call)}`;

/** A conversation in the list. */
export interface Talk {
  with: string;
  unread: number;
  last: LoggedMessage;
}
/** All conversations. `outboxAskedAt`: when a box last fetched messages to transmit, unix seconds. */
interface Talks {
  conversations: readonly Talk[];
  unread: number;
  outboxAskedAt: number | null;
}

/** Calls `act` whenever a message to or from the person comes or is acknowledged, and when the connection is back. */
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

/** The state of one's own message in words; for a message of others, how it came. */
export function deliveryOf({ delivery, direction, transport }: LoggedMessage, mine: boolean): string {
  if (delivery === "here") return say(mine ? "talk.delivery.here" : "talk.came.here");
  if (delivery) return say(`talk.delivery.${delivery}`);
  if (mine && direction === "rx") return say("talk.delivery.on_air");
  return say(transport === "aprs-is" ? "talk.came.internet" : "talk.came.radio");
}

/** A box that has fetched no messages for so many seconds counts as gone. */
const BOX_GONE_S = 300;

/** Whether a box will fetch a message that is queued now. */
export const leaves = ({ outboxAskedAt }: Talks, now: number): boolean =>
  outboxAskedAt !== null && now - outboxAskedAt < BOX_GONE_S;
