/** Pulling the page down at its top reads it anew, as a finger expects it; an app on a home screen has no button for that. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { assets, loadStyle } from "../phone/assets.ts";
import { say } from "../ui/say.ts";
import { follow, isFar, type Pull } from "./pulling.ts";

/** What has a movement of its own below a finger: the page stays where it is. */
const OWN = "input, textarea, select, canvas, svg, dialog, [popover], .pull-up, .small-map";

/** Listens on the whole page, and draws how far the finger is. */
export default function PullAnew() {
  const app = useApp();
  const pull = useSignal<Pull | undefined>(undefined),
    isReading = useSignal(false),
    styled = useSignal(false);
  const sign = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const begin = ({ touches, target }: TouchEvent) => {
      const [finger] = touches;
      const may = finger && touches.length === 1 && scrollY <= 0 && !(target as Element).closest(OWN);
      pull.value = may ? { from: { x: finger.clientX, y: finger.clientY }, way: 0 } : undefined;
    };
    const move = ({ touches: [finger] }: TouchEvent) => {
      const now = pull.peek();
      if (now && finger) {
        const next = pull.value = scrollY > 0
          ? undefined
          : follow(now, { x: finger.clientX, y: finger.clientY });
        // What the sign looks like comes with the first pull: most people never pull.
        if (next && next.way > 0) void loadStyle(assets().restStyle).then(() => styled.value = true);
      }
    };
    const end = async () => {
      const now = pull.peek();
      pull.value = undefined;
      if (!now || !isFar(now) || isReading.peek()) return;
      isReading.value = true;
      await app.readAnew().catch(() => {});
      isReading.value = false;
    };
    const call = () => pull.value = undefined;
    const on = { touchstart: begin, touchmove: move, touchend: end, touchcancel: call };
    for (const [name, act] of Object.entries(on)) {
      document.addEventListener(name, act as EventListener, { passive: true });
    }
    return () => {
      for (const [name, act] of Object.entries(on)) document.removeEventListener(name, act as EventListener);
    };
  }, []);
  const way = pull.value?.way ?? 0;
  // Set through the element: the page's policy allows no style attributes.
  useEffect(() => sign.current?.style.setProperty("--way", `${way}px`), [way]);
  const isShown = styled.value && (way > 0 || isReading.value);
  return (
    <div
      class="pull-anew"
      ref={sign}
      hidden={!isShown}
      data-far={pull.value && isFar(pull.value) ? "" : undefined}
      data-reads={isReading.value ? "" : undefined}
    >
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M21 12a9 9 0 1 1-3-6.7L21 8M21 3v5h-5" />
      </svg>
      <span class="unseen" role="status">{isReading.value ? say("doing.loading") : ""}</span>
    </div>
  );
}
