/** A message or bulletin of the packet mailbox: what its writer says besides the text, each fact once. FED "Envelope". */
import { carried } from "./fact.ts";
import { thing } from "./thing.ts";

/** Its text, its way and its times are the mailbox's. Packet forwarding carries nothing but subject and text. */
export const MAIL = thing({
  subject: carried(80, { always: true, leaves: { needed: true, most: 200 }, words: "bbs.subject" }),
});
