/**
 * The lamp at the cache: once a radio was picked in this tab, Go and Log have one press more. Those pages know nothing of it and
 * bring nothing of it along: it comes with the radio, and draws itself behind what they say of the air.
 */
import { render } from "preact";
import { effect } from "@preact/signals";
import { type App, AppContext } from "../../phone/app.ts";
import { place } from "../../pages/router.ts";
import type { Rig } from "../rig.ts";
import { FieldLamp } from "./field_lamp.tsx";

/** On Go and Log: behind what it stands, the first of these that is there. */
const WHERE = ".go-air, .log-page .expect";
const FIELD = /^\/c\/[^/]+\/(?:go|log)$/;

let isKept = false;

/** From now on they have it, as long as this tab holds a radio. */
export function keepFieldLamp(app: App, rig: Rig): void {
  if (isKept) return;
  isKept = true;
  const slot = document.createElement("div");
  slot.className = "rig-slot";
  let isDrawn = false;
  const draw = (wanted: boolean) => {
    const anchor = wanted ? document.querySelector(WHERE) : null;
    if (anchor && anchor.nextElementSibling !== slot) anchor.after(slot);
    if (!anchor) slot.remove();
    if (isDrawn === (anchor !== null)) return;
    isDrawn = anchor !== null;
    render(
      isDrawn
        ? (
          <AppContext.Provider value={app}>
            <FieldLamp rig={rig} />
          </AppContext.Provider>
        )
        : null,
      slot,
    );
  };
  // The page draws what it stands behind a moment after its address, and may draw it anew.
  const seen = new MutationObserver(() => draw(true));
  effect(() => {
    const path = place.value.path;
    const wanted = FIELD.test(path) && rig.port.value !== undefined;
    seen.disconnect();
    draw(wanted);
    if (wanted) seen.observe(document.body, { childList: true, subtree: true });
  });
}
