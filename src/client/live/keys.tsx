/** Keyboard shortcuts of a page: one key each, except while somebody types; and their list. They can be switched off. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { recall, remember } from "../shell/choices.ts";
import { Button } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { type Acts, KEYS, nameOfKey, NAMES } from "./key_table.ts";

const OFF = "keys.off";
/** On these elements Enter keeps its own meaning. */
const PRESSABLE = "a, button, summary, label, [role=button]";
const WRITABLE = "input, textarea, select, [contenteditable]";

/** Listens for the page's shortcuts while it is shown; `?` or a press of the button shows their list. */
export function KeyHelp({ acts }: { acts: Acts }) {
  const shown = useSignal(false), off = useSignal(recall<boolean>(OFF) ?? false);
  // The page is drawn often: the shortcuts always use the functions of the last drawing.
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
