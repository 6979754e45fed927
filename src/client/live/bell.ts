/** Asks the gateway for alerts as soon as a watched station is heard over the WebSocket. */
import { useEffect } from "preact/hooks";
import { ownerCall } from "../../base/callsigns.ts";
import { useApp } from "../phone/app.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** The gateway stores an alert at about the time when it sends the packet: so many milliseconds later it is read. */
const AFTER_MS = 1000;

/** For a page that has the WebSocket open; does nothing for somebody who is not signed in. */
export function useBell(): void {
  const app = useApp();
  const { call, reader, wire, world } = app;
  useEffect(() => {
    if (!call.value) return;
    let watched = new Set<string>(), stop: (() => void) | undefined;
    void reader.read(routeTo("GET /api/watch"), ({ value }) => {
      watched = new Set(value.watching.map(({ callsign }) => callsign));
    });
    const end = wire.listen((messages) => {
      if (watched.size === 0) return;
      const rings = messages.some((one) => one.type === "position" && watched.has(ownerCall(one.call)));
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
