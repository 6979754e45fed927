/**
 * The conversation with a station as a panel, to write without leaving the page or the map. The panel's content is that of
 * the page Messages, and is loaded once somebody wants to write.
 */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { assets, loadStyle } from "../../phone/assets.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Button, ButtonLink, Moment } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

const buttonOf = (call: string) => `message-${call}`;
type Part = ComponentType<{ other: string; read: () => void }>;

export function MessagePanel({ call, close }: { call: string; close: () => void }) {
  const app = useApp();
  const part = useSignal<{ of: Part } | undefined>(undefined), failed = useSignal(false);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    Promise.all([import("./conversation.tsx"), loadStyle(assets().restStyle)]).then(
      ([{ Conversation }]) => part.value = { of: Conversation },
      () => failed.value = true,
    );
  }, []);
  // The focus goes into the panel when it opens, and back to its button when it closes, for keyboards and screen readers.
  useEffect(() => {
    panel.current?.focus();
    // The button may be drawn only after the panel is gone.
    return () => void app.world.later(() => document.getElementById(buttonOf(call))?.focus(), 0);
  }, [call]);
  const Talk = part.value?.of;
  return (
    <section
      class="message-panel"
      ref={panel}
      tabIndex={-1}
      aria-label={say("talk.with", { call })}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <p>
        <Button onClick={close}>{say("live.message.close")}</Button>
      </p>
      {Talk
        ? (
          <Boundary>
            <Talk key={call} other={call} read={() => void app.refresh()} />
          </Boundary>
        )
        : (
          failed.value ? <MessageLink call={call} /> : <Moment />
        )}
    </section>
  );
}

/** A link to the same conversation as a page: for people who are not signed in, and where the panel cannot be loaded. */
const MessageLink = ({ call }: { call: string }) => (
  <a href={`/messages/${encodeURIComponent(call)}`}>{say("station.message")}</a>
);

/** The button that opens a station's panel; for somebody who is not signed in, a link to the page, which asks them to. */
export function MessageButton({ call, open, main = false }: {
  call: string;
  open: () => void;
  /** It is what one came to the page for. */
  main?: boolean;
}) {
  const kind = main ? "main" : "quiet";
  return useApp().call.value
    ? (
      <Button kind={kind} icon="messages-square" id={buttonOf(call)} onClick={open}>
        {say("station.message")}
      </Button>
    )
    : (
      <ButtonLink kind={kind} href={`/messages/${encodeURIComponent(call)}`}>
        {say("station.message")}
      </ButtonLink>
    );
}
