/** Which reader a catalogue's file needs. */
import type { ImportedRow } from "./place.ts";
import { readCsv } from "./read_csv.ts";
import { readGpx } from "./read_gpx.ts";
import type { ImportSource } from "./sources.ts";

/** The places of a file: GPX or CSV, by its first byte that is not white space. `today` is yyyy-mm-dd. */
export async function readPlaces(
  bytes: ReadableStream<Uint8Array>,
  source: ImportSource,
  today: string,
): Promise<AsyncGenerator<ImportedRow>> {
  const reader = bytes.getReader();
  const first = await reader.read();
  const head = first.value ?? new Uint8Array(0);
  const whole = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head),
    async pull(controller) {
      const { done, value } = first.done ? { done: true, value: undefined } : await reader.read();
      if (done) controller.close();
      else controller.enqueue(value!);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // A byte order mark, or UTF-16, may stand before the bracket.
  const lead = head.slice(0, 64).find((byte) =>
    ![0xef, 0xbb, 0xbf, 0xff, 0xfe, 0, 9, 10, 13, 32].includes(byte)
  );
  return lead === 0x3c ? readGpx(whole, source) : readCsv(whole, source, today);
}
