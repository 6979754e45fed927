/** What only a wide screen has; loaded there alone. */

// Keeps the focus near where it was. A phone's reader moves by touch; at a desk people move by keys.

/** What had the focus last, and what is around it on its page, the nearest first. */
let around: HTMLElement[] = [];

/**
 * A button may take away its own row. The nearest that is left around it takes the focus then, so that the next stop of the
 * Tab key is what stands there now, not the top of the page. A page that is gone has its own heading take the focus.
 */
function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    around = [];
    for (
      let one = target as HTMLElement | null;
      one && !one.matches(".pane, main, body");
      one = one.parentElement
    ) {
      around.push(one);
    }
  });
  new MutationObserver(() => {
    if (around[0]?.isConnected !== false || document.activeElement !== document.body) return;
    const near = around.find(({ isConnected }) => isConnected);
    around = [];
    if (!near || near.id === "app") return;
    if (near.tabIndex < 0) near.tabIndex = -1;
    near.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}

export { SpareKeys } from "./keys.tsx";
export { Edge, Tools } from "./panes.tsx";
export { Rail } from "./rail.tsx";
export { TableBar } from "./table_bar.tsx";

keepFocus();
