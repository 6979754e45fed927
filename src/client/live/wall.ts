/** Whether the page Live stands on a screen that nobody presses: in a window of its own, or all over the screen. */
import { signal } from "@preact/signals";

/** Then search and filters are away, and what is new comes into the list by itself. */
export const wall = signal(false);
