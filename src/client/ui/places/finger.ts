/** A finger or a mouse on a drawing. */

export interface Spot {
  x: number;
  y: number;
}

/**
 * The handlers of a drawing whose view is `width` units wide. All spots are in these units; `on` is what the finger came down
 * upon. `cancel`: the finger scrolls the page, so it meant nothing by the drawing.
 */
export function finger(
  width: number,
  down: (spot: Spot, on: Element) => void,
  move: (spot: Spot) => void,
  up: (spot: Spot) => void,
  cancel: () => void,
) {
  type Touch = PointerEvent & { currentTarget: SVGSVGElement };
  const spotOf = ({ currentTarget, clientX, clientY }: Touch): Spot => {
    const box = currentTarget.getBoundingClientRect(), scale = width / box.width;
    return { x: (clientX - box.x) * scale, y: (clientY - box.y) * scale };
  };
  return {
    onPointerDown: (event: Touch) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      down(spotOf(event), event.target as Element);
    },
    onPointerMove: (event: Touch) => move(spotOf(event)),
    onPointerUp: (event: Touch) => up(spotOf(event)),
    onPointerCancel: cancel,
  };
}
