/**
 * A newer build of the app. The service worker fetches it and keeps it beside the old one; an open page offers it in one
 * line, and a page that is opened later uses it at once.
 */
import { signal } from "@preact/signals";
import { Button } from "../shell/parts.tsx";
import { language, say } from "../shell/say.ts";

const isThere = signal(false);

/** The worker keeps the words of one language, which its address names; a change of language registers it anew. */
const register = () => navigator.serviceWorker?.register(`/sw.js?lang=${language.peek().code}`);

/** Keeps the app on this device and watches for a newer build; gives whether this browser can do that. */
export async function keepApp(): Promise<boolean> {
  const registration = await register();
  if (!registration) return false;
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  addEventListener("visibilitychange", () => {
    if (!document.hidden) void registration.update().catch(() => {});
  });
  return true;
}

/** Has the worker keep the words of each language that is chosen from now on. */
export function keepLanguage(): void {
  language.subscribe(() => void register()?.catch(() => {}));
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed") void isNewer().then((is) => isThere.value = is, () => {});
  });
}

/** Whether the kept frame begins with another script than this page. Where only the language changed, it does not. */
async function isNewer(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]");
  const kept = (await caches.keys()).filter((name) => name.startsWith("app-")).at(-1);
  const frame = kept && await (await caches.open(kept)).match("/frame");
  return !!script && !!frame && !(await frame.text()).includes(new URL(script.src).pathname);
}

/** The line that offers the newer build; nothing where there is none. */
export function NewVersion() {
  if (!isThere.value) return null;
  return (
    <p class="connection" role="status">
      {say("version.new")} <Button onClick={() => location.reload()}>{say("version.load")}</Button>
    </p>
  );
}
