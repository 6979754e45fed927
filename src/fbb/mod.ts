/**
 * FBB forwarding, the protocol by which packet BBSes hand mail to each other (F6FBB's appendices 9 and 10). Pure: it
 * opens nothing, stores nothing and reads no clock. A session of either side is one generator that yields effects as
 * values (`Effect`); whoever has a line and a store drives it, and commits before it lets the session go on.
 *
 * So nothing is lost or doubled: a message of ours is `sent` only after the partner's answer to the whole block, one
 * of theirs is answered only after it was committed, and what a dead link left open is told apart by its BID in the
 * next session. Everything a partner sends is measured before it is buffered, parsed or decompressed.
 */
export {
  type Address,
  componentsOf,
  isAt,
  isTo,
  matchLength,
  MAX_TO,
  readAddress,
  showAddress,
} from "./address.ts";
export { isBid, isOwnBid, makeBid, MAX_BID, normalBid } from "./bid.ts";
export { type Desk, drive, type Line } from "./drive.ts";
export type { Effect, Outcome, SessionEnd, Settled, Steps, Verdict } from "./effects.ts";
export { type FbbMessage, MESSAGE_TYPES, type MessageType, type Proposal } from "./message.ts";
export {
  homeOf,
  MAX_R_LINES,
  passedThrough,
  postmark,
  readRLine,
  readTrail,
  type RLine,
  type Trail,
  writeRLine,
} from "./r_line.ts";
export { recorded } from "./transcript.ts";
export { readScript } from "./session/connect.ts";
export { type SessionOptions } from "./session/options.ts";
export { session } from "./session/session.ts";
export { commonMode, type Mode, readSid, type Sid, writeSid } from "./sid.ts";
export { escapeTelnet, telnetLine, TelnetReader } from "./telnet.ts";
export { bodyFields, bodyOf, shownText, wireText } from "./text.ts";
