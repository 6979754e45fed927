/** When two hearings are of one packet: same speaker, same destination without SSID, same payload; or the mesh's own id. */
import { baseCall, normalCall } from "../../base/mod.ts";
import {
  arrivalOf,
  binaryOfJson,
  decodeMeshcom,
  decodeText,
  decodeTnc2,
  isUnreadable,
  type MeshPacket,
  type Packet,
} from "../../aprs/mod.ts";

/** Key of an APRS packet: path and q construct do not make it another, nor how its bytes were read as text. */
export const keyOfPacket = (packet: Packet): string =>
  `${packet.source}>${baseCall(packet.destination)}:${decodeText(packet.info).trimEnd()}`;

/** Key of a mesh packet: position and sensors of one sender share a message id. */
export const keyOfMesh = (packet: MeshPacket, raw: string): string =>
  packet.messageId === undefined
    ? `mesh ${packet.source} ${raw}`
    : `mesh ${packet.source} ${packet.messageId} ${packet.content.kind}`;

/** Key of a position that was posted as such. */
export const keyOfPosition = (call: string, at: number, lat: number, lon: number): string =>
  `position ${call} ${at} ${lat} ${lon}`;

/** Whose packet a key is of. */
export function callOfKey(key: string): string {
  const [sort, call = ""] = key.split(" ", 2);
  if (sort === "mesh" || sort === "position") return call;
  return normalCall(key.slice(0, key.indexOf(">")));
}

/** The key of a kept raw packet. */
export function keyOfRaw(raw: string): string | undefined {
  if (raw.startsWith("{")) {
    const mesh = decodeMeshcom(raw);
    if (!("unreadable" in mesh)) return keyOfMesh(mesh, raw);
    const { call, at, lat, lon } = JSON.parse(raw);
    return keyOfPosition(call, at, lat, lon);
  }
  const packet = decodeTnc2(binaryOfJson(raw));
  return isUnreadable(packet) ? undefined : keyOfPacket(arrivalOf(packet).packet);
}
