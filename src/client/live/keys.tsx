/** Keyboard shortcuts of a page: one key each, except while somebody types; and their list. They can be switched off. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { recall, remember } from "../shell/choices.ts";
import { Button } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { FIND } from "../nearby/panes/top.tsx";
import { type Acts, KEYS, nameOfKey, NAMES, rowActs, toRow } from "./key_table.ts";

const OFF = "keys.off";
/** On these elements Enter keeps its own meaning. */
const PRESSABLE = "a, button, summary, label, [role=button]";
const WRITABLE = "input, textarea, select, [contenteditable]";

/** The links of every list of the app: `j` and `k` walk along them where a page says nothing else. */
const LISTS = [".cache-list", ".rows", ".row-list", ".link-list", ".log-book", ".table tbody", ".cards tbody"]
  .map((list) => `${list} a`).join();

/** The shortcuts of a page that has none of its own. Hidden where the page has its own, and on a phone. */
export const SpareKeys = () => <KeyHelp acts={{}} spare />;

/**
 * Listens for the page's shortcuts while it is shown; `?` or a press of the button shows their list. What every page can do
 * (search, walk along its list) is there without being named in `acts`.
 */
export function KeyHelp({ acts, spare = false }: { acts: Acts; spare?: boolean }) {
  const shown = useSignal(false), off = useSignal(recall<boolean>(OFF) ?? false);
  const section = useRef<HTMLElement>(null);
  // The page is drawn often: the shortcuts always use the functions of the last drawing.
  const current = useRef(acts);
  current.current = {
    search,
    ...rowActs(LISTS),
    ...acts,
    ...(section.current?.closest(".pane-detail:not(:only-child)") &&
      { list: () => toRow(location.pathname) }),
    help: () => shown.value = !shown.value,
  };
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target } = event;
      const within = (selector: string) => target instanceof Element && target.closest(selector) !== null;
      if (off.peek() || within(WRITABLE) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!isMeant(section.current)) return;
      if (key === KEYS.open.key && within(PRESSABLE)) return;
      const name = nameOfKey(key), act = name && current.current[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  // The list stands at the page's end: whoever asked for it by key would not see it.
  useEffect(() => {
    if (shown.value) section.current?.scrollIntoView({ block: "nearest" });
  }, [shown.value]);
  return (
    <section class={spare ? "keys keys-spare" : "keys"} ref={section}>
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

/** The search field of the page, or the one at the top. */
function search(): void {
  const pane = document.activeElement?.closest(".pane") ?? document.querySelector(".pane:last-child");
  (pane?.querySelector<HTMLElement>("input[type=search]") ?? document.getElementById(FIND))?.focus();
}

/**
 * Whether keys are meant for the page with this help: it is shown, and of two panes the one that has the focus is its own.
 * Where neither has it, keys are meant for what was opened, not for the list beside it.
 */
function isMeant(help: HTMLElement | null): boolean {
  if (!help || help.getClientRects().length === 0) return false;
  const own = help.closest(".pane");
  return own === (document.activeElement?.closest(".pane") ?? document.querySelector(".pane:last-child"));
}
