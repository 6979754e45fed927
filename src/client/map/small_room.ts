/** The room that a small map has on the screen, so that it is drawn in the screen's own pixels. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

/** So much wider than on a phone's screen is a drawing of which nobody knows the room yet. */
const USUAL = 1.6;

interface Room {
  width: number;
  height: number;
  /** Units of the drawing to a pixel of the screen. */
  pixel: number;
}

/** The rooms that maps had on this screen, by the kind of map: the next one of that kind has most likely the same. */
const rooms = new Map<string, Room>();

/**
 * `first`: the size to draw with before it is known, as on the server and on paper. `kind`: maps of one kind have one room on a
 * screen.
 */
export function useRoom(
  of: { readonly current: SVGSVGElement | null },
  first: Omit<Room, "pixel">,
  kind: string,
): Room {
  // Not by the window's size: to ask for that lays the page out, and a room that is another one by now is seen at once.
  const known = rooms.get(kind);
  const room = useSignal<Room>(known ?? { ...first, pixel: USUAL });
  useLayoutEffect(() => {
    const { current } = of;
    if (!current || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const width = Math.round(current.clientWidth), height = Math.round(current.clientHeight);
      const now = room.peek();
      if (width === 0 || height === 0 || now.pixel === 1 && now.width === width && now.height === height) {
        return;
      }
      room.value = { width, height, pixel: 1 };
      rooms.set(kind, room.peek());
    };
    // It is told once the page is laid out, and before it is painted: to ask now would lay it out for the sake of the map.
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [of.current]);
  return room.value;
}
