/** Parts of the frame that come after the page: their scripts are loaded once the page stands. */
import type { ComponentType } from "preact";
import { Boundary } from "../phone/boundary.tsx";
import { usePart } from "../ui/use_part.ts";

/** Draws what `load` gives; nothing until it is there, and where it cannot be had. */
export function Later<Props extends object>(
  { load, ...props }: { load: () => Promise<{ default: ComponentType<Props> }> } & Props,
) {
  const Shown = usePart(load)?.default;
  return Shown
    ? (
      <Boundary>
        <Shown {...props as unknown as Props} />
      </Boundary>
    )
    : null;
}
