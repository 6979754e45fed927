/** Rings while the live channel is open: a watched station was heard, so the gateway has something to tell. */
import { useEffect } from "preact/hooks";
import { baseOf, type Watching } from "../shack/watching.ts";
import { useApp } from "../shell/app.ts";

/** The gateway writes its alert beside what it sends: asked for after so long, in milliseconds. */
const AFTER_MS = 1000;

export function useBell(): void {
  const app = useApp();
  const { call, reader, wire, world } = app;
  useEffect(() => {
    if (!call.value) return;
    let watched = new Set<string>(), stop: (() => void) | undefined;
    void reader.read<Watching>("/api/watch", ({ value }) => {
      watched = new Set(value.watching.map(({ callsign }) => callsign));
    });
    const end = wire.listen((messages) => {
      if (watched.size === 0) return;
      const rings = messages.some((one) => one.type === "position" && watched.has(baseOf(one.call)));
      if (rings) {
        stop ??= world.later(() => {
          stop = undefined;
          void app.refresh();
        }, AFTER_MS);
      }
    });
    return () => {
      end();
      stop?.();
    };
  }, [call.value]);
}
