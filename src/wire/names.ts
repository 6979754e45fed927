/** Names on the wire: instance ids, record kinds and global ids (FED "Envelope"). Pure. */

/** The kinds that sync pages carry. The order is the one a pull applies them in (FED "Reception rules"). */
export const RECORD_KINDS = ["tombstone", "key", "account-move", "cache", "find", "bulletin"] as const;
export type RecordKind = typeof RECORD_KINDS[number];

/**
 * The kinds whose versions each origin numbers in one sequence. Receivers keep a mark for how far they have read such a
 * sequence, know its gaps, and read it in origin pages.
 */
export const SEQUENCE_KINDS = ["tombstone", "account-move", "cache", "find"] as const;
export type SequenceKind = typeof SEQUENCE_KINDS[number];

/** Whether a text is the name of a mirrored kind. */
export const isRecordKind = (text: string): text is RecordKind =>
  (RECORD_KINDS as readonly string[]).includes(text);
/** Whether a text is the name of a kind with marks and gaps. */
export const isSequenceKind = (text: string): text is SequenceKind =>
  (SEQUENCE_KINDS as readonly string[]).includes(text);

/** The word of a kind inside global ids: the kind's own name, but `move` for account moves. */
export const gidWord = (kind: RecordKind): string => kind === "account-move" ? "move" : kind;

/** The longest global id that is read, in characters: a host name, a word and a local part. */
export const MAX_GID = 400;

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** The last id that was found valid. It is kept because each record of a page names the same id several times. */
let lastGood = "";

/** Whether the text is an instance id: a lower-case host name with labels of 1 to 63 characters, 253 in all at most. */
export function isInstanceId(text: string): boolean {
  if (text === lastGood && text !== "") return true;
  const good = text.length <= 253 && text.split(".").every((label) => LABEL.test(label));
  if (good) lastGood = text;
  return good;
}

interface GlobalId {
  origin: string;
  word: string;
  local: string;
}

/** `origin:word:localid` taken apart, or `undefined`. The local part may hold colons, never be empty. */
export function readGid(gid: string): GlobalId | undefined {
  const first = gid.indexOf(":");
  const second = gid.indexOf(":", first + 1);
  if (gid.length > MAX_GID || first < 1 || second <= first + 1 || second === gid.length - 1) return undefined;
  const origin = gid.slice(0, first);
  if (!isInstanceId(origin)) return undefined;
  return { origin, word: gid.slice(first + 1, second), local: gid.slice(second + 1) };
}

/** The global id of one of this instance's own records: `origin:word:local`. */
export const makeGid = (origin: string, kind: RecordKind, local: string | number): string =>
  `${origin}:${gidWord(kind)}:${local}`;
