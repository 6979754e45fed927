/** A box to tick without words beside it, such as before each row of a table. */
import { useRef } from "preact/hooks";

/** `name`: what it ticks, for screen readers. `turn` is told whether the shift key was held, by which several are ticked. */
export function BareTick({ name, on, turn }: {
  name: string;
  on: boolean;
  turn: (on: boolean, shift: boolean) => void;
}) {
  // A change does not say which keys were held; the click before it does.
  const shift = useRef(false);
  return (
    <input
      type="checkbox"
      aria-label={name}
      checked={on}
      onClick={({ shiftKey }) => shift.current = shiftKey}
      onChange={({ currentTarget }) => turn(currentTarget.checked, shift.current)}
    />
  );
}
