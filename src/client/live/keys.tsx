/** Keys of a page: one letter each, read while nobody types, and a list of them. A person may switch them off. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { recall, remember } from "../shell/choices.ts";
import { Button } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { type Acts, KEYS, nameOfKey, NAMES } from "./key_table.ts";

const OFF = "keys.off";
/** What a key of the browser's own works on: there it keeps its meaning. */
const PRESSABLE = "a, button, summary, label, [role=button]";
const WRITABLE = "input, textarea, select, [contenteditable]";

/** Listens to the keys that the page has acts for while it is shown, and shows them at `?` or at a press of its button. */
export function KeyHelp({ acts }: { acts: Acts }) {
  const shown = useSignal(false), off = useSignal(recall<boolean>(OFF) ?? false);
  // The page draws itself often; what its keys do is what they do in the last drawing.
  const current = useRef(acts);
  current.current = { ...acts, help: () => shown.value = !shown.value };
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target } = event;
      const within = (selector: string) => target instanceof Element && target.closest(selector) !== null;
      if (off.peek() || within(WRITABLE) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === KEYS.open.key && within(PRESSABLE)) return;
      const name = nameOfKey(key), act = name && current.current[name];
      if (!act) return;
      event.preventDefault();
      act();
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
            {NAMES.filter((name) => current.current[name]).map((name) => (
              <div key={name}>
                <dt>
                  <kbd>{KEYS[name].key}</kbd>
                </dt>
                <dd>{say(KEYS[name].does)}</dd>
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
