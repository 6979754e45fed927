/**
 * A newer build of the app: the worker fetches and keeps it beside the old one, a page that is open offers it in one line, and
 * whoever opens the app anew has it by itself.
 */
import { signal } from "@preact/signals";
import { Button } from "../shell/parts.tsx";
import { language, say } from "../shell/say.ts";

const isThere = signal(false);

/** The worker keeps the words of one language: this device's. Another language is another address of it. */
const register = () => navigator.serviceWorker?.register(`/sw.js?lang=${language.peek().code}`);

/** Keeps the app on this device and watches for a newer build; gives whether it can. */
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

/** Keeps the words of the language in force, once it is another. */
export function keepLanguage(): void {
  language.subscribe(() => void register()?.catch(() => {}));
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed") void isNewer().then((is) => isThere.value = is, () => {});
  });
}

/** Whether what was kept last begins with another script than this page: a worker for another language does not. */
async function isNewer(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]");
  const kept = (await caches.keys()).filter((name) => name.startsWith("app-")).at(-1);
  const frame = kept && await (await caches.open(kept)).match("/frame");
  return !!script && !!frame && !(await frame.text()).includes(new URL(script.src).pathname);
}

export function NewVersion() {
  if (!isThere.value) return null;
  return (
    <p class="connection" role="status">
      {say("version.new")} <Button onClick={() => location.reload()}>{say("version.load")}</Button>
    </p>
  );
}
