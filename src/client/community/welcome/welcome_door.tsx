/**
 * What a stranger is told on the first page: one line that leads to the page Welcome, and stays away for good once it is put
 * aside. Members never see it; its script comes for strangers alone.
 */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { recall, remember } from "../../phone/choices.ts";

/** Where this device remembers that the line was put aside. */
const KEY = "welcome:aside";

/** Keeps its room until the line is there, so that nothing moves then. */
export function WelcomeDoor() {
  const { call, start } = useApp();
  const isAside = useSignal(recall<boolean>(KEY) === true);
  const door = useSignal<{ of: ComponentType<{ close: () => void }> } | undefined>(undefined);
  const isShut = isAside.value || Boolean(call.value), isStranger = !isShut && start.value !== undefined;
  useEffect(() => {
    if (isStranger) import("./door.tsx").then((file) => door.value = { of: file.default }, () => {});
  }, [isStranger]);
  if (isShut) return null;
  const close = () => {
    remember(KEY, true);
    isAside.value = true;
  };
  return <div class="door">{door.value && <door.value.of close={close} />}</div>;
}
