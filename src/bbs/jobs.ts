/** What the post office does by itself (API "General behaviour" 5). */
import type { Job } from "../jobs/mod.ts";
import { returnStuck } from "./forwarding/return_mail.ts";
import { reroute } from "./mail/send_on.ts";
import type { Office } from "./office.ts";
import { ageWhitePages } from "./white_pages/white_pages.ts";

const DAY = 86_400;
/** The forward log. */
const LOG_S = 30 * DAY;
/** BIDs of deleted messages: longer than any copy travels around in the network. */
const BIDS_S = 400 * DAY;
/** Partly received messages: a partner that comes back later than this sends from the start. */
const PARTS_S = 7 * DAY;
/** Expired messages that one write takes away. */
const BATCH = 500;

/** Takes away what is past its time. Nothing while the clock is not set. */
export async function pruneBbs(office: Office): Promise<void> {
  const { parts: { db, clockIsSet }, messages, forwards, now } = office;
  if (!clockIsSet()) return;
  for (let page; (page = messages.expired({ now: now(), limit: BATCH })).length > 0;) {
    await db.write((tx) => {
      // The record of an own bulletin ends by itself at the same time, here and elsewhere.
      for (const { id } of page) messages.drop(tx, { id });
    });
  }
  await db.write((tx) => {
    messages.prunePosts(tx, { before: now() - DAY });
    messages.pruneBids(tx, { before: now() - BIDS_S });
    forwards.prune(tx, { before: now() - LOG_S });
    forwards.endLost(tx, { before: now() - DAY, words: "the program ended meanwhile" });
    forwards.pruneAttempts(tx, { before: now() - LOG_S });
    forwards.pruneParts(tx, { before: now() - PARTS_S });
    ageWhitePages(office, tx);
  });
}

/** Looks for new ways and gives back what had none for too long. */
const settleStuck = (office: Office): Promise<number> =>
  office.parts.db.write((tx) => {
    reroute(office, tx);
    return returnStuck(office, tx);
  });

/** Clean-up and mail that got stuck, each once an hour. */
export const bbsJobs = (office: Office): Job[] => [
  { name: "bbs-prune", when: "37 * * * *", judgesTime: true, run: () => pruneBbs(office) },
  {
    name: "bbs-stuck",
    when: "47 * * * *",
    judgesTime: true,
    run: async () => void await settleStuck(office),
  },
];
