/**
 * For a screen that shows the stations all day, such as a club's second monitor: a window of its own, without the rest of the
 * browser, and the whole screen. In both the screen stays on, where the browser can do that.
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useAwake } from "../phone/senses/awake.ts";
import { OWN_WINDOW } from "../panes/beside.ts";
import { PAGES } from "../pages/page_table.ts";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { wall } from "./wall.ts";

/** Name and size of the window, in pixels. */
const NAME = `${OWN_WINDOW}live`, SIZE = "popup,width=1200,height=800";

export function OwnScreen() {
  const isFull = useSignal(false), isOwn = (globalThis as { name?: string }).name === NAME;
  useEffect(() => {
    const turned = () => isFull.value = document.fullscreenElement !== null;
    turned();
    document.addEventListener("fullscreenchange", turned);
    return () => document.removeEventListener("fullscreenchange", turned);
  }, []);
  useAwake(isOwn || isFull.value);
  useEffect(() => {
    wall.value = isOwn || isFull.value;
    return () => wall.value = false;
  }, [isOwn, isFull.value]);
  const fill = () => {
    const done = isFull.peek()
      ? document.exitFullscreen()
      : document.getElementById("page")?.requestFullscreen();
    // A browser that does not allow it leaves the page as it is.
    done?.catch(() => {});
  };
  return (
    <span class="own-screen">
      {!isOwn && <Button onClick={() => void open(PAGES.live.path, NAME, SIZE)}>{say("live.window")}</Button>}
      {document.fullscreenEnabled && (
        <Button aria-pressed={isFull.value} onClick={fill}>{say("live.full")}</Button>
      )}
    </span>
  );
}
