/**
 * The radio formats: APRS, AX.25, KISS and MeshCom, read and written. Pure: bytes in, values out, no clock, no I/O.
 * Never throws on what was received; says what it could not read. Refuses to judge who heard what: that is
 * `stations/evidence/attest.ts`.
 */
export { decodeAx25, decodeFrame, encodeFrame, type Frame } from "./ax25.ts";
export {
  ackInfo,
  aprsIsPasscode,
  messageInfo,
  messageText,
  positionInfo,
  thirdPartyInfo,
  weatherInfo,
} from "./compose.ts";
export { DataLink } from "./connected/data_link.ts";
export {
  controlText,
  type LinkFrame,
  type LinkNews,
  readLinkFrame,
  writeLinkFrame,
} from "./connected/link_frame.ts";
export { MOST_QUEUED } from "./connected/send_window.ts";
export { deviceOf, deviceOfDestination } from "./devices.ts";
export { arrivalOf } from "./arrival.ts";
export { encodeKiss, KissReader } from "./kiss.ts";
export { decodeMeshcom, encodeMeshcom, meshAckText, type MeshPacket } from "./meshcom/meshcom.ts";
export { meshDevice } from "./meshcom/devices.ts";
export type * from "./packet.ts";
export { isUnreadable } from "./packet.ts";
export { symbolName } from "./symbols.ts";
export { binaryOfJson, decodeText, fromBinary, toBinary } from "./text.ts";
export { decodeTnc2, encodeTnc2 } from "./tnc2.ts";
export { hasWeather, isLowPressure, isPressureAt } from "./weather.ts";
