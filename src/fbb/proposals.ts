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
export const MAX_PROPOSAL = 160;

export type ProposalRead =
  | { kind: "offer"; code: "A" | "B"; proposal: Proposal }
  /** Well formed, but some field is such that the message cannot be taken: answered `E` or `=`. */
  | { kind: "unusable"; code: string; bid: string }
  /** Fields are missing: the protocol ends here. */
  | { kind: "broken" };

const TYPES = /^[A-Z]$/;

/** Reads a line that begins with FA, FB, FC or FD. */
export function readProposal(line: string): ProposalRead {
  if (line.length > MAX_PROPOSAL) return { kind: "broken" };
  const [word = "", ...fields] = line.trim().split(/ +/);
  const code = word.slice(1);
  if (code === "C" || code === "D") {
    return fields.length >= 4 ? { kind: "unusable", code, bid: fields[1]! } : { kind: "broken" };
  }
  const [type = "", from = "", at = "", to = "", bid = "", size = ""] = fields.map((one) =>
    one.toUpperCase()
  );
  if ((code !== "A" && code !== "B") || fields.length !== 6 || !TYPES.test(type)) return { kind: "broken" };
  if (!/^[0-9]{1,9}$/.test(size)) return { kind: "broken" };
  // F6FBB takes any letter for a type; what is none of the known ones is treated as personal there and here.
  const known: MessageType = type === "B" || type === "T" || type === "A" ? type : "P";
  if (!isTo(from) || !isTo(to) || !isAt(at) || !isBid(bid)) return { kind: "unusable", code, bid };
  return {
    kind: "offer",
    code,
    proposal: { type: known, from, at, to, bid: normalBid(bid), size: Number(size) },
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
