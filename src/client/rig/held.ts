/**
 * Whether this tab holds a radio, and that its gate is known while somebody looks: asked by its own page, the terminal and the lamp
 * on the way, each of which brings nothing of the others along.
 */
import { useEffect } from "preact/hooks";
import type { App } from "../phone/app.ts";
import { type Rig, rigOf, type RigWord } from "./rig.ts";

const NOT_HELD: readonly RigWord[] = ["none", "elsewhere", "failed"];
export const wordOf = (app: App): RigWord => rigOf(app).word.value;
export const isHeld = (app: App): boolean => !NOT_HELD.includes(wordOf(app));

/** How often the gateway is asked while the page is in sight, in milliseconds: a press then need not wait for it. */
const ASK_MS = 60_000;

/** Keeps the gateway's answer fresh while somebody looks. */
export function useGate(rig: Rig): void {
  useEffect(() => {
    let stop = () => {};
    const ask = () => {
      if (!document.hidden) void rig.askGate();
      stop = rig.app.world.later(ask, ASK_MS);
    };
    ask();
    return () => stop();
  }, []);
}
