/** When two hearings are of one packet: same speaker, same destination without SSID, same payload; or the mesh's own id. */
import { baseCall } from "../base/mod.ts";
import {
  binaryOfJson,
  decodeMeshcom,
  decodeTnc2,
  heard,
  isUnreadable,
  type MeshPacket,
  type Packet,
} from "../aprs/mod.ts";

/** Key of an APRS packet: path and q construct do not make it another. */
export const keyOfPacket = (packet: Packet): string =>
  `${packet.source}>${baseCall(packet.destination)}:${packet.info.trimEnd()}`;

/** Key of a mesh packet: position and sensors of one sender share a message id. */
export const keyOfMesh = (packet: MeshPacket, raw: string): string =>
  packet.messageId === undefined
    ? `mesh ${packet.source} ${raw}`
    : `mesh ${packet.source} ${packet.messageId} ${packet.content.kind}`;

/** The key of a kept raw packet. */
export function keyOfRaw(raw: string): string | undefined {
  if (raw.startsWith("{")) {
    const mesh = decodeMeshcom(raw);
    return "unreadable" in mesh ? undefined : keyOfMesh(mesh, raw);
  }
  const packet = decodeTnc2(binaryOfJson(raw));
  return isUnreadable(packet) ? undefined : keyOfPacket(heard(packet).packet);
}
