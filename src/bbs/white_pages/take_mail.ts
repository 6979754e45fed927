/** Mail to WP: records are learned, questions answered by mail. */
import { baseCall, isCall, utf8 } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type FbbMessage, homeOf, shownText, type Trail, wireText } from "../../fbb/mod.ts";
import { sendOn } from "../mail/send_on.ts";
import { writeMessage } from "../mail/write_message.ts";
import type { Office } from "../office.ts";
import { ownCall } from "../own_address.ts";
import { readWhitePageLines, writeWhitePageLine } from "./lines.ts";
import { hearSaid } from "./white_pages.ts";

/** Lines of one answer (F6FBB stops there too). */
const MOST_ANSWERS = 100;
/** Bytes of a message that are looked at. */
const MOST_BYTES = 65_536;

/** Takes one message to WP. */
export function takeWhitePages(office: Office, tx: Tx, message: FbbMessage, trail: Trail): void {
  const lines = readWhitePageLines(shownText(message.body.subarray(trail.textAt, trail.textAt + MOST_BYTES)));
  const answers: string[] = [];
  for (const line of lines) {
    if (line.kind === "record") hearSaid(office, tx, line.said);
    else if (answers.length < MOST_ANSWERS) {
      answers.push(...answersTo(office, line, MOST_ANSWERS - answers.length));
    }
  }
  // An update comes from WP itself: two systems that answered each other would never end.
  if (answers.length === 0 || !isCall(message.from) || baseCall(message.from) === ownCall(office.settings)) {
    return;
  }
  const written = writeMessage(office, tx, {
    type: "P",
    from: ownCall(office.settings),
    to: baseCall(message.from),
    at: homeOf(trail.lines) ?? "",
    subject: utf8("WP answer"),
    body: wireText(answers.join("\n") + "\n"),
    postedAt: office.now(),
    expiresAt: null,
    auto: "wp",
    byAir: true,
  });
  sendOn(office, tx, written);
}

function answersTo(
  { pages }: Office,
  { call, prefix }: { call: string; prefix: boolean },
  most: number,
): string[] {
  // "~" sorts behind every letter and digit that a call can have.
  const found = prefix
    ? pages.from({ from: call, upTo: `${call}~`, limit: most })
    : [pages.of({ call })].filter((page) => page !== undefined);
  if (found.length > 0) return found.map(writeWhitePageLine);
  return [`${call}${prefix ? "*" : ""} is not known here`];
}
