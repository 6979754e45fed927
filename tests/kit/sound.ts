/** Sounds as a recorder makes them: the smallest that players take. */

/** The first 44 bytes of a WAV that has so many in all: one channel of 8 bits, 8000 samples a second. */
export function wavHead(bytes: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(44), view = new DataView(head.buffer);
  const text = (at: number, letters: string) => head.set(new TextEncoder().encode(letters), at);
  text(0, "RIFF");
  view.setUint32(4, bytes - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  for (const [at, value] of [[20, 1], [22, 1], [32, 1], [34, 8]] as const) view.setUint16(at, value, true);
  for (const at of [24, 28]) view.setUint32(at, 8000, true);
  text(36, "data");
  view.setUint32(40, bytes - 44, true);
  return head;
}
