/** The app on the home screen: where the browser offers to put it there, a button does it. */
import { signal } from "@preact/signals";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

/** What browsers send that can install a page as an app; it is not in the DOM's own types. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}
const offer = signal<Offer | undefined>(undefined);

/** Keeps the browser's offer until somebody asks for it; the browser's own line about it is not shown. */
export function heedInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.value = event as Offer;
  });
  addEventListener("appinstalled", () => {
    offer.value = undefined;
  });
}

/** The button; nothing where the browser offers nothing. */
export function Install() {
  const made = offer.value;
  if (!made) return null;
  const install = () => {
    offer.value = undefined;
    void made.prompt().catch(() => {});
  };
  return <Button kind="main" icon="download" onClick={install}>{say("install.do")}</Button>;
}
