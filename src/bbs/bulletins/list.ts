/** Bulletins that are read here: own ones, the network's, and those of shown instances. */
import { bbsFailure } from "../errors.ts";
import { withBodies } from "../mail/message_pages.ts";
import type { SessionWho } from "../../http/mod.ts";
import { type MessageView, viewOf } from "../mail/views.ts";
import type { Office } from "../office.ts";
import { readerOf } from "../mail/sight.ts";
import { withReadMarks } from "./read_marks.ts";

/** Bulletins of one page. */
const PAGE = 200;

interface BulletinQuery {
  /** All of them where it is absent. */
  category?: string | undefined;
  /** As `nextCursor` gave it. */
  before?: string | undefined;
  limit?: number;
  /** Also those of instances that the operator has neither trusted nor blocked. */
  unvetted?: boolean;
  /** Whose reading each is marked with. */
  session?: SessionWho | undefined;
}

/** A place in the order of bulletins: `<posting time>.<number>`. */
function readCursor(before: string | undefined): { beforeAt: number; beforeId: number } {
  if (before === undefined) return { beforeAt: Number.MAX_SAFE_INTEGER, beforeId: 0 };
  const read = /^(\d{1,12})\.(\d{1,15})$/.exec(before);
  if (!read) throw bbsFailure.bad_cursor();
  return { beforeAt: Number(read[1]), beforeId: Number(read[2]) };
}

/** A page of them, newest first. */
export function listBulletins(
  office: Office,
  query: BulletinQuery = {},
): { bulletins: MessageView[]; nextCursor?: string } {
  const { messages, now, shown } = office;
  const limit = query.limit ?? PAGE;
  const me = readerOf(query.session) ?? 0;
  const page = { now: now(), shown: shown(query.unvetted === true), me, ...readCursor(query.before), limit };
  const heads = query.category === undefined
    ? messages.bulletins(page)
    : messages.ofCategory({ ...page, category: query.category.toUpperCase() });
  const { rows, cut } = withBodies(messages, heads, limit);
  const last = rows.at(-1);
  return {
    bulletins: withReadMarks(office, rows.map((row) => viewOf(office, row)), query.session),
    ...(cut && last && { nextCursor: `${last.postedAt}.${last.id}` }),
  };
}
