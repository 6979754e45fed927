/** The keys of the terminal. They work while one types: each has Alt or Ctrl with it. */
import { useEffect } from "preact/hooks";
import type { Key } from "../../ui/say.ts";
import { MOST_CHANNELS, type ScreenName, type Terminal } from "./terminal.ts";

/** What the list beside the screen says of them. */
export const TERMINAL_KEYS = [
  { keys: ["Alt", `1–${MOST_CHANNELS}`], does: "terminal.key.channel" },
  { keys: ["Ctrl", "K"], does: "terminal.connect" },
  { keys: ["Ctrl", "D"], does: "terminal.hang_up" },
  { keys: ["Alt", "U"], does: "terminal.to_all" },
  { keys: ["Alt", "M"], does: "terminal.monitor" },
  { keys: ["↑"], does: "terminal.key.last" },
  { keys: ["Ctrl", "S"], does: "terminal.save.long" },
  { keys: ["Esc"], does: "terminal.key.stop" },
] as const satisfies readonly { keys: readonly string[]; does: Key }[];

interface TerminalActs {
  terminal: Terminal;
  connect(): void;
  save(): void;
}

/** Where Alt and a key lead to. By its place on the keyboard: with Alt some layouts write other signs. */
function shownBy({ code }: KeyboardEvent): ScreenName | undefined {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return digit ? Number(digit) : code === "KeyU" ? "U" : code === "KeyM" ? "M" : undefined;
}

/** Does what a key asks for; whether it is one of the terminal's. */
function act(event: KeyboardEvent, { terminal, connect, save }: TerminalActs): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey, key } = event, screen = terminal.shown.peek();
  if (shiftKey) return false;
  if (altKey && !ctrlKey && !metaKey) {
    const next = shownBy(event);
    // A channel that nobody uses yet is the way to call.
    if (typeof next === "number" && !terminal.at(next)) connect();
    else if (next !== undefined) terminal.show(next);
    return next !== undefined;
  }
  if (key === "Escape") {
    const channel = terminal.at(screen), waits = (channel?.pasted.peek().length ?? 0) > 0;
    if (waits) channel!.pasted.value = [];
    return waits;
  }
  if (!ctrlKey || altKey || metaKey) return false;
  switch (key.toLowerCase()) {
    case "k":
      connect();
      return true;
    case "d":
      terminal.hangUp(event, screen);
      return true;
    case "s":
      save();
      return true;
  }
  return false;
}

/** Listens as long as the terminal is shown, before anything else on the page does. */
export function useTerminalKeys(acts: TerminalActs): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.isComposing || !act(event, acts)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", pressed, true);
    return () => removeEventListener("keydown", pressed, true);
  });
}
