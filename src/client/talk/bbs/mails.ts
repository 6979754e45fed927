/** Mail and bulletins as the gateway answers, and their states in words. */
import type { z } from "#schemas";
import type { MessageView } from "../../../bbs/mod.ts";
import { say } from "../../ui/say.ts";

export type Mail = z.output<typeof MessageView>;
export interface MailPage {
  messages?: readonly Mail[];
  bulletins?: readonly Mail[];
  nextCursor?: string;
}

/** How many mails are read at once. */
export const PAGE = 50;

/** The state of one's own mail in words: waiting (and for which partner), forwarded (to whom), or read. */
export function stateOf({ type, delivery, forwardedTo = [], readAt, held }: Mail): string {
  if (held) return say("waits.mail");
  if (type === "B" || delivery === undefined) return "";
  const to = forwardedTo.join(", ");
  if (delivery === "sent") return say("bbs.delivery.sent", { to });
  if (delivery === "here") return say(readAt === null ? "bbs.delivery.here" : "bbs.delivery.read");
  return delivery === "spread" ? "" : say(`bbs.delivery.${delivery}`);
}

/** An address as people write it: `call@bbs`. */
export const addressOf = ({ toCall, at }: Pick<Mail, "toCall" | "at">): string =>
  at === "" ? toCall : `${toCall} @ ${at}`;
