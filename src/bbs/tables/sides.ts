/**
 * Whose mail may be seen by whom, as conditions of statements. A call goes from one holder to the next, its mail does not:
 * an account sees received mail while it holds the call verified, and of that only what came to it or was written by it. Over
 * the air a call is a claim: who connects sees what waits for the call, unless its verified holder forbids it, and nothing of
 * a former holder.
 */
import { notOfFormer, ofAccount } from "../../db/mod.ts";

/** Through whose eyes a mailbox is looked at. The shell's see everything of it. */
export interface Eyes {
  eyes: "account" | "air" | "shell";
  /** The account that looks; over the air the one that holds the call. 0: none. */
  me: number;
  /** An account: it holds the call verified. Over the air: nobody who does forbids it. */
  open: 0 | 1;
  /** Over the air: the holder lets mail be read that was written signed in and sent from the call. */
  sentToo: 0 | 1;
}

export const SHELL: Eyes = { eyes: "shell", me: 0, open: 1, sentToo: 1 };

/** Joins what the conditions below ask: every message that is not a mirror has a row. */
export const WITH_SIDE = "LEFT JOIN bbs_side s ON s.message_id = m.id";
const OF_ACCOUNT = ofAccount("s.to_account", "s.from_account");
/** Of the mail to a call what these eyes see, never what is held; binds what `Eyes` holds. */
export const SEES_RECEIVED =
  `CASE :eyes WHEN 'shell' THEN 1 WHEN 'account' THEN :open AND m.held_at IS NULL AND ${OF_ACCOUNT}
  ELSE :open AND m.held_at IS NULL AND ${notOfFormer("s.to_account", "s.to_proven")} END`;
/** The same of what was sent from a call. */
export const SEES_SENT = `CASE :eyes WHEN 'shell' THEN 1 WHEN 'account' THEN s.from_account = :me
  ELSE :open AND coalesce(s.from_account, :me) = :me AND (coalesce(s.by_air, 0) OR :sentToo) END`;
/** Received mail of an account `:me`, of the calls that it holds verified (`:proven`, a JSON list). */
export const IN_INBOX = `(m.to_base IN (SELECT value FROM json_each(:proven)) AND m.delivery <> 'returned'
  AND m.held_at IS NULL AND ${OF_ACCOUNT})`;
/** What an account wrote, under whatever call: it stays the writer's when the call goes on. */
export const IS_WRITER = "s.from_account = :me";
