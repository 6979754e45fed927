/** White Pages as rows. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

/** Who says where somebody's home mailbox is, the strongest first. */
export const WORDS = ["operator", "box", "told", "guessed"] as const;
export type Word = typeof WORDS[number];

export interface WhitePage {
  /** Base call. */
  call: string;
  /** Hierarchical address of the home mailbox. */
  home: string;
  source: Word;
  /** Date of the word. */
  toldAt: number;
  /** When it was last confirmed. */
  seenAt: number;
  /** What R: lines say since `nextSince` instead. */
  nextHome: string | null;
  nextSince: number | null;
  name: string;
  town: string;
  zip: string;
}

const PAGE = columns<WhitePage>(asNamed("call home source toldAt seenAt nextHome nextSince name town zip"));

export const whitePageStore = (db: Database) => ({
  of: db.row<{ call: string }, WhitePage>(`SELECT ${PAGE.select()} FROM bbs_white_page WHERE call = :call`),
  save: db.change<WhitePage>(
    `${PAGE.insertInto("bbs_white_page")} ON CONFLICT (call) DO UPDATE SET ${
      PAGE.without("call").setExcluded()
    }`,
  ),
  drop: db.change<{ call: string }>("DELETE FROM bbs_white_page WHERE call = :call"),
  /** Entries whose call begins so, by call, from one on. */
  from: db.rows<{ from: string; upTo: string; limit: number }, WhitePage>(
    `SELECT ${PAGE.select()} FROM bbs_white_page WHERE call >= :from AND call < :upTo ORDER BY call LIMIT :limit`,
  ),
  prune: db.change<{ before: number }>(
    "DELETE FROM bbs_white_page WHERE source <> 'operator' AND seen_at < :before",
  ),
});
