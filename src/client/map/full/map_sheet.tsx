/** What opens over the big map: from below on a phone, at its side on a wide screen. The map stays where it is. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Round } from "../../ui/look/round.tsx";
import { say } from "../../ui/say.ts";

/** `close` is called for its button and for Escape. */
export function MapSheet({ title, close, children }: {
  title: string;
  close: () => void;
  children: ComponentChildren;
}) {
  const sheet = useRef<HTMLElement>(null);
  // Its content is read from its beginning; afterwards the focus is where it was.
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    sheet.current?.focus({ preventScroll: true });
    return () => before?.isConnected && before.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => key === "Escape" && close();
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [close]);
  return (
    <section class="map-sheet" ref={sheet} tabIndex={-1} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Round icon="x" onClick={close}>{say("live.message.close")}</Round>
      </header>
      {children}
    </section>
  );
}
