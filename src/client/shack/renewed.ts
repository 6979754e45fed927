/** Reading an address that changes by itself: once more every so often, while the page is shown and can be seen. */
import { useEffect } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { type Read, useRead } from "../shell/use_read.ts";

/** Seconds between two readings: what the mesh, ports and receivers say is no faster. */
const EVERY_S = 30;

export function useRenewed<T>(path: string | undefined, everyS = EVERY_S): Read<T> {
  const { world } = useApp();
  const read = useRead<T>(path);
  useEffect(() => {
    let stop = () => {};
    const turn = () => {
      stop = world.later(() => {
        if (!document.hidden) void read.again();
        turn();
      }, everyS * 1000);
    };
    turn();
    return () => stop();
  }, [path]);
  return read;
}
