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

/** `first`: the size to draw with before it is known, as on the server and on paper. */
export function useRoom(of: { readonly current: SVGSVGElement | null }, first: Omit<Room, "pixel">): Room {
  const room = useSignal<Room>({ ...first, pixel: USUAL });
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
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [of.current]);
  return room.value;
}
