/** Keyboard shortcuts of a page: one key each, except while somebody types; and their list. They can be switched off. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { recall, remember } from "../phone/choices.ts";
import { Button } from "../ui/parts.tsx";
import { Tick } from "../ui/choices.tsx";
import { say } from "../ui/say.ts";
import { askPalette } from "../palette/call_palette.ts";
import { FIND, KEYS_ASKED } from "./key_table.ts";
import { type Acts, besideActs, KEYS, nameOfKey, NAMES, rowActs } from "./key_table.ts";

const OFF = "keys:off";
/** On these elements Enter keeps its own meaning. */
const PRESSABLE = "a, button, summary, label, [role=button]";
const WRITABLE = "input, textarea, select, [contenteditable]";

/** The links of every list of the app: `j` and `k` walk along them where a page says nothing else. */
const LISTS = [
  ".cache-list",
  ".rows",
  ".row-list",
  ".link-list",
  ".entries",
  ".log-book",
  ".table tbody",
  ".cards tbody",
]
  .map((list) => `${list} a`).join();

/** The shortcuts of a page that has none of its own. Hidden where the page has its own, and on a phone. */
export const SpareKeys = () => <KeyHelp acts={{}} spare />;

/**
 * Listens for the page's shortcuts while it is shown; `?` or a press of the button shows their list. What every page can do
 * (search, walk along its list) is there without being named in `acts`.
 */
export function KeyHelp({ acts, spare = false, ownRows = false }: {
  acts: Acts;
  spare?: boolean;
  /** Beside a list the page has rows of its own, such as letters, along which its keys walk. */
  ownRows?: boolean;
}) {
  const shown = useSignal(false), off = useSignal(recall<boolean>(OFF) ?? false);
  const section = useRef<HTMLElement>(null);
  // The page is drawn often: the shortcuts always use the functions of the last drawing.
  // Where it stands is asked when a key is pressed: while it is drawn for the first time, it stands nowhere.
  const actsNow = (): Acts => ({
    ...rowActs(LISTS),
    ...acts,
    search,
    // Beside a list the keys go on serving that list; within it, Escape closes what is open beside it.
    ...(!ownRows && section.current?.closest(".pane-detail:not(:only-child)") && besideActs(LISTS)),
    ...(section.current?.closest(".pane-list:not(:only-child)") && { list: closeDetail }),
    ...(shown.value && { list: () => shown.value = false }),
    help: () => shown.value = !shown.value,
  });
  const current = useRef(actsNow);
  current.current = actsNow;
  // At once: a key that is pressed as soon as the page is drawn is heard.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target } = event;
      const within = (selector: string) => target instanceof Element && target.closest(selector) !== null;
      if (off.peek() || within(WRITABLE) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!isMeant(section.current)) return;
      if (key === KEYS.open.key && within(PRESSABLE)) return;
      const name = nameOfKey(key), act = name && current.current()[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    const asked = () => {
      if (isMeant(section.current)) shown.value = !shown.peek();
    };
    document.addEventListener("keydown", pressed);
    document.addEventListener(KEYS_ASKED, asked);
    return () => {
      document.removeEventListener("keydown", pressed);
      document.removeEventListener(KEYS_ASKED, asked);
    };
  }, []);
  const known = shown.value ? actsNow() : {};
  return (
    <section class={spare ? "keys keys-spare" : "keys"} ref={section}>
      {shown.value && (
        <div class="keys-over" role="dialog" aria-label={say("keys.show")}>
          <dl>
            {NAMES.filter((name) => known[name]).map((name) => (
              <div key={name}>
                <dt>
                  <kbd>{KEYS[name].key}</kbd>
                </dt>
                <dd>{say(KEYS[name].does)}</dd>
              </div>
            ))}
          </dl>
          <Tick label={say("keys.off")} value={off} set={(now) => remember(OFF, now)} />
          <Button onClick={() => shown.value = false}>{say("keys.close")}</Button>
        </div>
      )}
    </section>
  );
}

/** Closes what is open beside a list, as its own link does. */
const closeDetail = (): void => document.querySelector<HTMLElement>(".pane-detail .pane-tools a")?.click();

/** The search for everything; where it is not there yet, the search field of the page, or the one at the top. */
function search(): void {
  if (askPalette()) return;
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
