/**
 * What a stranger is told on the first page: one line that leads to the page Welcome, and goes away for good when it is put
 * aside. Members never see it, and its script is loaded for strangers alone.
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { recall } from "../phone/choices.ts";
import type { DoorProps } from "./door.tsx";

/** Where this device remembers that the line was put aside. */
export const DOOR_KEY = "welcome:aside";

/** Keeps its room from the first moment, so that nothing moves under a finger when it is drawn. */
export function WelcomeDoor() {
  const { call, start } = useApp();
  const isAside = useSignal(recall<boolean>(DOOR_KEY) === true);
  const part = useSignal<{ of: (props: DoorProps) => preact.JSX.Element } | undefined>(undefined);
  // Until the gateway has said who is signed in, nobody is taken for a stranger.
  const isStranger = start.value !== undefined && !call.value && !isAside.value;
  useEffect(() => {
    if (isStranger) void import("./door.tsx").then((file) => part.value = { of: file.default }, () => {});
  }, [isStranger]);
  if (!isStranger) return null;
  return <div class="door">{part.value && <part.value.of close={() => isAside.value = true} />}</div>;
}
