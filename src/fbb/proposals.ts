/**
 * Offers: up to five lines `FA P OE1ABC DL1SVC DL2XYZ 105_OE1XBB 345`, then `F> HH` with the checksum of those lines.
 * FA is compressed text; FB plain text, or a compressed file where both compress; FC and FD are Winlink's forms, whose
 * addresses lie inside the message: they are read and never accepted, since our SID does not ask for them.
 */
import { isAt, isTo } from "./address.ts";
import { isBid, normalBid } from "./bid.ts";
import type { Header, MessageType, Proposal } from "./message.ts";
import { toLatin1 } from "./text.ts";

/** Proposals in one block. */
export const MOST_PROPOSALS = 5;
/** Far above any real line: LinBPQ refuses addresses from 41 characters on. */
const MAX_PROPOSAL = 160;

export type ProposalRead =
  | { kind: "offer"; code: "A" | "B"; proposal: Proposal }
  /**
   * Some field is such that the message cannot be taken: answered `E` or `=`, so that what is offered beside it goes
   * on.
   */
  | { kind: "unusable" };

const UNUSABLE: ProposalRead = { kind: "unusable" };
const TYPES = /^[A-Z]$/;
/** F6FBB counts in 32 bits and offers an empty text with 4294967295. */
const MINUS = 0x8000_0000;

/** Reads a line that begins with FA, FB, FC or FD. */
export function readProposal(line: string): ProposalRead {
  if (line.length > MAX_PROPOSAL) return UNUSABLE;
  const [word, type = "", from = "", at = "", to = "", bid = "", size = "", ...more] = line.trim()
    .toUpperCase()
    .split(/ +/);
  const code = word === "FA" ? "A" : word === "FB" ? "B" : undefined;
  if (!code || more.length > 0 || !TYPES.test(type) || !/^[0-9]{1,10}$/.test(size)) return UNUSABLE;
  if (!isTo(from) || !isTo(to) || !isAt(at) || !isBid(bid)) return UNUSABLE;
  // F6FBB takes any letter for a type; an unknown one is treated as personal, there and here.
  const known: MessageType = type === "B" || type === "T" || type === "A" ? type : "P";
  const count = Number(size);
  return {
    kind: "offer",
    code,
    proposal: { type: known, from, at, to, bid: normalBid(bid), size: count >= MINUS ? 0 : count },
  };
}

/** Whether the header's fields fit into an offer that other software takes. */
export const canPropose = ({ from, at, to, bid }: Header): boolean =>
  isTo(from) && isTo(to) && isAt(at) && isBid(bid);

/** The line of an offer. `size` in bytes of the body. */
export const writeProposal = (code: "A" | "B", header: Header, size: number): string =>
  `F${code} ${header.type} ${header.from} ${header.at} ${header.to} ${header.bid} ${size}`;

/** Two's complement of the byte sum of the lines, each with its CR, as two hexadecimal digits. */
export function proposalChecksum(lines: readonly string[]): string {
  let sum = 0;
  for (const line of lines) for (const byte of toLatin1(`${line}\r`)) sum += byte;
  return (-sum & 0xff).toString(16).toUpperCase().padStart(2, "0");
}
