/** Reads an address of the API again and again while the page is shown, for what changes by itself. */
import type { Address } from "../phone/wire/routes.ts";
import { type Read, usePoll, useRead } from "../phone/use_read.ts";

/** How often it is read, in seconds: mesh, ports and receivers do not report more often. */
export const EVERY_S = 30;

export function useRenewed<T>(path: Address<T> | undefined, everyS = EVERY_S): Read<T> {
  const read = useRead(path);
  usePoll(read.again, path === undefined ? undefined : everyS);
  return read;
}
