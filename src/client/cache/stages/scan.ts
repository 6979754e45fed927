/** Reads an NFC tag with the phone, where the browser can do that (Chromium on Android, over https). */

interface Record {
  recordType: string;
  encoding?: string;
  data?: DataView;
}
interface Reader {
  scan(options: { signal: AbortSignal }): Promise<void>;
  addEventListener(name: "reading", heard: (event: { message: { records: Record[] } }) => void): void;
}
const maker = (): (new () => Reader) | undefined =>
  (globalThis as { NDEFReader?: new () => Reader }).NDEFReader;

/** Whether this browser can read tags. */
export const canScan = (): boolean => maker() !== undefined;

/** How long to wait for a tag, milliseconds. */
const PATIENCE_MS = 30_000;

/** The text of the first tag that is held to the phone; `undefined` where none came or the person did not allow it. */
export async function scan(): Promise<string | undefined> {
  const Made = maker();
  if (!Made) return undefined;
  const reader = new Made();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const over = AbortSignal.timeout(PATIENCE_MS);
  over.addEventListener("abort", () => resolve(undefined));
  reader.addEventListener("reading", ({ message }) => resolve(textOf(message.records)));
  const done = new AbortController();
  await reader.scan({ signal: AbortSignal.any([over, done.signal]) }).catch(() => resolve(undefined));
  return await promise.finally(() => done.abort());
}

/** The first text or address on a tag. */
function textOf(records: readonly Record[]): string | undefined {
  const found = records.find(({ recordType, data }) =>
    data && ["text", "url", "absolute-url"].includes(recordType)
  );
  return found && new TextDecoder(found.encoding ?? "utf-8").decode(found.data);
}
