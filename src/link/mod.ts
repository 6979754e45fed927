/**
 * Records over slow carriers (FED "Packet circuit line protocol", "Store-and-forward", "Beacon tier"). Pure: what
 * is heard is turned into sync pages, frames and cursors, what is to be said into lines, mail and datagrams. It opens
 * nothing, verifies no signature and stores nothing: every carrier ends in the one admission of records.
 *
 * A circuit is a generator of each side that yields effects as values; server, command line and receiver box drive the
 * same one. Tells the other side in words why a session ends: no compression in common, another dictionary, a damaged page.
 */
export {
  batchBid,
  fnv1a64,
  framesThatFit,
  isBatch,
  MAX_BATCH_FRAMES,
  MAX_PACKED_FRAMES,
  readBatch,
  writeBatch,
  type WrittenBatch,
} from "./batch.ts";
export { fitBeacon, MAX_BEACON, MAX_HEARD, readBeacon, writeBeacon } from "./beacon.ts";
export { agree, type Caps, encodeCaps, feedsOf, type LinkProfile, PROFILES, readCaps, VHF } from "./caps.ts";
export type { CircuitEffect, CircuitSteps, Cursor } from "./circuit_effects.ts";
export { fitsLine, fitsVisit, MAX_LINE, MAX_PAYLOAD, writeError as refusalLine } from "./circuit_lines.ts";
export { pullCircuit, type Pulled } from "./circuit_pull.ts";
export { serveCircuit, type Served } from "./circuit_serve.ts";
export { dialPlan } from "./dial.ts";
export { type CircuitHands, driveCircuit, type OpenLine } from "./drive.ts";
export { type StreamLine, streamLine } from "./stream_line.ts";
export { packPage, unpackPage } from "./packing.ts";
export { encodeAsk, type PageAsk, readAsk } from "./page_ask.ts";
