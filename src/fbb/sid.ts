/** The SID: `[FBB-7.0.11-AB1FHMR$]` says what a system's software is called and what it can do. */

export interface Sid {
  name: string;
  version: string;
  /** Has the block protocol (F), without which nothing here works. */
  blocks: boolean;
  /** Compressed bodies: undefined none, 0 without CRC (B), 1 with CRC, resume and the answers R, H and E (B1). */
  compressed?: 0 | 1;
  /** Takes hierarchical addresses (H). */
  hierarchical: boolean;
  /** Takes messages of type A (A). */
  acknowledgements: boolean;
  /** Uses MIDs for personal mail (M) and BIDs ($, always last). */
  mids: boolean;
  bids: boolean;
}

const MAX_SID = 80;

/** Reads one whole line; undefined when it is not a SID. B2 (Winlink's form) includes B1. */
export function readSid(line: string): Sid | undefined {
  if (line.length > MAX_SID) return undefined;
  const [, inside] = /^\[([!-Z\\^-~ ]+)\]$/.exec(line.trim()) ?? [];
  if (inside === undefined) return undefined;
  const first = inside.indexOf("-"), last = inside.lastIndexOf("-");
  if (first < 1) return undefined;
  const letters = inside.slice(last + 1).toUpperCase();
  if (!/^[A-Z0-9]*(?:\$[A-Z0-9]*)?$/.test(letters)) return undefined;
  const compressed = /B[12]/.test(letters) ? 1 : letters.includes("B") ? 0 : undefined;
  return {
    name: inside.slice(0, first),
    version: first < last ? inside.slice(first + 1, last) : "",
    blocks: letters.includes("F"),
    ...(compressed === undefined ? {} : { compressed }),
    hierarchical: letters.includes("H"),
    acknowledgements: letters.includes("A"),
    mids: letters.includes("M"),
    bids: letters.includes("$"),
  };
}

export type Mode = "ascii" | "b0" | "b1";

/** Our own SID for the best mode that a partner may use with us. */
export function writeSid(name: string, version: string, mode: Mode): string {
  const letters = { ascii: "FHM$", b0: "BFHM$", b1: "B1FHM$" }[mode];
  return `[${name}-${version}-${letters}]`;
}

/** What both sides can: the lesser of our mode and the partner's SID. */
export function commonMode(own: Mode, theirs: Sid): Mode {
  if (own === "ascii" || theirs.compressed === undefined) return "ascii";
  return own === "b0" || theirs.compressed === 0 ? "b0" : "b1";
}
