/** Parts of the frame that come after the page: their scripts are loaded once the page stands. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Boundary } from "../phone/boundary.tsx";

/** Draws what `load` gives; nothing until it is there, and where it cannot be had. */
export function Later<Props extends object>(
  { load, ...props }: { load: () => Promise<{ default: ComponentType<Props> }> } & Props,
) {
  const part = useSignal<ComponentType<Props> | undefined>(undefined);
  useEffect(() => {
    load().then((loaded) => part.value = loaded.default, () => {});
  }, []);
  const Shown = part.value;
  return Shown
    ? (
      <Boundary>
        <Shown {...props as unknown as Props} />
      </Boundary>
    )
    : null;
}
