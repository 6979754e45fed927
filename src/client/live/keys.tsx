/** Keys of a page: one letter each, read while nobody types, and a list of them. A person may switch them off. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { recall, remember } from "../shell/choices.ts";
import { Button } from "../shell/parts.tsx";
import { type Key, say } from "../shell/say.ts";

/** What a key does, and the words for it. */
export type Keys = Readonly<Record<string, { does: Key; act(): void }>>;

const OFF = "keys.off";

/** Listens to the keys while the page is shown, and shows them at `?` or at a press of its button. */
export function KeyHelp({ keys }: { keys: Keys }) {
  const shown = useSignal(false), off = useSignal(recall<boolean>(OFF) ?? false);
  // The page draws itself often; what its keys do is what they do in the last drawing.
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target } = event;
      const typing = target instanceof Element &&
        target.closest("input, textarea, select, [contenteditable]");
      if (off.peek() || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const found = current.current[key];
      if (key === "?") shown.value = !shown.value;
      else if (!found) return;
      event.preventDefault();
      found?.act();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  return (
    <section class="keys">
      <Button aria-expanded={shown.value} onClick={() => shown.value = !shown.value}>
        {say("keys.show")}
      </Button>
      {shown.value && (
        <>
          <dl>
            {Object.entries({ ...keys, "?": { does: "keys.help" as const } }).map(([key, { does }]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{say(does)}</dd>
              </div>
            ))}
          </dl>
          <label class="keys-off">
            <input
              type="checkbox"
              checked={off.value}
              onChange={({ currentTarget }) => {
                off.value = currentTarget.checked;
                remember(OFF, off.value);
              }}
            />
            {say("keys.off")}
          </label>
        </>
      )}
    </section>
  );
}
