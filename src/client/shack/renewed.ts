/** Reading an address that changes by itself: once more every so often, while the page can be seen. */
import { type Read, usePoll, useRead } from "../shell/use_read.ts";

/** Seconds between two readings: what the mesh, ports and receivers say is no faster. */
export const EVERY_S = 30;

export function useRenewed<T>(path: string | undefined, everyS = EVERY_S): Read<T> {
  const read = useRead<T>(path);
  usePoll(read.again, path === undefined ? undefined : everyS);
  return read;
}
