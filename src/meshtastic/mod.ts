/**
 * Meshtastic as a listener needs it: the stream of a device, the few protobuf messages that say who, where and what, and the
 * three words that a listener says to it. Pure. What cannot be read is `undefined`, never an error. Field numbers are those of
 * the published descriptors (https://buf.build/meshtastic/protobufs).
 */
export { readEnvelope, readFromRadio } from "./from_radio.ts";
export type { MeshtasticPacket } from "./packet.ts";
export { StreamFrames } from "./stream.ts";
export { disconnect, heartbeat, wantConfig } from "./to_radio.ts";
